<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Yomi</source>
        <translation>Über Yomi</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>Version {version}</translation>
    </message>
    <message>
        <source>Reads your pictures on your own machine. Nothing is sent anywhere: no account, no telemetry, no network.</source>
        <translation>Liest Ihre Bilder auf Ihrem eigenen Rechner. Nichts wird irgendwohin gesendet: kein Konto, keine Telemetrie, kein Netz.</translation>
    </message>
    <message>
        <source>No model is loaded yet.</source>
        <translation>Es ist noch kein Modell geladen.</translation>
    </message>
    <message>
        <source>It ships with Yomi; File › Choose model folder… takes any dense Qwen3-VL.</source>
        <translation>Es liegt Yomi bei; Datei › Modellordner wählen… nimmt jedes dichte Qwen3-VL.</translation>
    </message>
</context>
<context>
    <name>ActivityWidget</name>
    <message>
        <source>Working</source>
        <translation>Arbeitet</translation>
    </message>
</context>
<context>
    <name>AnswerActions</name>
    <message>
        <source>Continue where it was cut off</source>
        <translation>Dort fortsetzen, wo abgeschnitten wurde</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Correct the text</source>
        <translation>Text berichtigen</translation>
    </message>
    <message>
        <source>Export this answer…</source>
        <translation>Diese Antwort exportieren…</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu erzeugen</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>Ab hier löschen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Show as plain text</source>
        <translation>Als reinen Text zeigen</translation>
    </message>
    <message>
        <source>Show formatted</source>
        <translation>Formatiert zeigen</translation>
    </message>
</context>
<context>
    <name>AnswerEditor</name>
    <message>
        <source>The text of the answer</source>
        <translation>Der Text der Antwort</translation>
    </message>
    <message>
        <source>Ctrl+Enter saves it, Escape leaves it as it was. Words in doubt are underlined.</source>
        <translation>Strg+Eingabe speichert ihn, Esc lässt ihn, wie er war. Unsichere Wörter sind unterstrichen.</translation>
    </message>
    <message>
        <source>What the model wrote is kept.</source>
        <translation>Was das Modell schrieb, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Bring back what was read</source>
        <translation>Gelesenes zurückholen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
</context>
<context>
    <name>AssistantMessageWidget</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Progress before the first word</source>
        <translation>Fortschritt bis zum ersten Wort</translation>
    </message>
    <message>
        <source>corrected by hand</source>
        <translation>von Hand berichtigt</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>Remove {name}</source>
        <translation>{name} entfernen</translation>
    </message>
    <message>
        <source>{name}, {place} of {count}</source>
        <translation>{name}, {place} von {count}</translation>
    </message>
    <message>
        <source>Enter opens it, Delete removes it, Ctrl with an arrow key moves it.</source>
        <translation>Eingabe öffnet es, Entf entfernt es, Strg mit einer Pfeiltaste verschiebt es.</translation>
    </message>
    <message>
        <source>Enter opens it, Delete removes it.</source>
        <translation>Eingabe öffnet es, Entf entfernt es.</translation>
    </message>
    <message>
        <source>Use what is left of it</source>
        <translation>Den Rest verwenden</translation>
    </message>
    <message>
        <source>Opens the part that is not damaged; the rest is missing or empty</source>
        <translation>Öffnet den unbeschädigten Teil; der Rest fehlt oder bleibt leer</translation>
    </message>
</context>
<context>
    <name>BannerWidget</name>
    <message>
        <source>Copy details</source>
        <translation>Details kopieren</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>BranchSwitcher</name>
    <message>
        <source>Version before</source>
        <translation>Vorige Fassung</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Nächste Fassung</translation>
    </message>
    <message>
        <source>Version {place} of {count}</source>
        <translation>Fassung {place} von {count}</translation>
    </message>
</context>
<context>
    <name>Branching</name>
    <message>
        <source>There is no question to edit yet.</source>
        <translation>Es gibt noch keine Frage zum Bearbeiten.</translation>
    </message>
    <message>
        <source>There is only one version of each message here.</source>
        <translation>Hier gibt es von jeder Nachricht nur eine Fassung.</translation>
    </message>
    <message>
        <source>Deleted this version.</source>
        <translation>Diese Fassung wurde gelöscht.</translation>
    </message>
    <message>
        <source>Deleted from there on.</source>
        <translation>Ab dort wurde gelöscht.</translation>
    </message>
</context>
<context>
    <name>CaptureChain</name>
    <message>
        <source>The screen cannot be captured here; use the desktop&apos;s own tool and paste.</source>
        <translation>Der Bildschirm lässt sich hier nicht aufnehmen; nehmen Sie das Werkzeug der Arbeitsumgebung und fügen Sie das Bild ein.</translation>
    </message>
    <message>
        <source>The desktop gave no picture of the screen; allow Yomi in its settings to take one, or take one with the desktop&apos;s own tool and paste it here.</source>
        <translation>Der Desktop hat kein Bild des Bildschirms gegeben; erlauben Sie es Yomi in seinen Einstellungen, oder nehmen Sie eines mit dem eigenen Werkzeug des Desktops auf und fügen Sie es hier ein.</translation>
    </message>
</context>
<context>
    <name>CaptureController</name>
    <message>
        <source>There is nothing in that region; choose a larger one.</source>
        <translation>In diesem Bereich ist nichts; wählen Sie einen größeren.</translation>
    </message>
</context>
<context>
    <name>Capturing</name>
    <message numerus="yes">
        <source>The screen is captured in %n second(s)…</source>
        <translation>
            <numerusform>Der Bildschirm wird in %n Sekunde aufgenommen…</numerusform>
            <numerusform>Der Bildschirm wird in %n Sekunden aufgenommen…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChipTray</name>
    <message>
        <source>Pictures to send</source>
        <translation>Zu sendende Bilder</translation>
    </message>
</context>
<context>
    <name>ClearButton</name>
    <message>
        <source>Empty the field</source>
        <translation>Feld leeren</translation>
    </message>
</context>
<context>
    <name>ComposerText</name>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter starts a new line. Pictures can be pasted here.</source>
        <translation>Eingabe sendet, Umschalt+Eingabe beginnt eine neue Zeile. Bilder können hier eingefügt werden.</translation>
    </message>
</context>
<context>
    <name>ComposerWidget</name>
    <message>
        <source>That text has {count} characters; no more than {most} can be asked about at once.</source>
        <translation>Dieser Text hat {count} Zeichen; auf einmal können höchstens {most} mitgeschickt werden.</translation>
    </message>
    <message>
        <source>Add pictures</source>
        <translation>Bilder hinzufügen</translation>
    </message>
    <message>
        <source>Choose a preset</source>
        <translation>Vorlage wählen</translation>
    </message>
    <message>
        <source>Capture a region of the screen</source>
        <translation>Einen Bereich des Bildschirms aufnehmen</translation>
    </message>
    <message>
        <source>Looking at the files…</source>
        <translation>Dateien werden angesehen…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop the answer and keep what it says so far</source>
        <translation>Antwort anhalten und behalten, was schon dasteht</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Send the question</source>
        <translation>Frage senden</translation>
    </message>
    <message>
        <source>Read the text of the pictures</source>
        <translation>Text der Bilder lesen</translation>
    </message>
    <message>
        <source>Add words to the preset, or press Enter</source>
        <translation>Ergänzen Sie die Vorlage, oder drücken Sie Enter</translation>
    </message>
    <message>
        <source>Press Enter to read with the preset</source>
        <translation>Enter liest mit der Vorlage</translation>
    </message>
    <message>
        <source>Press Enter to read, or type a question first</source>
        <translation>Eingabe drücken, um zu lesen, oder erst eine Frage tippen</translation>
    </message>
    <message>
        <source>Ask about the pictures, or drop another one</source>
        <translation>Zu den Bildern fragen oder ein weiteres ablegen</translation>
    </message>
    <message>
        <source>Drop, paste or open a picture</source>
        <translation>Ein Bild ablegen, einfügen oder öffnen</translation>
    </message>
    <message>
        <source>Enter to ask  ·  Shift+Enter for a new line</source>
        <translation>Eingabe fragt  ·  Umschalt+Eingabe für eine neue Zeile</translation>
    </message>
    <message>
        <source>Enter to read</source>
        <translation>Eingabe liest</translation>
    </message>
    <message>
        <source>Enter to ask</source>
        <translation>Enter fragt</translation>
    </message>
    <message>
        <source>/ for presets</source>
        <translation>/ für Vorlagen</translation>
    </message>
</context>
<context>
    <name>ConversationDelegate</name>
    <message>
        <source>Title of the conversation</source>
        <translation>Titel des Gesprächs</translation>
    </message>
</context>
<context>
    <name>ConversationHeader</name>
    <message>
        <source>Hide or show the conversations</source>
        <translation>Gespräche aus- oder einblenden</translation>
    </message>
    <message>
        <source>Title of the conversation</source>
        <translation>Titel des Gesprächs</translation>
    </message>
    <message>
        <source>Hide or show the live figures</source>
        <translation>Messwerte aus- oder einblenden</translation>
    </message>
</context>
<context>
    <name>ConversationListWidget</name>
    <message>
        <source>Conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Neues Gespräch</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search all conversations</source>
        <translation>Alle Gespräche durchsuchen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Nicht mehr anheften</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>Oben anheften</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
</context>
<context>
    <name>Correcting</name>
    <message>
        <source>There is no answer to correct yet.</source>
        <translation>Es gibt noch keine Antwort zu berichtigen.</translation>
    </message>
</context>
<context>
    <name>CostBar</name>
    <message>
        <source>Resolution of the pictures</source>
        <translation>Auflösung der Bilder</translation>
    </message>
    <message>
        <source>at most {tokens} tokens a picture</source>
        <translation>höchstens {tokens} Token je Bild</translation>
    </message>
    <message>
        <source>as the model wants</source>
        <translation>wie das Modell es will</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>Auflösung</translation>
    </message>
    <message>
        <source>Resolution: {chosen}</source>
        <translation>Auflösung: {chosen}</translation>
    </message>
    <message numerus="yes">
        <source>About %Ln visual token(s)</source>
        <translation>
            <numerusform>Etwa %Ln Bildtoken</numerusform>
            <numerusform>Etwa %Ln Bildtoken</numerusform>
        </translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>{size} in all</source>
        <translation>{size} insgesamt</translation>
    </message>
</context>
<context>
    <name>Desktop</name>
    <message>
        <source>Screen region</source>
        <translation>Bildschirmbereich</translation>
    </message>
    <message>
        <source>Part of {name}</source>
        <translation>Teil von {name}</translation>
    </message>
    <message>
        <source>{name}, turned</source>
        <translation>{name}, gedreht</translation>
    </message>
    <message>
        <source>The desktop shows the clipboard to the window in front alone; click here and paste.</source>
        <translation>Der Desktop zeigt die Zwischenablage nur dem Fenster, das vorn ist; klicken Sie hierher und fügen Sie ein.</translation>
    </message>
    <message>
        <source>The clipboard holds text, not a picture; copy a picture, or paste the text.</source>
        <translation>Die Zwischenablage enthält Text, kein Bild; kopieren Sie ein Bild oder fügen Sie den Text ein.</translation>
    </message>
    <message numerus="yes">
        <source>Removed %Ln picture(s).</source>
        <translation>
            <numerusform>%Ln Bild entfernt.</numerusform>
            <numerusform>%Ln Bilder entfernt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DoubtfulWords</name>
    <message>
        <source>Less than 1% sure</source>
        <translation>Weniger als 1 % sicher</translation>
    </message>
    <message>
        <source>{percent}% sure</source>
        <translation>{percent} % sicher</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Welcome to Yomi</source>
        <translation>Willkommen bei Yomi</translation>
    </message>
    <message>
        <source>It reads what is in your pictures. Everything stays on this machine.</source>
        <translation>Es liest, was in Ihren Bildern steht. Alles bleibt auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Drop a picture to read it</source>
        <translation>Ein Bild ablegen, um es zu lesen</translation>
    </message>
    <message>
        <source>Screenshots, photos, scans. Type a question first to ask about it instead.
Everything stays on this machine.</source>
        <translation>Bildschirmfotos, Fotos, Scans. Wer erst eine Frage tippt, fragt danach.
