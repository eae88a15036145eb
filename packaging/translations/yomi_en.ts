<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Capturing</name>
    <message numerus="yes">
        <source>The screen is captured in %n second(s)…</source>
        <translation>
            <numerusform>The screen is captured in %n second…</numerusform>
            <numerusform>The screen is captured in %n seconds…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CostBar</name>
    <message numerus="yes">
        <source>About %Ln visual token(s)</source>
        <translation>
            <numerusform>About %Ln visual token</numerusform>
            <numerusform>About %Ln visual tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Desktop</name>
    <message numerus="yes">
        <source>Removed %Ln picture(s).</source>
        <translation>
            <numerusform>Removed %Ln picture.</numerusform>
            <numerusform>Removed %Ln pictures.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message numerus="yes">
        <source>%n place(s)</source>
        <translation>
            <numerusform>%n place</numerusform>
            <numerusform>%n places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImageViewerDialog</name>
    <message numerus="yes">
        <source>read in about %n part(s)</source>
        <translation>
            <numerusform>read in about %n part</numerusform>
            <numerusform>read in about %n parts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n visual token(s)</source>
        <translation>
            <numerusform>%n visual token</numerusform>
            <numerusform>%n visual tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LivePanel</name>
    <message numerus="yes">
        <source>%n answer(s) wait for this one</source>
        <translation>
            <numerusform>%n answer waits for this one</numerusform>
            <numerusform>%n answers wait for this one</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MessageGallery</name>
    <message numerus="yes">
        <source>Show %Ln more picture(s)</source>
        <translation>
            <numerusform>Show %Ln more picture</numerusform>
            <numerusform>Show %Ln more pictures</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PrivacySummary</name>
    <message numerus="yes">
        <source>%n connection(s) since the start</source>
        <translation>
            <numerusform>%n connection since the start</numerusform>
            <numerusform>%n connections since the start</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attempt(s) were refused.</source>
        <translation>
            <numerusform>%n attempt was refused.</numerusform>
            <numerusform>%n attempts were refused.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The operating system lists %n internet socket(s) of Yomi.</source>
        <translation>
            <numerusform>The operating system lists %n internet socket of Yomi.</numerusform>
            <numerusform>The operating system lists %n internet sockets of Yomi.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunsDialog</name>
    <message numerus="yes">
        <source>Clear all %n run(s)?</source>
        <translation>
            <numerusform>Clear %n run?</numerusform>
            <numerusform>Clear all %n runs?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SearchResults</name>
    <message numerus="yes">
        <source>%n message(s) still to look through…</source>
        <translation>
            <numerusform>%n message still to look through…</numerusform>
            <numerusform>%n messages still to look through…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In %n conversation(s)</source>
        <translation>
            <numerusform>In %n conversation</numerusform>
            <numerusform>In %n conversations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message numerus="yes">
        <source>%n connection(s)</source>
        <translation>
            <numerusform>%n connection</numerusform>
            <numerusform>%n connections</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s) since the start</source>
        <translation>
            <numerusform>%n connection since the start</numerusform>
            <numerusform>%n connections since the start</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n refused</source>
        <translation>
            <numerusform>%n refused</numerusform>
            <numerusform>%n refused</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrayHead</name>
    <message numerus="yes">
        <source>%Ln picture(s)</source>
        <translation>
            <numerusform>%Ln picture</numerusform>
            <numerusform>%Ln pictures</numerusform>
        </translation>
    </message>
</context>
</TS>