Alles bleibt auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Open pictures…</source>
        <translation>Bilder öffnen…</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Try a sample</source>
        <translation>Beispiel ausprobieren</translation>
    </message>
    <message>
        <source>Read the sample picture</source>
        <translation>Das Beispielbild lesen</translation>
    </message>
    <message>
        <source>Click the receipt to see it read.</source>
        <translation>Klicken Sie auf den Beleg: er wird gelesen.</translation>
    </message>
    <message>
        <source>Capture any region of the screen: {keys}.</source>
        <translation>Jeden Bereich des Bildschirms aufnehmen: {keys}.</translation>
    </message>
    <message>
        <source>Capture any region of the screen.</source>
        <translation>Jeden Bereich des Bildschirms aufnehmen.</translation>
    </message>
    <message>
        <source>Drop pictures anywhere on this window.</source>
        <translation>Bilder irgendwo auf diesem Fenster ablegen.</translation>
    </message>
    <message>
        <source>Paste a picture you have copied: {keys}.</source>
        <translation>Ein kopiertes Bild einfügen: {keys}.</translation>
    </message>
    <message>
        <source>Paste a picture you have copied.</source>
        <translation>Ein kopiertes Bild einfügen.</translation>
    </message>
</context>
<context>
    <name>EndButton</name>
    <message>
        <source>Jump to the end</source>
        <translation>Zum Ende springen</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Plain text</source>
        <translation>Reiner Text</translation>
    </message>
    <message>
        <source>The text and nothing else, for every program.</source>
        <translation>Nur der Text, für jedes Programm.</translation>
    </message>
    <message>
        <source>Headings, lists and tables, for notes and wikis.</source>
        <translation>Überschriften, Listen und Tabellen, für Notizen und Wikis.</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Webseite</translation>
    </message>
    <message>
        <source>One file with the pictures inside; it loads nothing.</source>
        <translation>Eine Datei, die die Bilder enthält und nichts nachlädt.</translation>
    </message>
    <message>
        <source>Word document</source>
        <translation>Word-Dokument</translation>
    </message>
    <message>
        <source>With the pictures, to be edited in Word or LibreOffice.</source>
        <translation>Mit den Bildern, zum Bearbeiten in Word oder LibreOffice.</translation>
    </message>
    <message>
        <source>Places, confidences, model and settings: enough for a program to repeat the reading.</source>
        <translation>Orte, Sicherheiten, Modell und Einstellungen: genug, damit ein Programm die Lesung wiederholen kann.</translation>
    </message>
    <message>
        <source>The whole conversation</source>
        <translation>Das ganze Gespräch</translation>
    </message>
    <message>
        <source>This answer</source>
        <translation>Diese Antwort</translation>
    </message>
    <message>
        <source>The selected text</source>
        <translation>Der markierte Text</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Fassungen</translation>
    </message>
    <message>
        <source>Those that are shown</source>
        <translation>Die gezeigten</translation>
    </message>
    <message>
        <source>All of each message</source>
        <translation>Alle jeder Nachricht</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
</context>
<context>
    <name>Exporting</name>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>{speaker}, version {place} of {count}</source>
        <translation>{speaker}, Fassung {place} von {count}</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>page {page} of {pages}</source>
        <translation>Seite {page} von {pages}</translation>
    </message>
    <message>
        <source>Made with Yomi {version}</source>
        <translation>Erstellt mit Yomi {version}</translation>
    </message>
    <message>
        <source>Exported as {name}.</source>
        <translation>Als {name} exportiert.</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>frame {page} of {pages}</source>
        <translation>Einzelbild {page} von {pages}</translation>
    </message>
    <message>
        <source>page {page} of {pages}</source>
        <translation>Seite {page} von {pages}</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Liest</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>Vollständig</translation>
    </message>
    <message>
        <source>No text found</source>
        <translation>Kein Text gefunden</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Cut off at the limit</source>
        <translation>An der Grenze abgeschnitten</translation>
    </message>
    <message>
        <source>Context full</source>
        <translation>Kontext voll</translation>
    </message>
    <message>
        <source>Stopped, repeating itself</source>
        <translation>Angehalten: wiederholte sich</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Not what was asked for</source>
        <translation>Nicht wie verlangt</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>Answering</source>
        <translation>Antwortet</translation>
    </message>
    <message>
        <source>{count} token</source>
        <translation>{count} Token</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} Token</translation>
    </message>
    <message>
        <source>{count} visual token</source>
        <translation>{count} Bildtoken</translation>
    </message>
    <message>
        <source>{count} visual tokens</source>
        <translation>{count} Bildtoken</translation>
    </message>
    <message>
        <source>first token {time}</source>
        <translation>erstes Token {time}</translation>
    </message>
    <message>
        <source>saw {seen}</source>
        <translation>sah {seen}</translation>
    </message>
    <message>
        <source>{count} pictures</source>
        <translation>{count} Bilder</translation>
    </message>
    <message>
        <source>{size} turned by {angle}°</source>
        <translation>{size}, um {angle}° gedreht</translation>
    </message>
    <message>
        <source>{size} in {count} parts</source>
        <translation>{size} in {count} Teilen</translation>
    </message>
    <message>
        <source>{size} as {other}</source>
        <translation>{size} als {other}</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>Gewartet</translation>
    </message>
    <message>
        <source>Opening the picture</source>
        <translation>Bild öffnen</translation>
    </message>
    <message>
        <source>Preparing the picture</source>
        <translation>Bild vorbereiten</translation>
    </message>
    <message>
        <source>Looking at the picture</source>
        <translation>Bild ansehen</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>First token after</source>
        <translation>Erstes Token nach</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Share of the memory&apos;s speed</source>
        <translation>Anteil an der Speichergeschwindigkeit</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Saw</source>
        <translation>Gesehen</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Of these visual</source>
        <translation>Davon Bildtoken</translation>
    </message>
    <message>
        <source>Still known from before</source>
        <translation>Noch bekannt von vorher</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Höchster Speicherbedarf</translation>
    </message>
    <message>
        <source>{millions} million parameters, {weights} of weights, {cache} of cache</source>
        <translation>{millions} Millionen Parameter, {weights} Gewichte, {cache} Cache</translation>
    </message>
    <message>
        <source>Context {tokens}</source>
        <translation>Kontext {tokens}</translation>
    </message>
    <message>
        <source>Answer: {state}</source>
        <translation>Antwort: {state}</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>a day of this year</comment>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>a day of another year</comment>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>{number}%</source>
        <translation>{number} %</translation>
    </message>
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>Open pictures</source>
        <translation>Bilder öffnen</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Choose a model folder (Qwen3-VL in Hugging Face layout)</source>
        <translation>Modellordner wählen (Qwen3-VL im Hugging-Face-Format)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Previous place</source>
        <translation>Vorige Stelle</translation>
    </message>
    <message>
        <source>Next place</source>
        <translation>Nächste Stelle</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>Suche schließen</translation>
    </message>
    <message>
        <source>Find in this conversation</source>
        <translation>In diesem Gespräch suchen</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Wird gesucht …</translation>
    </message>
    <message>
        <source>Not in this conversation</source>
        <translation>Nicht in diesem Gespräch</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s)</source>
        <translation>
            <numerusform>%n Stelle</numerusform>
            <numerusform>%n Stellen</numerusform>
        </translation>
    </message>
    <message>
        <source>{place} of {count}</source>
        <translation>{place} von {count}</translation>
    </message>
</context>
<context>
    <name>FormattedText</name>
    <message>
        <source>Show on the picture</source>
        <translation>Auf dem Bild zeigen</translation>
    </message>
    <message>
        <source>Open link…</source>
        <translation>Link öffnen …</translation>
    </message>
    <message>
        <source>Copy address of the link</source>
        <translation>Adresse des Links kopieren</translation>
    </message>
</context>
<context>
    <name>FramePicker</name>
    <message>
        <source>Frame before (,)</source>
        <translation>Einzelbild davor (,)</translation>
    </message>
    <message>
        <source>Next frame (.)</source>
        <translation>Nächstes Einzelbild (.)</translation>
    </message>
    <message>
        <source>Frame of the animated picture</source>
        <translation>Einzelbild der Animation</translation>
    </message>
    <message>
        <source>Frame {frame} of {count}</source>
        <translation>Einzelbild {frame} von {count}</translation>
    </message>
</context>
<context>
    <name>GlobalHotkey</name>
    <message>
        <source>Use it together with Ctrl or Alt, or use a function key.</source>
        <translation>Zusammen mit Strg oder Alt verwenden, oder eine Funktionstaste nehmen.</translation>
    </message>
    <message>
        <source>This desktop keeps such keys to itself; give the command yomi --capture a shortcut in its settings.</source>
        <translation>Diese Arbeitsumgebung behält solche Tasten für sich; geben Sie dem Befehl yomi --capture in ihren Einstellungen ein Kürzel.</translation>
    </message>
    <message>
        <source>Another program has these keys, or the keyboard lacks them; choose others.</source>
        <translation>Diese Tasten hat ein anderes Programm, oder sie fehlen auf der Tastatur; wählen Sie andere.</translation>
    </message>
    <message>
        <source>Read a region of the screen</source>
        <translation>Einen Bildschirmbereich lesen</translation>
    </message>
    <message>
        <source>Keys for capturing, as the desktop says: {keys}</source>
        <translation>Tasten für die Aufnahme laut Desktop: {keys}</translation>
    </message>
    <message>
        <source>The desktop gave no keys for capturing; choose others, or give the command yomi --capture a shortcut in its settings.</source>
        <translation>Der Desktop hat keine Tasten für die Aufnahme vergeben; wählen Sie andere, oder geben Sie dem Befehl yomi --capture in seinen Einstellungen ein Tastenkürzel.</translation>
    </message>
</context>
<context>
    <name>ImageViewerDialog</name>
    <message>
        <source>Previous picture</source>
        <translation>Voriges Bild</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>Nächstes Bild</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Show where the lines of text were found</source>
        <translation>Zeigen, wo die Textzeilen gefunden wurden</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Show the lines as text</source>
        <translation>Die Zeilen als Text zeigen</translation>
    </message>
    <message>
        <source>Beside</source>
        <translation>Daneben</translation>
    </message>
    <message>
        <source>Show the text beside the picture, not below it</source>
        <translation>Den Text neben statt unter dem Bild zeigen</translation>
    </message>
    <message>
        <source>As the model sees it</source>
        <translation>Wie das Modell es sieht</translation>
    </message>
    <message>
        <source>Show the pixels that the model gets</source>
        <translation>Die Pixel zeigen, die das Modell bekommt</translation>
    </message>
    <message>
        <source>Choose a part</source>
        <translation>Teil wählen</translation>
    </message>
    <message>
        <source>Draw out a part to read just that, with the mouse or the arrow keys</source>
        <translation>Einen Teil mit der Maus oder den Pfeiltasten aufziehen, um nur ihn zu lesen</translation>
    </message>
    <message>
        <source>Read this part</source>
        <translation>Diesen Teil lesen</translation>
    </message>
    <message>
        <source>Turn clockwise (R)</source>
        <translation>Im Uhrzeigersinn drehen (R)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Fit the picture to the window</source>
        <translation>Das Bild ins Fenster einpassen</translation>
    </message>
    <message>
        <source>Show at 100%</source>
        <translation>In 100 % zeigen</translation>
    </message>
    <message>
        <source>Opening the picture…</source>
        <translation>Das Bild wird geöffnet…</translation>
    </message>
    <message>
        <source>This picture can no longer be shown: its file is missing from the image store.</source>
        <translation>Dieses Bild kann nicht mehr gezeigt werden: seine Datei fehlt im Bildspeicher.</translation>
    </message>
    <message numerus="yes">
        <source>read in about %n part(s)</source>
        <translation>
            <numerusform>in etwa %n Teil gelesen</numerusform>
            <numerusform>in etwa %n Teilen gelesen</numerusform>
        </translation>
    </message>
    <message>
        <source>the model sees {width} × {height}</source>
        <translation>das Modell sieht {width} × {height}</translation>
    </message>
    <message numerus="yes">
        <source>%n visual token(s)</source>
        <translation>
            <numerusform>%n Bildtoken</numerusform>
            <numerusform>%n Bildtoken</numerusform>
        </translation>
    </message>
    <message>
        <source>Read it turned</source>
        <translation>Gedreht lesen</translation>
    </message>
    <message>
        <source>Use this frame</source>
        <translation>Dieses Einzelbild verwenden</translation>
    </message>
    <message>
        <source>Read this frame</source>
        <translation>Dieses Einzelbild lesen</translation>
    </message>
</context>
<context>
    <name>InlineEditor</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>IntakeController</name>
    <message>
        <source>Pasted picture</source>
        <translation>Eingefügtes Bild</translation>
    </message>
</context>
<context>
    <name>KeysField</name>
    <message>
        <source>Press the keys</source>
        <translation>Tasten drücken</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
</context>
<context>
    <name>LineListWidget</name>
    <message>
        <source>Lines that were read</source>
        <translation>Gelesene Zeilen</translation>
    </message>
</context>
<context>
    <name>LinkQuestion</name>
    <message>
        <source>Open this address outside Yomi?</source>
        <translation>Diese Adresse außerhalb von Yomi öffnen?</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>LivePanel</name>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Opening the picture</source>
        <translation>Bild öffnen</translation>
    </message>
    <message>
        <source>Preparing it</source>
        <translation>Vorbereiten</translation>
    </message>
    <message>
        <source>Looking at it</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Erstes Token</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Vision and the rest</source>
        <translation>Sehen und Übriges</translation>
    </message>
    <message>
        <source>Live figures</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Answers that wait</source>
        <translation>Wartende Antworten</translation>
    </message>
    <message>
        <source>Share of the memory&apos;s speed</source>
        <translation>Anteil an der Speichergeschwindigkeit</translation>
    </message>
    <message>
        <source>Why it is not faster</source>
        <translation>Warum es nicht schneller ist</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Tokens per second over time</source>
        <translation>Token je Sekunde im Verlauf</translation>
    </message>
    <message>
        <source>{share}% of what this memory can do</source>
        <translation>{share} % dessen, was dieser Speicher kann</translation>
    </message>
    <message>
        <source>Time to first token by stage</source>
        <translation>Zeit bis zum ersten Token nach Abschnitten</translation>
    </message>
    <message>
        <source>Memory in use over time</source>
        <translation>Belegter Speicher im Verlauf</translation>
    </message>
    <message>
        <source>Memory by what it holds</source>
        <translation>Speicher nach Inhalt</translation>
    </message>
    <message>
        <source>History of runs…</source>
        <translation>Verlauf der Durchläufe…</translation>
    </message>
    <message>
        <source>Faster than memory: the weights stay in the processor&apos;s cache</source>
        <translation>Schneller als der Speicher: die Gewichte bleiben im Cache des Prozessors</translation>
    </message>
    <message>
        <source>{share}% of what this card can do</source>
        <translation>{share} % dessen, was diese Karte kann</translation>
    </message>
    <message>
        <source>Each step reads {bytes}; the memory gives {speed} a second, measured here.</source>
        <translation>Jeder Schritt liest {bytes}; der Speicher liefert {speed} je Sekunde, hier gemessen.</translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) wait for this one</source>
        <translation>
            <numerusform>%n Antwort wartet auf diese</numerusform>
            <numerusform>%n Antworten warten auf diese</numerusform>
        </translation>
    </message>
    <message>
        <source>of {total}</source>
        <translation>von {total}</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>The engine stopped.</source>
        <translation>Die Engine ist stehengeblieben.</translation>
    </message>
    <message>
        <source>Restart engine</source>
        <translation>Engine neu starten</translation>
    </message>
    <message>
        <source>{name} stays in use.</source>
        <translation>{name} bleibt in Gebrauch.</translation>
    </message>
    <message>
        <source>Choose another folder…</source>
        <translation>Anderen Ordner wählen…</translation>
    </message>
    <message>
        <source>Closing…</source>
        <translation>Wird geschlossen…</translation>
    </message>
    <message>
        <source>Drop to ask about it</source>
        <translation>Ablegen, um danach zu fragen</translation>
    </message>
    <message>
        <source>Drop to read it</source>
        <translation>Ablegen, um es zu lesen</translation>
    </message>
    <message>
        <source>There is no answer to copy yet.</source>
        <translation>Es gibt noch keine Antwort zum Kopieren.</translation>
    </message>
    <message>
        <source>Deleted “{title}”.</source>
        <translation>„{title}“ gelöscht.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;First steps</source>
        <translation>&amp;Erste Schritte</translation>
    </message>
    <message>
        <source>&amp;About Yomi</source>
        <translation>Ü&amp;ber Yomi</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;New conversation</source>
        <translation>&amp;Neues Gespräch</translation>
    </message>
    <message>
        <source>&amp;Open pictures…</source>
        <translation>Bilder ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Capture a &amp;region</source>
        <translation>Be&amp;reich aufnehmen</translation>
    </message>
    <message>
        <source>Capture the &amp;same region again</source>
        <translation>Den&amp;selben Bereich noch einmal aufnehmen</translation>
    </message>
    <message>
        <source>Capture &amp;later</source>
        <translation>Spä&amp;ter aufnehmen</translation>
    </message>
    <message>
        <source>Read the &amp;clipboard</source>
        <translation>&amp;Zwischenablage lesen</translation>
    </message>
    <message>
        <source>&amp;Describe the clipboard</source>
        <translation>Zwischenablage besc&amp;hreiben</translation>
    </message>
    <message>
        <source>Choose &amp;model folder…</source>
        <translation>&amp;Modellordner wählen…</translation>
    </message>
    <message>
        <source>Use the &amp;bundled model</source>
        <translation>Mit&amp;geliefertes Modell verwenden</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>E&amp;xportieren…</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Paste picture or text</source>
        <translation>Bild oder Text &amp;einfügen</translation>
    </message>
    <message>
        <source>&amp;Copy last answer</source>
        <translation>Letzte Antwort &amp;kopieren</translation>
    </message>
    <message>
        <source>Find in this c&amp;onversation</source>
        <translation>In diesem Gespräch s&amp;uchen</translation>
    </message>
    <message>
        <source>Find ne&amp;xt</source>
        <translation>&amp;Weitersuchen</translation>
    </message>
    <message>
        <source>Find pre&amp;vious</source>
        <translation>&amp;Rückwärts suchen</translation>
    </message>
    <message>
        <source>&amp;Find in all conversations</source>
        <translation>In allen Gesprächen &amp;suchen</translation>
    </message>
    <message>
        <source>P&amp;in or unpin</source>
        <translation>A&amp;nheften oder lösen</translation>
    </message>
    <message>
        <source>Choose a p&amp;reset</source>
        <translation>Vorla&amp;ge wählen</translation>
    </message>
    <message>
        <source>&amp;Edit last question</source>
        <translation>&amp;Letzte Frage bearbeiten</translation>
    </message>
    <message>
        <source>Correct &amp;last answer</source>
        <translation>Letzte Antwort &amp;berichtigen</translation>
    </message>
    <message>
        <source>Version &amp;before</source>
        <translation>&amp;Vorige Fassung</translation>
    </message>
    <message>
        <source>&amp;Next version</source>
        <translation>Nächs&amp;te Fassung</translation>
    </message>
    <message>
        <source>&amp;Stop the answer</source>
        <translation>Antwort &amp;anhalten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Conversations</source>
        <translation>&amp;Gespräche</translation>
    </message>
    <message>
        <source>&amp;Live figures</source>
        <translation>&amp;Messwerte</translation>
    </message>
    <message>
        <source>&amp;History of runs…</source>
        <translation>&amp;Verlauf der Durchläufe…</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>Like the &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>In {seconds} seconds</source>
        <translation>In {seconds} Sekunden</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Put the pictures back</source>
        <translation>Bilder wieder hinzufügen</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>Ihre Worte</translation>
    </message>
    <message>
        <source>Ask about the pictures</source>
        <translation>Zu den Bildern fragen</translation>
    </message>
    <message>
        <source>The question as it was stays beside this one.</source>
        <translation>Die bisherige Frage bleibt daneben bestehen.</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
</context>
<context>
    <name>MessageGallery</name>
    <message numerus="yes">
        <source>Show %Ln more picture(s)</source>
        <translation>
            <numerusform>%Ln weiteres Bild zeigen</numerusform>
            <numerusform>%Ln weitere Bilder zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask again about this one</source>
        <translation>Dieselbe Frage zu diesem Bild</translation>
    </message>
</context>
<context>
    <name>MessageView</name>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Show later messages ({count})</source>
        <translation>Spätere Nachrichten zeigen ({count})</translation>
    </message>
    <message>
        <source>Show earlier messages ({count})</source>
        <translation>Frühere Nachrichten zeigen ({count})</translation>
    </message>
</context>
<context>
    <name>ModelNote</name>
    <message>
        <source>Do not say this again</source>
        <translation>Nicht mehr darauf hinweisen</translation>
    </message>
    <message>
        <source>Choose a model folder…</source>
        <translation>Modellordner wählen…</translation>
    </message>
    <message>
        <source>Larger models</source>
        <translation>Größere Modelle</translation>
    </message>
    <message>
        <source>{name} is the small model that ships with Yomi: it reads printed Latin text.</source>
        <translation>{name} ist das kleine Modell, das Yomi beiliegt: es liest gedruckten lateinischen Text.</translation>
    </message>
</context>
<context>
    <name>NoticeWidget</name>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>PastedChip</name>
    <message>
        <source>Take the pasted text away</source>
        <translation>Eingefügten Text entfernen</translation>
    </message>
    <message>
        <source>Pasted text, {count} characters</source>
        <translation>Eingefügter Text, {count} Zeichen</translation>
    </message>
</context>
<context>
    <name>PictureView</name>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
</context>
<context>
    <name>Placing</name>
    <message>
        <source>Where these words stand on a picture is not known.</source>
        <translation>Es ist nicht bekannt, wo diese Wörter auf einem Bild stehen.</translation>
    </message>
</context>
<context>
    <name>PortalHandler</name>
    <message>
        <source>Install xdg-desktop-portal and its part for your desktop, such as xdg-desktop-portal-gnome, -kde or -wlr.</source>
        <translation>Installieren Sie xdg-desktop-portal und seinen Teil für Ihre Arbeitsumgebung, etwa xdg-desktop-portal-gnome, -kde oder -wlr.</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>Privacy</source>
        <translation>Privatsphäre</translation>
    </message>
    <message>
        <source>Yomi goes on in the tray; Quit in its menu ends it.</source>
        <translation>Yomi läuft im Infobereich weiter; Beenden in dessen Menü beendet es.</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>Allow network connections</source>
        <translation>Netzverbindungen erlauben</translation>
    </message>
    <message>
        <source>Nothing in Yomi needs the network. What goes through is counted all the same.</source>
        <translation>Nichts in Yomi braucht das Netz. Was durchgeht, wird trotzdem gezählt.</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Start minimised</source>
        <translation>Minimiert starten</translation>
    </message>
    <message>
        <source>In the tray where there is one, else in the task bar.</source>
        <translation>Im Infobereich, wo es einen gibt, sonst in der Taskleiste.</translation>
    </message>
    <message>
        <source>Show an icon in the tray</source>
        <translation>Symbol im Infobereich zeigen</translation>
    </message>
    <message>
        <source>Where the desktop has a tray.</source>
        <translation>Wo die Arbeitsumgebung einen Infobereich hat.</translation>
    </message>
    <message>
        <source>Closing the window keeps Yomi in the tray</source>
        <translation>Beim Schließen des Fensters bleibt Yomi im Infobereich</translation>
    </message>
    <message>
        <source>Capturing then needs no start. Quit ends Yomi.</source>
        <translation>Aufnehmen geht dann ohne Start. Beenden beendet Yomi.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Where the model runs; a change loads it again.</source>
        <translation>Wo das Modell rechnet; eine Änderung lädt es neu.</translation>
    </message>
    <message>
        <source>The best there is</source>
        <translation>Das beste vorhandene</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Graphics card (CUDA)</source>
        <translation>Grafikkarte (CUDA)</translation>
    </message>
    <message>
        <source>Graphics of a Mac (MPS)</source>
        <translation>Grafik eines Macs (MPS)</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>int4 needs less than half the memory, where the model has such weights.</source>
        <translation>int4 braucht weniger als den halben Speicher, wo das Modell solche Gewichte hat.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Longest answer, in tokens</source>
        <translation>Längste Antwort, in Token</translation>
    </message>
    <message>
        <source>A longer one is cut off there and can be continued.</source>
        <translation>Eine längere wird dort abgeschnitten und lässt sich fortsetzen.</translation>
    </message>
    <message>
        <source>Resolution of pictures, in tokens</source>
        <translation>Auflösung der Bilder, in Token</translation>
    </message>
    <message>
        <source>Fewer are faster and see less; a question about large shapes needs few.</source>
        <translation>Weniger sind schneller und sehen weniger; eine Frage nach großen Formen braucht wenige.</translation>
    </message>
    <message>
        <source>As the model wants</source>
        <translation>Wie das Modell es will</translation>
    </message>
    <message>
        <source>Lay out Markdown in answers</source>
        <translation>Markdown in Antworten gestalten</translation>
    </message>
    <message>
        <source>Tables, lists and code as they are meant. An answer&apos;s own button changes it too.</source>
        <translation>Tabellen, Listen und Code so, wie sie gemeint sind. Auch die Schaltfläche unter einer Antwort ändert das.</translation>
    </message>
    <message>
        <source>Hide the window while capturing</source>
        <translation>Fenster während der Aufnahme ausblenden</translation>
    </message>
    <message>
        <source>Capture from any program</source>
        <translation>Aus jedem Programm aufnehmen</translation>
    </message>
    <message>
        <source>Also while another program is in front. The desktop asks you about the keys.</source>
        <translation>Auch wenn ein anderes Programm vorn ist. Der Desktop fragt Sie nach den Tasten.</translation>
    </message>
    <message>
        <source>Also while another program is in front.</source>
        <translation>Auch während ein anderes Programm vorn ist.</translation>
    </message>
    <message>
        <source>This desktop keeps such keys: give yomi --capture a shortcut in its settings.</source>
        <translation>Diese Arbeitsumgebung behält solche Tasten: Geben Sie yomi --capture in ihren Einstellungen ein Kürzel.</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Vorlagen</translation>
    </message>
</context>
<context>
    <name>PresetChip</name>
    <message>
        <source>Ask without the preset</source>
        <translation>Ohne die Vorlage fragen</translation>
    </message>
</context>
<context>
    <name>PresetChooser</name>
    <message>
        <source>Presets</source>
        <translation>Vorlagen</translation>
    </message>
    <message>
        <source>{name}, {place} of {count}</source>
        <translation>{name}, {place} von {count}</translation>
    </message>
    <message>
        <source>Presets: {name}, {place} of {count}</source>
        <translation>Vorlagen: {name}, {place} von {count}</translation>
    </message>
    <message>
        <source>{name} is chosen</source>
        <translation>{name} ist gewählt</translation>
    </message>
</context>
<context>
    <name>PresetEditor</name>
    <message>
        <source>Preset</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Asks for</source>
        <translation>Verlangt</translation>
    </message>
    <message>
        <source>What the model is told. It may hold {names}</source>
        <translation>Was dem Modell gesagt wird. Darin können stehen: {names}</translation>
    </message>
    <message>
        <source>The language of the window</source>
        <translation>Die Sprache des Fensters</translation>
    </message>
    <message>
        <source>Language of the answer, for {language}</source>
        <translation>Sprache der Antwort, für {language}</translation>
    </message>
    <message>
        <source>JSON Schema that the answer is to fit; empty for any JSON</source>
        <translation>JSON-Schema, dem die Antwort genügen soll; leer für beliebiges JSON</translation>
    </message>
    <message>
        <source>The preset needs a name to be chosen by.</source>
        <translation>Die Vorlage braucht einen Namen, unter dem sie gewählt wird.</translation>
    </message>
    <message>
        <source>The prompt is too long; leave something out.</source>
        <translation>Der Text ist zu lang; lassen Sie etwas weg.</translation>
    </message>
</context>
<context>
    <name>PresetSection</name>
    <message>
        <source>Type / at the start of a question to choose one.</source>
        <translation>Mit / am Anfang einer Frage wählen Sie eine aus.</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Vorlagen</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Restore Yomi&apos;s own</source>
        <translation>Die von Yomi wiederherstellen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Copy of {name}</source>
        <translation>Kopie von {name}</translation>
    </message>
    <message>
        <source>Deleted “{name}”.</source>
        <translation>„{name}“ wurde gelöscht.</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>Read the text</source>
        <translation>Text lesen</translation>
    </message>
    <message>
        <source>Read as Markdown</source>
        <translation>Als Markdown lesen</translation>
    </message>
    <message>
        <source>Read as a table</source>
        <translation>Als Tabelle lesen</translation>
    </message>
    <message>
        <source>Receipt as JSON</source>
        <translation>Beleg als JSON</translation>
    </message>
    <message>
        <source>Describe the picture</source>
        <translation>Bild beschreiben</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>Übersetzen</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>JSON, checked against a schema</source>
        <translation>JSON, gegen ein Schema geprüft</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>Übersetzung</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesung</translation>
    </message>
    <message>
        <source>Reading as Markdown</source>
        <translation>Lesung als Markdown</translation>
    </message>
</context>
<context>
    <name>Presetting</name>
    <message>
        <source>Larger models</source>
        <translation>Größere Modelle</translation>
    </message>
    <message>
        <source>Choose a model folder…</source>
        <translation>Modellordner wählen…</translation>
    </message>
    <message>
        <source>What a picture without words is for</source>
        <translation>Was ein Bild ohne Worte soll</translation>
    </message>
    <message>
        <source>Another preset, or words, can still be chosen for each.</source>
        <translation>Für jedes kann weiterhin eine andere Vorlage gewählt oder etwas gefragt werden.</translation>
    </message>
</context>
<context>
    <name>PrivacySummary</name>
    <message>
        <source>Refused connections</source>
        <translation>Abgelehnte Verbindungen</translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s) since the start</source>
        <translation>
            <numerusform>%n Verbindung seit dem Start</numerusform>
            <numerusform>%n Verbindungen seit dem Start</numerusform>
        </translation>
    </message>
    <message>
        <source>Connections are allowed at present.</source>
        <translation>Verbindungen sind zurzeit erlaubt.</translation>
    </message>
    <message>
        <source>Every connection is refused before it is made.</source>
        <translation>Jede Verbindung wird abgelehnt, bevor sie entsteht.</translation>
    </message>
    <message numerus="yes">
        <source>%n attempt(s) were refused.</source>
        <translation>
            <numerusform>%n Versuch wurde abgelehnt.</numerusform>
            <numerusform>%n Versuche wurden abgelehnt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The operating system lists %n internet socket(s) of Yomi.</source>
        <translation>
            <numerusform>Das Betriebssystem führt %n Internet-Socket von Yomi auf.</numerusform>
            <numerusform>Das Betriebssystem führt %n Internet-Sockets von Yomi auf.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProgramHandler</name>
    <message>
        <source>Install the package {program}.</source>
        <translation>Installieren Sie das Paket {program}.</translation>
    </message>
</context>
<context>
    <name>QtHandler</name>
    <message>
        <source>Allow Yomi under System Settings, Privacy &amp; Security, Screen Recording; then start Yomi again.</source>
        <translation>Erlauben Sie Yomi unter Systemeinstellungen, Datenschutz &amp; Sicherheit, Bildschirmaufnahme; starten Sie Yomi dann neu.</translation>
    </message>
</context>
<context>
    <name>ReadingText</name>
    <message>
        <source>Show on the picture</source>
        <translation>Auf dem Bild zeigen</translation>
    </message>
    <message>
        <source>Open link…</source>
        <translation>Link öffnen …</translation>
    </message>
</context>
<context>
    <name>Reporting</name>
    <message>
        <source>The details are on the clipboard; they hold no text, picture or folder of yours.</source>
        <translation>Die Details sind in der Zwischenablage; sie enthalten weder Texte noch Bilder noch Ordner von Ihnen.</translation>
    </message>
</context>
<context>
    <name>RunTable</name>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Erstes Token</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesung</translation>
    </message>
    <message>
        <source>Reading as Markdown</source>
        <translation>Lesung als Markdown</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Error: {code}</source>
        <translation>Fehler: {code}</translation>
    </message>
</context>
<context>
    <name>RunsDialog</name>
    <message>
        <source>History of runs</source>
        <translation>Verlauf der Durchläufe</translation>
    </message>
    <message>
        <source>Tokens per second of the last runs</source>
        <translation>Token je Sekunde der letzten Durchläufe</translation>
    </message>
    <message>
        <source>Tokens per second, the last run at the right</source>
        <translation>Token je Sekunde, der letzte Durchlauf rechts</translation>
    </message>
    <message>
        <source>No run yet: read a picture, and its figures stand here.</source>
        <translation>Noch kein Durchlauf: Lesen Sie ein Bild, dann stehen hier die Werte.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message numerus="yes">
        <source>Clear all %n run(s)?</source>
        <translation>
            <numerusform>%n Durchlauf löschen?</numerusform>
            <numerusform>Alle %n Durchläufe löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
</context>
<context>
    <name>ScreenCurtain</name>
    <message>
        <source>Choose a region</source>
        <translation>Bereich wählen</translation>
    </message>
    <message>
        <source>Choose a region of the screen</source>
        <translation>Einen Bereich des Bildschirms wählen</translation>
    </message>
    <message>
        <source>Drag over what you want to read  ·  Enter takes the whole screen  ·  Esc cancels</source>
        <translation>Über das ziehen, was gelesen werden soll  ·  Eingabe nimmt den ganzen Bildschirm  ·  Esc bricht ab</translation>
    </message>
</context>
<context>
    <name>SearchResultDelegate</name>
    <message>
        <source>Show it on the picture (Shift+Enter)</source>
        <translation>Auf dem Bild zeigen (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>You:</source>
        <translation>Sie:</translation>
    </message>
</context>
<context>
    <name>SearchResults</name>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Wird gesucht …</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) still to look through…</source>
        <translation>
            <numerusform>Noch %n Nachricht zu durchsuchen …</numerusform>
            <numerusform>Noch %n Nachrichten zu durchsuchen …</numerusform>
        </translation>
    </message>
    <message>
        <source>No conversation holds these words.</source>
        <translation>Kein Gespräch enthält diese Wörter.</translation>
    </message>
    <message>
        <source>There is more than is listed; add a word.</source>
        <translation>Es gibt mehr, als hier steht; ein weiteres Wort hilft.</translation>
    </message>
    <message numerus="yes">
        <source>In %n conversation(s)</source>
        <translation>
            <numerusform>In %n Gespräch</numerusform>
            <numerusform>In %n Gesprächen</numerusform>
        </translation>
    </message>
    <message>
        <source>Shift with Enter shows it on the picture</source>
        <translation>Umschalt mit Eingabe zeigt es auf dem Bild</translation>
    </message>
</context>
<context>
    <name>Searching</name>
    <message>
        <source>Where these words stand on a picture is not known.</source>
        <translation>Wo diese Wörter auf einem Bild stehen, ist nicht bekannt.</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Default keys for {command}</source>
        <translation>Vorgabe für {command}</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Restore all defaults</source>
        <translation>Alle Vorgaben wiederherstellen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>No setting is called that.</source>
        <translation>So heißt keine Einstellung.</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Use it together with Ctrl or Alt, or use a function key.</source>
        <translation>Zusammen mit Strg oder Alt verwenden, oder eine Funktionstaste nehmen.</translation>
    </message>
    <message>
        <source>Already used by “{command}”.</source>
        <translation>Schon vergeben an „{command}“.</translation>
    </message>
</context>
<context>
    <name>SnippetButton</name>
    <message>
        <source>Copy this table</source>
        <translation>Diese Tabelle kopieren</translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation>Diesen Code kopieren</translation>
    </message>
</context>
<context>
    <name>Spoken</name>
    <message>
        <source>Starting the engine…</source>
        <translation>Die Engine startet…</translation>
    </message>
    <message>
        <source>Restarting the engine…</source>
        <translation>Die Engine startet neu…</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Das Modell wird geladen…</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Liest…</translation>
    </message>
    <message>
        <source>Answering…</source>
        <translation>Antwortet…</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird angehalten…</translation>
    </message>
    <message>
        <source>No model is loaded; choose a model folder.</source>
        <translation>Kein Modell ist geladen; wählen Sie einen Modellordner.</translation>
    </message>
    <message>
        <source>Opening the picture…</source>
        <translation>Das Bild wird geöffnet…</translation>
    </message>
    <message>
        <source>Preparing the picture…</source>
        <translation>Das Bild wird vorbereitet…</translation>
    </message>
    <message>
        <source>Looking at the picture…</source>
        <translation>Das Bild wird angesehen…</translation>
    </message>
    <message>
        <source>Getting ready to write…</source>
        <translation>Gleich wird geschrieben…</translation>
    </message>
    <message>
        <source>This small model reads printed text in Latin letters and answers a few questions about receipts and forms; choose a larger model for anything else.</source>
        <translation>Dieses kleine Modell liest gedruckten Text in lateinischen Buchstaben und beantwortet einige Fragen zu Belegen und Formularen; wählen Sie für alles andere ein größeres Modell.</translation>
    </message>
    <message>
        <source>Handwriting, other scripts, photos and free questions need a larger model, such as {name} ({size} GB): download its folder from {address} and choose it here.</source>
        <translation>Handschrift, andere Schriften, Fotos und freie Fragen brauchen ein größeres Modell, etwa {name} ({size} GB): Laden Sie seinen Ordner von {address} herunter und wählen Sie ihn hier.</translation>
    </message>
    <message>
        <source>No text was found in the picture.</source>
        <translation>In dem Bild wurde kein Text gefunden.</translation>
    </message>
    <message>
        <source>Cut off at the limit of new tokens; Continue goes on where it stopped.</source>
        <translation>An der Grenze neuer Token abgeschnitten; Fortsetzen macht dort weiter.</translation>
    </message>
    <message>
        <source>The model&apos;s context is full; start a new conversation to go on.</source>
        <translation>Der Kontext des Modells ist voll; beginnen Sie ein neues Gespräch.</translation>
    </message>
    <message>
        <source>The model began to repeat itself and was stopped; the text up to there is kept.</source>
        <translation>Das Modell begann sich zu wiederholen und wurde angehalten; der Text bis dahin ist erhalten.</translation>
    </message>
    <message>
        <source>Yomi was closed before the answer was complete; what was shown is kept.</source>
        <translation>Yomi wurde geschlossen, bevor die Antwort vollständig war; was dastand, ist erhalten.</translation>
    </message>
    <message>
        <source>The engine ended before the answer did; use Regenerate to ask again.</source>
        <translation>Die Engine endete vor der Antwort; mit „Neu erzeugen“ fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>The question to this answer is no longer there; send it again.</source>
        <translation>Die Frage zu dieser Antwort ist nicht mehr da; senden Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>The history could not be searched; close Yomi and start it again.</source>
        <translation>Der Verlauf konnte nicht durchsucht werden; Yomi schließen und neu starten.</translation>
    </message>
    <message>
        <source>{name} is a folder; add the pictures in it instead.</source>
        <translation>{name} ist ein Ordner; fügen Sie die Bilder darin hinzu.</translation>
    </message>
    <message>
        <source>{name} is not a regular file; save the picture to disk first.</source>
        <translation>{name} ist keine gewöhnliche Datei; speichern Sie das Bild erst.</translation>
    </message>
    <message>
        <source>{name} is not there; check the path.</source>
        <translation>{name} ist nicht da; prüfen Sie den Pfad.</translation>
    </message>
    <message>
        <source>{name} may not be read; check its permissions.</source>
        <translation>{name} darf nicht gelesen werden; prüfen Sie die Rechte.</translation>
    </message>
    <message>
        <source>{name} could not be read from disk; try to copy it elsewhere.</source>
        <translation>{name} konnte nicht gelesen werden; kopieren Sie die Datei woandershin.</translation>
    </message>
    <message>
        <source>{name} is larger than {size} MB; save a smaller copy and add that.</source>
        <translation>{name} ist größer als {size} MB; speichern Sie eine kleinere Kopie und fügen Sie diese hinzu.</translation>
    </message>
    <message>
        <source>Only the first {some} of the {all} pages of {name} were added.</source>
        <translation>Nur die ersten {some} der {all} Seiten von {name} wurden hinzugefügt.</translation>
    </message>
    <message>
        <source>There are no pictures in the folder {name}; add one that holds some.</source>
        <translation>Im Ordner {name} sind keine Bilder; fügen Sie einen hinzu, in dem welche sind.</translation>
    </message>
    <message>
        <source>Only the first {some} of the {all} pictures in the folder {name} were added.</source>
        <translation>Nur die ersten {some} der {all} Bilder im Ordner {name} wurden hinzugefügt.</translation>
    </message>
    <message>
        <source>This is only a link, and Yomi never goes online; save the picture and add the file.</source>
        <translation>Das ist nur ein Verweis, und Yomi geht nie ins Netz; speichern Sie das Bild und fügen Sie die Datei hinzu.</translation>
    </message>
    <message>
        <source>There is no picture to paste; copy one first.</source>
        <translation>Es gibt kein Bild zum Einfügen; kopieren Sie erst eines.</translation>
    </message>
    <message>
        <source>There is no picture in it (it offers {kinds}); save the picture and add the file.</source>
        <translation>Darin ist kein Bild (angeboten wird {kinds}); speichern Sie das Bild und fügen Sie die Datei hinzu.</translation>
    </message>
    <message>
        <source>There is no picture to ask about yet; add one, then ask.</source>
        <translation>Es gibt noch kein Bild, nach dem gefragt werden kann; fügen Sie eines hinzu.</translation>
    </message>
    <message>
        <source>There is nothing to send yet; add a picture.</source>
        <translation>Es gibt noch nichts zu senden; fügen Sie ein Bild hinzu.</translation>
    </message>
    <message>
        <source>Nothing was sent, since no added file can be read. {sentence}</source>
        <translation>Nichts wurde gesendet, da keine der Dateien gelesen werden kann. {sentence}</translation>
    </message>
    <message>
        <source>Page {page} of {name} was left out: {sentence}</source>
        <translation>Seite {page} von {name} wurde ausgelassen: {sentence}</translation>
    </message>
    <message>
        <source>Page {page} was left out: {sentence}</source>
        <translation>Seite {page} wurde ausgelassen: {sentence}</translation>
    </message>
    <message>
        <source>{name} was left out: {sentence}</source>
        <translation>{name} wurde ausgelassen: {sentence}</translation>
    </message>
    <message>
        <source>Left out: {sentence}</source>
        <translation>Ausgelassen: {sentence}</translation>
    </message>
    <message>
        <source>{count} files were left out, {name} first: {sentence}</source>
        <translation>{count} Dateien wurden ausgelassen, zuerst {name}: {sentence}</translation>
    </message>
    <message>
        <source>{count} files were left out. The first: {sentence}</source>
        <translation>{count} Dateien wurden ausgelassen. Die erste: {sentence}</translation>
    </message>
    <message>
        <source>{sentence} Regenerate goes on with the other pictures.</source>
        <translation>{sentence} „Neu erzeugen“ macht mit den anderen Bildern weiter.</translation>
    </message>
    <message>
        <source>{count} pictures cannot be opened, {name} first: {sentence}</source>
        <translation>{count} Bilder lassen sich nicht öffnen, zuerst {name}: {sentence}</translation>
    </message>
    <message>
        <source>{count} pictures cannot be opened. The first: {sentence}</source>
        <translation>{count} Bilder lassen sich nicht öffnen. Das erste: {sentence}</translation>
    </message>
    <message>
        <source>The file of {name} is no longer in Yomi&apos;s folder; add the picture again.</source>
        <translation>Die Datei von {name} ist nicht mehr in Yomis Ordner; fügen Sie das Bild erneut hinzu.</translation>
    </message>
    <message>
        <source>The answer is still on its way; stop it first.</source>
        <translation>Die Antwort ist noch unterwegs; halten Sie sie erst an.</translation>
    </message>
    <message>
        <source>An answer cannot be empty; delete it instead.</source>
        <translation>Eine Antwort kann nicht leer sein; löschen Sie sie stattdessen.</translation>
    </message>
    <message>
        <source>Only a part of this picture could be opened; the rest is empty.</source>
        <translation>Nur ein Teil dieses Bildes ließ sich öffnen; der Rest ist leer.</translation>
    </message>
    <message>
        <source>What comes after page {page} of this file could not be opened.</source>
        <translation>Was in dieser Datei nach Seite {page} kommt, konnte nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>That part of the picture is empty; choose a larger one.</source>
        <translation>Dieser Teil des Bildes ist leer; wählen Sie einen größeren.</translation>
    </message>
    <message>
        <source>The prompt is empty; write what is to be asked.</source>
        <translation>Der Text ist leer; schreiben Sie, was gefragt werden soll.</translation>
    </message>
    <message>
        <source>Yomi does not know what {name} stands for; known are {names}.</source>
        <translation>Yomi weiß nicht, wofür {name} steht; bekannt sind {names}.</translation>
    </message>
    <message>
        <source>The clipboard holds no text; copy the text that the preset is to use, then choose it.</source>
        <translation>In der Zwischenablage ist kein Text; kopieren Sie den Text, den die Vorlage verwenden soll, und wählen Sie sie dann.</translation>
    </message>
    <message>
        <source>The date is not known; set the clock of this computer.</source>
        <translation>Das Datum ist nicht bekannt; stellen Sie die Uhr dieses Rechners.</translation>
    </message>
    <message>
        <source>The time is not known; set the clock of this computer.</source>
        <translation>Die Uhrzeit ist nicht bekannt; stellen Sie die Uhr dieses Rechners.</translation>
    </message>
    <message>
        <source>There is no picture whose name the preset could use; add one.</source>
        <translation>Es gibt kein Bild, dessen Namen die Vorlage verwenden könnte; fügen Sie eines hinzu.</translation>
    </message>
    <message>
        <source>The preset names no language; choose one in the settings.</source>
        <translation>Die Vorlage nennt keine Sprache; wählen Sie eine in den Einstellungen.</translation>
    </message>
    <message>
        <source>The preset has no schema; write one in the settings.</source>
        <translation>Die Vorlage hat kein Schema; schreiben Sie eines in den Einstellungen.</translation>
    </message>
    <message>
        <source>The preset needs your words too; type them, then send.</source>
        <translation>Die Vorlage braucht auch Ihre Worte; tippen Sie sie ein und senden Sie dann.</translation>
    </message>
    <message>
        <source>{name} has not learnt to read as Markdown; choose a larger model for that.</source>
        <translation>{name} hat nicht gelernt, als Markdown zu lesen; wählen Sie dafür ein größeres Modell.</translation>
    </message>
    <message>
        <source>{name} has not learnt to read tables; choose a larger model for that.</source>
        <translation>{name} hat nicht gelernt, Tabellen zu lesen; wählen Sie dafür ein größeres Modell.</translation>
    </message>
    <message>
        <source>{name} cannot translate; choose a larger model for that.</source>
        <translation>{name} kann nicht übersetzen; wählen Sie dafür ein größeres Modell.</translation>
    </message>
    <message>
        <source>{name} cannot answer with JSON; choose a larger model for that.</source>
        <translation>{name} kann nicht mit JSON antworten; wählen Sie dafür ein größeres Modell.</translation>
    </message>
    <message>
        <source>This preset reads the picture as it is; take the words away, or the preset.</source>
        <translation>Diese Vorlage liest das Bild, wie es ist; nehmen Sie die Worte oder die Vorlage weg.</translation>
    </message>
    <message>
        <source>This is not valid JSON ({reason}); Regenerate asks again.</source>
        <translation>Das ist kein gültiges JSON ({reason}); „Neu erzeugen“ fragt noch einmal.</translation>
    </message>
    <message>
        <source>Valid JSON.</source>
        <translation>Gültiges JSON.</translation>
    </message>
    <message>
        <source>Valid JSON; it fits the schema.</source>
        <translation>Gültiges JSON; es entspricht dem Schema.</translation>
    </message>
    <message>
        <source>Valid JSON, but it does not fit the schema: {reason}.</source>
        <translation>Gültiges JSON, aber es entspricht dem Schema nicht: {reason}.</translation>
    </message>
    <message>
        <source>Valid JSON, but it could not be checked. {sentence}</source>
        <translation>Gültiges JSON, aber es konnte nicht geprüft werden. {sentence}</translation>
    </message>
    <message>
        <source>The schema is not valid JSON ({reason}); correct it in the settings.</source>
        <translation>Das Schema ist kein gültiges JSON ({reason}); berichtigen Sie es in den Einstellungen.</translation>
    </message>
    <message>
        <source>The schema must be a JSON object; correct it in the settings.</source>
        <translation>Das Schema muss ein JSON-Objekt sein; berichtigen Sie es in den Einstellungen.</translation>
    </message>
    <message>
        <source>The schema is no JSON Schema ({reason}); correct it in the settings.</source>
        <translation>Das Schema ist kein JSON-Schema ({reason}); berichtigen Sie es in den Einstellungen.</translation>
    </message>
    <message>
        <source>This message is not kept in the history, so it goes with the window.</source>
        <translation>Diese Nachricht steht nicht im Verlauf; sie verschwindet mit dem Fenster.</translation>
    </message>
    <message>
        <source>The picture before is still being read; drop this one again in a moment.</source>
        <translation>Das Bild davor wird noch gelesen; legen Sie dieses gleich noch einmal ab.</translation>
    </message>
    <message>
        <source>There is nothing to export yet; read a picture first.</source>
        <translation>Es gibt noch nichts zu exportieren; lesen Sie zuerst ein Bild.</translation>
    </message>
    <message>
        <source>The export could not be made; choose another format.</source>
        <translation>Der Export konnte nicht erstellt werden; wählen Sie ein anderes Format.</translation>
    </message>
    <message>
        <source>{name} is a folder; choose another name.</source>
        <translation>{name} ist ein Ordner; wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>{name} is already there; choose another name.</source>
        <translation>{name} gibt es schon; wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>The disk is full, so nothing was exported; free some space or choose another folder.</source>
        <translation>Der Datenträger ist voll, daher wurde nichts exportiert; schaffen Sie Platz oder wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>{name} may not be written there; choose another folder.</source>
        <translation>{name} darf dort nicht geschrieben werden; wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>The folder is not there any more; choose another one.</source>
        <translation>Den Ordner gibt es nicht mehr; wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>The file&apos;s name is too long; choose a shorter one.</source>
        <translation>Der Dateiname ist zu lang; wählen Sie einen kürzeren.</translation>
    </message>
    <message>
        <source>{name} could not be written; choose another folder.</source>
        <translation>{name} konnte nicht geschrieben werden; wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>The chosen device or precision is not known; choose another one.</source>
        <translation>Das gewählte Gerät oder die Genauigkeit ist unbekannt; wählen Sie etwas anderes.</translation>
    </message>
    <message>
        <source>Yomi is open in another window too; both share one history.</source>
        <translation>Yomi ist auch in einem anderen Fenster offen; beide teilen einen Verlauf.</translation>
    </message>
    <message>
        <source>The disk is full, so the history could not be written; free some space.</source>
        <translation>Die Platte ist voll, daher konnte der Verlauf nicht geschrieben werden; schaffen Sie Platz.</translation>
    </message>
    <message>
        <source>Another program holds the history, so it could not be written; close it.</source>
        <translation>Ein anderes Programm hält den Verlauf fest, daher konnte er nicht geschrieben werden; schließen Sie es.</translation>
    </message>
    <message>
        <source>The history could not be written; check the folder it lies in.</source>
        <translation>Der Verlauf konnte nicht geschrieben werden; prüfen Sie seinen Ordner.</translation>
    </message>
    <message>
        <source>The history could not be read; start Yomi again.</source>
        <translation>Der Verlauf konnte nicht gelesen werden; starten Sie Yomi neu.</translation>
    </message>
    <message>
        <source>The history could not be read; it was kept as {name} and a new one was started.</source>
        <translation>Der Verlauf war nicht lesbar; er wurde als {name} aufbewahrt und ein neuer begonnen.</translation>
    </message>
    <message>
        <source>The history was written by a newer Yomi; install that version to use it, or move {name} out of the folder {folder}.</source>
        <translation>Der Verlauf stammt von einem neueren Yomi; installieren Sie diese Version, oder verschieben Sie {name} aus dem Ordner {folder}.</translation>
    </message>
    <message>
        <source>The history in {folder} could not be opened; check that the folder is writable and not full.</source>
        <translation>Der Verlauf in {folder} ließ sich nicht öffnen; prüfen Sie, ob der Ordner beschreibbar und nicht voll ist.</translation>
    </message>
    <message>
        <source>The history is damaged and could not be moved aside; move {path} away and start Yomi again.</source>
        <translation>Der Verlauf ist beschädigt und ließ sich nicht beiseitelegen; verschieben Sie {path}, und starten Sie Yomi neu.</translation>
    </message>
    <message>
        <source>Until then nothing is kept.</source>
        <translation>Bis dahin wird nichts aufbewahrt.</translation>
    </message>
    <message>
        <source>This conversation was changed by another program and cannot be shown; open another one.</source>
        <translation>Dieses Gespräch wurde von einem anderen Programm verändert und kann nicht gezeigt werden; öffnen Sie ein anderes.</translation>
    </message>
    <message>
        <source>The picture&apos;s file is not known to Yomi; add the picture again.</source>
        <translation>Die Datei des Bildes ist Yomi nicht bekannt; fügen Sie das Bild noch einmal hinzu.</translation>
    </message>
    <message>
        <source>The picture could not be kept in {folder}; is it writable, and is there free space?</source>
        <translation>Das Bild konnte in {folder} nicht aufbewahrt werden; ist der Ordner beschreibbar, und ist noch Platz?</translation>
    </message>
    <message>
        <source>Another program holds the history; close it and start Yomi again.</source>
        <translation>Ein anderes Programm hält den Verlauf fest; schließen Sie es und starten Sie Yomi neu.</translation>
    </message>
    <message>
        <source>The picture&apos;s file is no longer in Yomi&apos;s folder; add the picture again.</source>
        <translation>Die Bilddatei ist nicht mehr in Yomis Ordner; fügen Sie das Bild erneut hinzu.</translation>
    </message>
    <message>
        <source>The settings could not be read; check the permissions of {path}.</source>
        <translation>Die Einstellungen konnten nicht gelesen werden; prüfen Sie die Rechte von {path}.</translation>
    </message>
    <message>
        <source>The settings could not be understood; the file was kept as {name}.</source>
        <translation>Die Einstellungen waren nicht lesbar; die Datei wurde als {name} aufbewahrt.</translation>
    </message>
    <message>
        <source>The settings and the copy before them could not be understood; they were kept as {name} and {backup}.</source>
        <translation>Die Einstellungen und die Kopie davor waren nicht lesbar; sie wurden als {name} und {backup} aufbewahrt.</translation>
    </message>
    <message>
        <source>The settings before the last change are in use.</source>
        <translation>Die Einstellungen vor der letzten Änderung sind in Gebrauch.</translation>
    </message>
    <message>
        <source>The defaults are in use.</source>
        <translation>Die Vorgaben sind in Gebrauch.</translation>
    </message>
    <message>
        <source>Something unexpected went wrong; Yomi goes on. Details are in {path}.</source>
        <translation>Etwas Unerwartetes ging schief; Yomi läuft weiter. Näheres steht in {path}.</translation>
    </message>
    <message>
        <source>The sample picture is missing from this installation; open a picture of yours instead.</source>
        <translation>Das Beispielbild fehlt in dieser Installation; öffnen Sie ein eigenes Bild.</translation>
    </message>
    <message>
        <source>The model folder {path} does not exist; choose a folder that holds a model.</source>
        <translation>Den Modellordner {path} gibt es nicht; wählen Sie einen Ordner, der ein Modell enthält.</translation>
    </message>
    <message>
        <source>The model folder has no {name}; choose the folder that holds config.json and the weights.</source>
        <translation>Im Modellordner fehlt {name}; wählen Sie den Ordner mit config.json und den Gewichten.</translation>
    </message>
    <message>
        <source>The model folder has no {name}; download the model again.</source>
        <translation>Im Modellordner fehlt {name}; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>The model folder has no chat template, so Yomi cannot talk to it; choose an Instruct model.</source>
        <translation>Im Modellordner fehlt die Gesprächsvorlage, daher kann Yomi nicht mit dem Modell sprechen; wählen Sie ein Instruct-Modell.</translation>
    </message>
    <message>
        <source>The model folder lacks {some} of {all} weight files; download the model again.</source>
        <translation>Im Modellordner fehlen {some} von {all} Gewichtsdateien; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} in the model folder is not a JSON object; download it again.</source>
        <translation>{name} im Modellordner ist kein JSON-Objekt; laden Sie die Datei noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} in the model folder is not valid JSON; download it again.</source>
        <translation>{name} im Modellordner ist kein gültiges JSON; laden Sie die Datei noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} in the model folder is not a file; download it again.</source>
        <translation>{name} im Modellordner ist keine Datei; laden Sie sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} in the model folder is far too large to be what its name says; download the model again.</source>
        <translation>{name} im Modellordner ist viel zu groß für das, was der Name sagt; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} in the model folder cannot be read; check its permissions.</source>
        <translation>{name} im Modellordner kann nicht gelesen werden; prüfen Sie die Zugriffsrechte.</translation>
    </message>
    <message>
        <source>{name} in the model folder cannot be read; restore the file or delete it.</source>
        <translation>{name} im Modellordner kann nicht gelesen werden; stellen Sie die Datei wieder her oder löschen Sie sie.</translation>
    </message>
    <message>
        <source>{name} in the model folder must hold a JSON object.</source>
        <translation>{name} im Modellordner muss ein JSON-Objekt enthalten.</translation>
    </message>
    <message>
        <source>&apos;{key}&apos; in {name} must be of type {kind}.</source>
        <translation>„{key}“ in {name} muss vom Typ {kind} sein.</translation>
    </message>
    <message>
        <source>&apos;{key}&apos; in {name} must be a JSON object.</source>
        <translation>„{key}“ in {name} muss ein JSON-Objekt sein.</translation>
    </message>
    <message>
        <source>&apos;{key}&apos; in {name} must be a positive whole number.</source>
        <translation>„{key}“ in {name} muss eine positive ganze Zahl sein.</translation>
    </message>
    <message>
        <source>{name} has an impossible value for {key}; the model folder is damaged or of an unknown kind.</source>
        <translation>{name} hat einen unmöglichen Wert für {key}; der Modellordner ist beschädigt oder von unbekannter Art.</translation>
    </message>
    <message>
        <source>{name} is a Git LFS pointer, not the file itself; run `git lfs pull` in the model folder.</source>
        <translation>{name} ist nur ein Git-LFS-Zeiger, nicht die Datei selbst; führen Sie `git lfs pull` im Modellordner aus.</translation>
    </message>
    <message>
        <source>{name} is a Git LFS pointer, not the weights; run `git lfs pull` in the model folder.</source>
        <translation>{name} ist nur ein Git-LFS-Zeiger, nicht die Gewichte; führen Sie `git lfs pull` im Modellordner aus.</translation>
    </message>
    <message>
        <source>config.json does not say which kind of model this is; choose a Qwen3-VL model folder.</source>
        <translation>config.json sagt nicht, welche Art Modell das ist; wählen Sie einen Ordner mit einem Qwen3-VL-Modell.</translation>
    </message>
    <message>
        <source>Yomi cannot run models of the kind {kind}; choose a model of one of these kinds: {known}.</source>
        <translation>Yomi kann Modelle der Art {kind} nicht ausführen; wählen Sie eines dieser Art: {known}.</translation>
    </message>
    <message>
        <source>This model&apos;s weights are quantised in a format that Yomi does not read; choose the unquantised model.</source>
        <translation>Die Gewichte dieses Modells sind in einem Format quantisiert, das Yomi nicht liest; wählen Sie das unquantisierte Modell.</translation>
    </message>
    <message>
        <source>This model&apos;s weights are stored in a number format that Yomi does not read; choose the unquantised model.</source>
        <translation>Die Gewichte dieses Modells liegen in einem Zahlenformat vor, das Yomi nicht liest; wählen Sie das unquantisierte Modell.</translation>
    </message>
    <message>
        <source>This model&apos;s weights are Python pickles, which can run any code and are never loaded; choose a model in safetensors format.</source>
        <translation>Die Gewichte dieses Modells sind Python-Pickles, die beliebigen Code ausführen können und nie geladen werden; wählen Sie ein Modell im Format safetensors.</translation>
    </message>
    <message>
        <source>The weights do not fit config.json ({missing} tensors missing, {extra} unknown); download the model again.</source>
        <translation>Die Gewichte passen nicht zu config.json ({missing} Tensoren fehlen, {extra} sind unbekannt); laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>The weights do not fit config.json ({wrong} tensors of another shape); download the model again.</source>
        <translation>Die Gewichte passen nicht zu config.json ({wrong} Tensoren mit anderer Form); laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>Loading was cancelled; the model loaded before is still in use.</source>
        <translation>Das Laden wurde abgebrochen; das Modell von vorher ist weiter in Gebrauch.</translation>
    </message>
    <message>
        <source>{name} lists no weights; download the model again.</source>
        <translation>{name} führt keine Gewichte auf; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} does not match the weight files; download the model again.</source>
        <translation>{name} passt nicht zu den Gewichtsdateien; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} became shorter while loading; download the model again.</source>
        <translation>{name} wurde beim Laden kürzer; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} became shorter while it was read; download the model again.</source>
        <translation>{name} wurde beim Lesen kürzer; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} points outside the model folder; do not use this model.</source>
        <translation>{name} verweist auf etwas außerhalb des Modellordners; benutzen Sie dieses Modell nicht.</translation>
    </message>
    <message>
        <source>Two weight files hold the same tensor; download the model again.</source>
        <translation>Zwei Gewichtsdateien enthalten denselben Tensor; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} cannot be read; check the disk.</source>
        <translation>{name} kann nicht gelesen werden; prüfen Sie den Datenträger.</translation>
    </message>
    <message>
        <source>{name} cannot be read; check its permissions.</source>
        <translation>{name} kann nicht gelesen werden; prüfen Sie die Zugriffsrechte.</translation>
    </message>
    <message>
        <source>{name} cannot be read; download the model again.</source>
        <translation>{name} kann nicht gelesen werden; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} is damaged; download the model again.</source>
        <translation>{name} ist beschädigt; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} is cut short; download the model again.</source>
        <translation>{name} ist abgeschnitten; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} is not a safetensors file; download the model again.</source>
        <translation>{name} ist keine safetensors-Datei; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} is not a file; download the model again.</source>
        <translation>{name} ist keine Datei; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} is far too large; download the model again.</source>
        <translation>{name} ist viel zu groß; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>tokenizer_config.json has an impossible chat_template; download the model again.</source>
        <translation>tokenizer_config.json hat eine unmögliche chat_template; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is damaged; download the model again.</source>
        <translation>Die Gesprächsvorlage des Modells ist beschädigt; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template cannot express this conversation; start a new one or choose another model.</source>
        <translation>Die Gesprächsvorlage des Modells kann dieses Gespräch nicht ausdrücken; beginnen Sie ein neues oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The tokenizer has more tokens than the model knows; download the model again.</source>
        <translation>Der Tokenizer hat mehr Token, als das Modell kennt; laden Sie das Modell noch einmal herunter.</translation>
    </message>
    <message>
        <source>This model&apos;s tokenizer is not byte-level, which Yomi needs; choose a Qwen3-VL model.</source>
        <translation>Der Tokenizer dieses Modells arbeitet nicht byteweise, was Yomi braucht; wählen Sie ein Qwen3-VL-Modell.</translation>
    </message>
    <message>
        <source>{name} does not fit this model; make it anew with {command}, or choose another precision.</source>
        <translation>{name} passt nicht zu diesem Modell; erstellen Sie die Datei neu mit {command} oder wählen Sie eine andere Genauigkeit.</translation>
    </message>
    <message>
        <source>{name} is damaged; make it anew with {command}, or choose another precision.</source>
        <translation>{name} ist beschädigt; erstellen Sie die Datei neu mit {command} oder wählen Sie eine andere Genauigkeit.</translation>
    </message>
    <message>
        <source>{name} is of another version of Yomi; make it anew with {command}, or choose another precision.</source>
        <translation>{name} stammt von einer anderen Version von Yomi; erstellen Sie die Datei neu mit {command} oder wählen Sie eine andere Genauigkeit.</translation>
    </message>
    <message>
        <source>No int4 weights lie beside this model; make them with {command}, or choose another precision.</source>
        <translation>Neben diesem Modell liegen keine int4-Gewichte; erstellen Sie sie mit {command} oder wählen Sie eine andere Genauigkeit.</translation>
    </message>
    <message>
        <source>No model is loaded; choose a model folder first.</source>
        <translation>Es ist kein Modell geladen; wählen Sie zuerst einen Modellordner.</translation>
    </message>
    <message>
        <source>The model was closed; open one first.</source>
        <translation>Das Modell wurde geschlossen; öffnen Sie zuerst eines.</translation>
    </message>
    <message>
        <source>The model gave something that is no number: its weights are damaged, or they do not suit this precision; download the model again or choose fp32.</source>
        <translation>Das Modell ergab etwas, das keine Zahl ist: Seine Gewichte sind beschädigt oder passen nicht zu dieser Genauigkeit; laden Sie das Modell noch einmal herunter oder wählen Sie fp32.</translation>
    </message>
    <message>
        <source>There is no device {device}; choose auto, cpu, cuda or mps.</source>
        <translation>Das Gerät {device} gibt es nicht; wählen Sie auto, cpu, cuda oder mps.</translation>
    </message>
    <message>
        <source>This computer has no NVIDIA card that Yomi can use; choose the device cpu or auto.</source>
        <translation>Dieser Computer hat keine NVIDIA-Karte, die Yomi benutzen kann; wählen Sie das Gerät cpu oder auto.</translation>
    </message>
    <message>
        <source>This computer has no Apple GPU that Yomi can use; choose the device cpu or auto.</source>
        <translation>Dieser Computer hat keine Apple-GPU, die Yomi benutzen kann; wählen Sie das Gerät cpu oder auto.</translation>
    </message>
    <message>
        <source>This NVIDIA card cannot compute in bf16; choose the precision fp32 or auto.</source>
        <translation>Diese NVIDIA-Karte kann nicht in bf16 rechnen; wählen Sie die Genauigkeit fp32 oder auto.</translation>
    </message>
    <message>
        <source>There is not enough free memory to run this model; close other programs or choose a smaller model.</source>
        <translation>Für dieses Modell ist nicht genug Speicher frei; schließen Sie andere Programme oder wählen Sie ein kleineres Modell.</translation>
    </message>
    <message>
        <source>There is not enough memory for this; use smaller pictures, close other programs, or choose a smaller model.</source>
        <translation>Dafür reicht der Speicher nicht; nehmen Sie kleinere Bilder, schließen Sie andere Programme oder wählen Sie ein kleineres Modell.</translation>
    </message>
    <message>
        <source>There is not enough memory for this picture; send a smaller one.</source>
        <translation>Für dieses Bild reicht der Speicher nicht; senden Sie ein kleineres.</translation>
    </message>
    <message>
        <source>The memory of this machine is used up; close other programs or choose a smaller model.</source>
        <translation>Der Speicher dieses Rechners ist erschöpft; schließen Sie andere Programme oder wählen Sie ein kleineres Modell.</translation>
    </message>
    <message>
        <source>Something unforeseen went wrong in the engine; try again, and restart the engine if it stays.</source>
        <translation>In der Engine ist etwas Unvorhergesehenes schiefgegangen; versuchen Sie es noch einmal und starten Sie die Engine neu, wenn es bleibt.</translation>
    </message>
    <message>
        <source>The graphics card stopped answering; restart the engine to go on.</source>
        <translation>Die Grafikkarte antwortet nicht mehr; starten Sie die Engine neu, um weiterzumachen.</translation>
    </message>
    <message>
        <source>A faster way to compute failed on this machine; Yomi goes on without it.</source>
        <translation>Ein schnellerer Rechenweg ist auf diesem Rechner gescheitert; Yomi macht ohne ihn weiter.</translation>
    </message>
    <message>
        <source>A faster way to compute gave another text than the plain one, so it is not used.</source>
        <translation>Ein schnellerer Rechenweg ergab einen anderen Text als der einfache und wird nicht benutzt.</translation>
    </message>
    <message>
        <source>A faster way to compute was not as sure of its text as the plain one, so it is not used.</source>
        <translation>Ein schnellerer Rechenweg war sich seines Textes weniger sicher als der einfache und wird nicht benutzt.</translation>
    </message>
    <message>
        <source>The fast kernels do not run on this card; reading goes on with the ordinary ones.</source>
        <translation>Die schnellen Kernel laufen auf dieser Karte nicht; gelesen wird mit den gewöhnlichen.</translation>
    </message>
    <message>
        <source>The fast kernels cannot be compiled on this machine; reading goes on with the ordinary ones.</source>
        <translation>Die schnellen Kernel lassen sich auf diesem Rechner nicht übersetzen; gelesen wird mit den gewöhnlichen.</translation>
    </message>
    <message>
        <source>The fast step does not serve this model on this card; reading goes on with the ordinary kernels.</source>
        <translation>Der schnelle Schritt taugt auf dieser Karte nicht für dieses Modell; gelesen wird mit den gewöhnlichen Kerneln.</translation>
    </message>
    <message>
        <source>The fast step gave up.</source>
        <translation>Der schnelle Schritt hat aufgegeben.</translation>
    </message>
    <message>
        <source>{name} is {what}; {advice}.</source>
        <translation>{name} ist {what}; {advice}.</translation>
    </message>
    <message>
        <source>{name} is a {kind} picture that is damaged or cut short; copy or download it again.</source>
        <translation>{name} ist ein {kind}-Bild, das beschädigt oder abgeschnitten ist; kopieren oder laden Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{name} is a picture that is damaged or cut short; copy or download it again.</source>
        <translation>{name} ist ein Bild, das beschädigt oder abgeschnitten ist; kopieren oder laden Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{name} is damaged from page {page} on; copy or download it again.</source>
        <translation>{name} ist ab Seite {page} beschädigt; kopieren oder laden Sie die Datei noch einmal.</translation>
    </message>
    <message>
        <source>{name} has 1 page, so there is no page {page}; choose another.</source>
        <translation>{name} hat 1 Seite, eine Seite {page} gibt es also nicht; wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>{name} has {count} pages, so there is no page {page}; choose another.</source>
        <translation>{name} hat {count} Seiten, eine Seite {page} gibt es also nicht; wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>{name} has more than {millions} million pixels; save it smaller or cut out the part to read.</source>
        <translation>{name} hat mehr als {millions} Millionen Pixel; speichern Sie es kleiner oder schneiden Sie den Teil aus, der gelesen werden soll.</translation>
    </message>
    <message>
        <source>{name} is only {width} × {height} pixels, too small to hold text; open a larger copy.</source>
        <translation>{name} hat nur {width} × {height} Pixel, zu wenig für Text; öffnen Sie eine größere Kopie.</translation>
    </message>
    <message>
        <source>{name} is {width} × {height} pixels, too narrow a strip to read; cut it into shorter pieces.</source>
        <translation>{name} hat {width} × {height} Pixel, ein zu schmaler Streifen zum Lesen; schneiden Sie ihn in kürzere Stücke.</translation>
    </message>
    <message>
        <source>{name} does not fit into memory; close other programs or save it smaller.</source>
        <translation>{name} passt nicht in den Speicher; schließen Sie andere Programme oder speichern Sie es kleiner.</translation>
    </message>
    <message>
        <source>{name} is not a picture that Yomi knows; save it as PNG or JPEG and open that.</source>
        <translation>{name} ist kein Bild, das Yomi kennt; speichern Sie es als PNG oder JPEG und öffnen Sie das.</translation>
    </message>
    <message>
        <source>{name} is a text file, not a picture; its text needs no reading.</source>
        <translation>{name} ist eine Textdatei, kein Bild; ihr Text muss nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The picture has no pixels; choose another one.</source>
        <translation>Das Bild hat keine Pixel; wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>The picture is more than {times} times as long as it is wide; crop it into parts.</source>
        <translation>Das Bild ist mehr als {times}-mal so lang wie breit; zerschneiden Sie es in Teile.</translation>
    </message>
    <message>
        <source>That part lies outside the picture or is too small to hold text; the picture is {width} × {height} pixels.</source>
        <translation>Dieser Teil liegt außerhalb des Bildes oder ist zu klein für Text; das Bild hat {width} × {height} Pixel.</translation>
    </message>
    <message>
        <source>There is no picture to read; add one and send it again.</source>
        <translation>Es ist kein Bild zum Lesen da; fügen Sie eines hinzu und senden Sie noch einmal.</translation>
    </message>
    <message>
        <source>Turned upright by its EXIF orientation.</source>
        <translation>Nach der EXIF-Ausrichtung aufgerichtet.</translation>
    </message>
    <message>
        <source>Parts of this picture are damaged; what is left of it is read.</source>
        <translation>Teile dieses Bildes sind beschädigt; gelesen wird, was davon übrig ist.</translation>
    </message>
    <message>
        <source>Read at {width} × {height} of its {source_width} × {source_height} pixels.</source>
        <translation>Mit {width} × {height} von {source_width} × {source_height} Pixeln gelesen.</translation>
    </message>
    <message>
        <source>Animated: the first of {frames} frames is read.</source>
        <translation>Animiert: Das erste von {frames} Bildern wird gelesen.</translation>
    </message>
    <message>
        <source>Animated: frame {frame} of {frames} is read.</source>
        <translation>Animiert: Bild {frame} von {frames} wird gelesen.</translation>
    </message>
    <message>
        <source>Transparency laid on white.</source>
        <translation>Durchsichtiges auf Weiß gelegt.</translation>
    </message>
    <message>
        <source>Transparency laid on a dark ground: its ink is light.</source>
        <translation>Durchsichtiges auf dunklen Grund gelegt: Die Schrift ist hell.</translation>
    </message>
    <message>
        <source>Fully transparent: there is nothing to see.</source>
        <translation>Ganz durchsichtig: Es ist nichts zu sehen.</translation>
    </message>
    <message>
        <source>Holds no finite value: there is nothing to see.</source>
        <translation>Enthält keinen endlichen Wert: Es ist nichts zu sehen.</translation>
    </message>
    <message>
        <source>Grey values {low} to {high} stretched to full contrast.</source>
        <translation>Grauwerte {low} bis {high} auf vollen Kontrast gespreizt.</translation>
    </message>
    <message>
        <source>Converted from LAB colour.</source>
        <translation>Aus LAB-Farben umgerechnet.</translation>
    </message>
    <message>
        <source>Converted from CMYK.</source>
        <translation>Aus CMYK umgerechnet.</translation>
    </message>
    <message>
        <source>Converted from CMYK by its colour profile.</source>
        <translation>Aus CMYK nach dem Farbprofil umgerechnet.</translation>
    </message>
    <message>
        <source>Converted from CMYK; its colour profile is unusable.</source>
        <translation>Aus CMYK umgerechnet; das Farbprofil ist unbrauchbar.</translation>
    </message>
    <message>
        <source>The pictures and text together take {tokens} tokens, and this model holds {most}; use fewer or smaller pictures, or start a new conversation.</source>
        <translation>Bilder und Text brauchen zusammen {tokens} Token, und dieses Modell fasst {most}; nehmen Sie weniger oder kleinere Bilder oder beginnen Sie ein neues Gespräch.</translation>
    </message>
    <message>
        <source>The model&apos;s memory of {most} tokens is full; start a new conversation.</source>
        <translation>Der Kontext des Modells von {most} Token ist voll; beginnen Sie ein neues Gespräch.</translation>
    </message>
    <message>
        <source>This does not fit into the model&apos;s context; send fewer or smaller pictures, ask in fewer words, or start a new conversation.</source>
        <translation>Das passt nicht in den Kontext des Modells; senden Sie weniger oder kleinere Bilder, fragen Sie kürzer oder beginnen Sie ein neues Gespräch.</translation>
    </message>
    <message>
        <source>There is nothing to answer; send a picture or a question.</source>
        <translation>Es gibt nichts zu beantworten; senden Sie ein Bild oder eine Frage.</translation>
    </message>
    <message>
        <source>There is nothing to answer; type a question or add a picture.</source>
        <translation>Es gibt nichts zu beantworten; tippen Sie eine Frage oder fügen Sie ein Bild hinzu.</translation>
    </message>
    <message>
        <source>The question has no words; ask in words, as in: What is the total?</source>
        <translation>Die Frage hat keine Wörter; fragen Sie in Worten, etwa: Wie hoch ist die Summe?</translation>
    </message>
    <message>
        <source>The limit of new tokens must be at least 1.</source>
        <translation>Die Grenze für neue Token muss mindestens 1 sein.</translation>
    </message>
    <message>
        <source>The budget of visual tokens must be at least 1.</source>
        <translation>Das Budget für Bildtoken muss mindestens 1 sein.</translation>
    </message>
    <message>
        <source>This model has not learnt to read as Markdown; read the plain text, or choose another model.</source>
        <translation>Dieses Modell hat nicht gelernt, als Markdown zu lesen; lesen Sie den reinen Text oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>This small model answers only about a picture; add one and ask again.</source>
        <translation>Dieses kleine Modell antwortet nur zu einem Bild; fügen Sie eines hinzu und fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>Name the field that is asked for, as in: field Order number.</source>
        <translation>Nennen Sie das Feld, nach dem gefragt wird, etwa: field Bestellnummer.</translation>
    </message>
    <message>
        <source>This small model looks through at most {count} pictures or pages for one question; ask about fewer of them.</source>
        <translation>Dieses kleine Modell sieht für eine Frage höchstens {count} Bilder oder Seiten durch; fragen Sie nach weniger davon.</translation>
    </message>
    <message>
        <source>The conversation and its pictures do not match; start a new conversation.</source>
        <translation>Gespräch und Bilder passen nicht zusammen; beginnen Sie ein neues Gespräch.</translation>
    </message>
    <message>
        <source>Only a user&apos;s turn can hold pictures; start a new conversation.</source>
        <translation>Nur eine Frage kann Bilder enthalten; beginnen Sie ein neues Gespräch.</translation>
    </message>
    <message>
        <source>Checking the model folder</source>
        <translation>Der Modellordner wird geprüft</translation>
    </message>
    <message>
        <source>Checking the int4 weights</source>
        <translation>Die int4-Gewichte werden geprüft</translation>
    </message>
    <message>
        <source>Reading the weights</source>
        <translation>Die Gewichte werden gelesen</translation>
    </message>
    <message>
        <source>Preparing the model</source>
        <translation>Das Modell wird vorbereitet</translation>
    </message>
    <message>
        <source>The picture</source>
        <translation>Das Bild</translation>
    </message>
    <message>
        <source>empty (0 bytes)</source>
        <translation>leer (0 Byte)</translation>
    </message>
    <message>
        <source>copy or download it again</source>
        <translation>kopieren oder laden Sie es noch einmal</translation>
    </message>
    <message>
        <source>only a Git LFS pointer, not the picture itself</source>
        <translation>nur ein Git-LFS-Zeiger, nicht das Bild selbst</translation>
    </message>
    <message>
        <source>run `git lfs pull` and open it again</source>
        <translation>führen Sie `git lfs pull` aus und öffnen Sie es noch einmal</translation>
    </message>
    <message>
        <source>a Photoshop document</source>
        <translation>ein Photoshop-Dokument</translation>
    </message>
    <message>
        <source>a GIMP document</source>
        <translation>ein GIMP-Dokument</translation>
    </message>
    <message>
        <source>a PostScript document</source>
        <translation>ein PostScript-Dokument</translation>
    </message>
    <message>
        <source>a DjVu document</source>
        <translation>ein DjVu-Dokument</translation>
    </message>
    <message>
        <source>a Windows metafile drawing</source>
        <translation>eine Windows-Metafile-Zeichnung</translation>
    </message>
    <message>
        <source>a JPEG XL picture</source>
        <translation>ein JPEG-XL-Bild</translation>
    </message>
    <message>
        <source>a DICOM medical picture</source>
        <translation>ein medizinisches DICOM-Bild</translation>
    </message>
    <message>
        <source>a camera raw file</source>
        <translation>eine Rohdatei einer Kamera</translation>
    </message>
    <message>
        <source>a text document</source>
        <translation>ein Textdokument</translation>
    </message>
    <message>
        <source>an old Office document</source>
        <translation>ein altes Office-Dokument</translation>
    </message>
    <message>
        <source>a RAR archive</source>
        <translation>ein RAR-Archiv</translation>
    </message>
    <message>
        <source>a 7-Zip archive</source>
        <translation>ein 7-Zip-Archiv</translation>
    </message>
    <message>
        <source>a gzip archive</source>
        <translation>ein gzip-Archiv</translation>
    </message>
    <message>
        <source>a Zstandard archive</source>
        <translation>ein Zstandard-Archiv</translation>
    </message>
    <message>
        <source>an xz archive</source>
        <translation>ein xz-Archiv</translation>
    </message>
    <message>
        <source>a bzip2 archive</source>
        <translation>ein bzip2-Archiv</translation>
    </message>
    <message>
        <source>a tar archive</source>
        <translation>ein tar-Archiv</translation>
    </message>
    <message>
        <source>a ZIP archive</source>
        <translation>ein ZIP-Archiv</translation>
    </message>
    <message>
        <source>a video</source>
        <translation>ein Video</translation>
    </message>
    <message>
        <source>a sound or video file</source>
        <translation>eine Ton- oder Videodatei</translation>
    </message>
    <message>
        <source>a sound file</source>
        <translation>eine Tondatei</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>ein Programm</translation>
    </message>
    <message>
        <source>a database</source>
        <translation>eine Datenbank</translation>
    </message>
    <message>
        <source>a PDF document, not a picture</source>
        <translation>ein PDF-Dokument, kein Bild</translation>
    </message>
    <message>
        <source>a Word document</source>
        <translation>ein Word-Dokument</translation>
    </message>
    <message>
        <source>an Excel workbook</source>
        <translation>eine Excel-Arbeitsmappe</translation>
    </message>
    <message>
        <source>a PowerPoint presentation</source>
        <translation>eine PowerPoint-Präsentation</translation>
    </message>
    <message>
        <source>an Office document</source>
        <translation>ein Office-Dokument</translation>
    </message>
    <message>
        <source>an e-book</source>
        <translation>ein E-Book</translation>
    </message>
    <message>
        <source>an OpenDocument file</source>
        <translation>eine OpenDocument-Datei</translation>
    </message>
    <message>
        <source>a HEIC photo, which Yomi cannot decode</source>
        <translation>ein HEIC-Foto, das Yomi nicht entschlüsseln kann</translation>
    </message>
    <message>
        <source>an SVG drawing</source>
        <translation>eine SVG-Zeichnung</translation>
    </message>
    <message>
        <source>a web page, not a picture</source>
        <translation>eine Webseite, kein Bild</translation>
    </message>
    <message>
        <source>export it as PNG or JPEG and open that</source>
        <translation>exportieren Sie es als PNG oder JPEG und öffnen Sie das</translation>
    </message>
    <message>
        <source>save its pages as PNG pictures and open those</source>
        <translation>speichern Sie die Seiten als PNG-Bilder und öffnen Sie diese</translation>
    </message>
    <message>
        <source>unpack it and open the pictures inside</source>
        <translation>entpacken Sie es und öffnen Sie die Bilder darin</translation>
    </message>
    <message>
        <source>open it in a word processor: its text needs no reading</source>
        <translation>öffnen Sie es in einer Textverarbeitung: Der Text muss nicht gelesen werden</translation>
    </message>
    <message>
        <source>take a still picture of the frame that you want read</source>
        <translation>machen Sie ein Standbild von der Stelle, die gelesen werden soll</translation>
    </message>
    <message>
        <source>open a picture instead</source>
        <translation>öffnen Sie stattdessen ein Bild</translation>
    </message>
    <message>
        <source>save it as JPEG or PNG (on an iPhone: Settings, Camera, Formats, Most Compatible)</source>
        <translation>speichern Sie es als JPEG oder PNG (auf dem iPhone: Einstellungen, Kamera, Formate, Maximale Kompatibilität)</translation>
    </message>
    <message>
        <source>open it in a browser and take a screenshot, or save the picture itself</source>
        <translation>öffnen Sie sie im Browser und machen Sie ein Bildschirmfoto, oder speichern Sie das Bild selbst</translation>
    </message>
</context>
<context>
    <name>StateNote</name>
    <message>
        <source>Copy details</source>
        <translation>Details kopieren</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>Noch kein Modell</translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s)</source>
        <translation>
            <numerusform>%n Verbindung</numerusform>
            <numerusform>%n Verbindungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s) since the start</source>
        <translation>
            <numerusform>%n Verbindung seit dem Start</numerusform>
            <numerusform>%n Verbindungen seit dem Start</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n refused</source>
        <translation>
            <numerusform>%n abgelehnt</numerusform>
            <numerusform>%n abgelehnt</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThumbnailWidget</name>
    <message>
        <source>Picture {what}; open it large</source>
        <translation>Bild {what}; groß öffnen</translation>
    </message>
    <message>
        <source>Open large</source>
        <translation>Groß öffnen</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>The picture is no longer in the image store.</source>
        <translation>Das Bild ist nicht mehr im Bildspeicher.</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Show Yomi</source>
        <translation>Yomi zeigen</translation>
    </message>
    <message>
        <source>Capture a region</source>
        <translation>Bereich aufnehmen</translation>
    </message>
    <message>
        <source>Capture the same region again</source>
        <translation>Denselben Bereich noch einmal aufnehmen</translation>
    </message>
    <message>
        <source>Read the clipboard</source>
        <translation>Zwischenablage lesen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Yomi: read what is on the screen</source>
        <translation>Yomi: lesen, was auf dem Bildschirm steht</translation>
    </message>
</context>
<context>
    <name>TrayHead</name>
    <message>
        <source>Remove all</source>
        <translation>Alle entfernen</translation>
    </message>
    <message>
        <source>Remove all pictures</source>
        <translation>Alle Bilder entfernen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s)</source>
        <translation>
            <numerusform>%Ln Bild</numerusform>
            <numerusform>%Ln Bilder</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UserMessageWidget</name>
    <message>
        <source>Your message</source>
        <translation>Ihre Nachricht</translation>
    </message>
    <message>
        <source>Show more ({count} characters are left)</source>
        <translation>Mehr zeigen (noch {count} Zeichen)</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>Ihre Worte</translation>
    </message>
    <message>
        <source>Edit and ask again</source>
        <translation>Bearbeiten und neu fragen</translation>
    </message>
    <message>
        <source>Ask again about another picture</source>
        <translation>Zu einem anderen Bild fragen</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>Ab hier löschen</translation>
    </message>
</context>
</TS>
