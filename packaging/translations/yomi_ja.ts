<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Yomi</source>
        <translation>Yomi について</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>バージョン {version}</translation>
    </message>
    <message>
        <source>Reads your pictures on your own machine. Nothing is sent anywhere: no account, no telemetry, no network.</source>
        <translation>画像をこのコンピューターの中で読み取ります。どこにも送信しません。アカウントも、利用状況の送信も、ネットワークも使いません。</translation>
    </message>
    <message>
        <source>No model is loaded yet.</source>
        <translation>モデルはまだ読み込まれていません。</translation>
    </message>
    <message>
        <source>It ships with Yomi; File › Choose model folder… takes any dense Qwen3-VL.</source>
        <translation>Yomi に付属しています。「ファイル › モデルのフォルダーを選ぶ…」で、Dense 版の Qwen3-VL ならどれでも使えます。</translation>
    </message>
</context>
<context>
    <name>ActivityWidget</name>
    <message>
        <source>Working</source>
        <translation>処理中</translation>
    </message>
</context>
<context>
    <name>AnswerActions</name>
    <message>
        <source>Continue where it was cut off</source>
        <translation>途切れたところから続ける</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>テキストをコピー</translation>
    </message>
    <message>
        <source>Correct the text</source>
        <translation>テキストを修正</translation>
    </message>
    <message>
        <source>Export this answer…</source>
        <translation>この回答を書き出す…</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>もう一度作る</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>ここから削除</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>続ける</translation>
    </message>
    <message>
        <source>Show as plain text</source>
        <translation>プレーンテキストで表示</translation>
    </message>
    <message>
        <source>Show formatted</source>
        <translation>書式付きで表示</translation>
    </message>
</context>
<context>
    <name>AnswerEditor</name>
    <message>
        <source>The text of the answer</source>
        <translation>回答の本文</translation>
    </message>
    <message>
        <source>Ctrl+Enter saves it, Escape leaves it as it was. Words in doubt are underlined.</source>
        <translation>Ctrl+Enter で保存し、Esc で元のままにします。確信の低い語には下線が付きます。</translation>
    </message>
    <message>
        <source>What the model wrote is kept.</source>
        <translation>モデルが書いた文も残ります。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Bring back what was read</source>
        <translation>読み取った文に戻す</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>AssistantMessageWidget</name>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Progress before the first word</source>
        <translation>最初の語までの進み具合</translation>
    </message>
    <message>
        <source>corrected by hand</source>
        <translation>手で修正済み</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>Remove {name}</source>
        <translation>{name} を外す</translation>
    </message>
    <message>
        <source>{name}, {place} of {count}</source>
        <translation>{name}、{count} 枚中 {place} 枚目</translation>
    </message>
    <message>
        <source>Enter opens it, Delete removes it, Ctrl with an arrow key moves it.</source>
        <translation>Enter で開く、Delete で外す、Ctrl と矢印キーで移動。</translation>
    </message>
    <message>
        <source>Enter opens it, Delete removes it.</source>
        <translation>Enter で開く、Delete で外す。</translation>
    </message>
    <message>
        <source>Use what is left of it</source>
        <translation>残った部分を使う</translation>
    </message>
    <message>
        <source>Opens the part that is not damaged; the rest is missing or empty</source>
        <translation>壊れていない部分を開きます。残りは空か、含まれません</translation>
    </message>
</context>
<context>
    <name>BannerWidget</name>
    <message>
        <source>Copy details</source>
        <translation>詳細をコピー</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>BranchSwitcher</name>
    <message>
        <source>Version before</source>
        <translation>前の版</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>次の版</translation>
    </message>
    <message>
        <source>Version {place} of {count}</source>
        <translation>{count} 版中 {place} 版目</translation>
    </message>
</context>
<context>
    <name>Branching</name>
    <message>
        <source>There is no question to edit yet.</source>
        <translation>編集できる質問はまだありません。</translation>
    </message>
    <message>
        <source>There is only one version of each message here.</source>
        <translation>ここにはどのメッセージも一つの版しかありません。</translation>
    </message>
    <message>
        <source>Deleted this version.</source>
        <translation>この版を削除しました。</translation>
    </message>
    <message>
        <source>Deleted from there on.</source>
        <translation>そこから先を削除しました。</translation>
    </message>
</context>
<context>
    <name>CaptureChain</name>
    <message>
        <source>The screen cannot be captured here; use the desktop&apos;s own tool and paste.</source>
        <translation>ここでは画面を取り込めません。デスクトップのスクリーンショット機能で撮影し、貼り付けてください。</translation>
    </message>
    <message>
        <source>The desktop gave no picture of the screen; allow Yomi in its settings to take one, or take one with the desktop&apos;s own tool and paste it here.</source>
        <translation>デスクトップから画面の画像を取得できませんでした。デスクトップの設定で Yomi に許可するか、デスクトップ付属のツールで撮影してここに貼り付けてください。</translation>
    </message>
</context>
<context>
    <name>CaptureController</name>
    <message>
        <source>There is nothing in that region; choose a larger one.</source>
        <translation>その範囲には何もありません。もっと広く選んでください。</translation>
    </message>
</context>
<context>
    <name>Capturing</name>
    <message numerus="yes">
        <source>The screen is captured in %n second(s)…</source>
        <translation>
            <numerusform>%n 秒後に画面を取り込みます…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChipTray</name>
    <message>
        <source>Pictures to send</source>
        <translation>送信する画像</translation>
    </message>
</context>
<context>
    <name>ClearButton</name>
    <message>
        <source>Empty the field</source>
        <translation>入力欄を空にする</translation>
    </message>
</context>
<context>
    <name>ComposerText</name>
    <message>
        <source>Question</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter starts a new line. Pictures can be pasted here.</source>
        <translation>Enter で送信、Shift+Enter で改行します。画像を貼り付けることもできます。</translation>
    </message>
</context>
<context>
    <name>ComposerWidget</name>
    <message>
        <source>That text has {count} characters; no more than {most} can be asked about at once.</source>
        <translation>このテキストは {count} 文字です。一度に質問できるのは {most} 文字までです。</translation>
    </message>
    <message>
        <source>Add pictures</source>
        <translation>画像を追加</translation>
    </message>
    <message>
        <source>Choose a preset</source>
        <translation>プリセットを選ぶ</translation>
    </message>
    <message>
        <source>Capture a region of the screen</source>
        <translation>画面の範囲を取り込む</translation>
    </message>
    <message>
        <source>Looking at the files…</source>
        <translation>ファイルを確認しています…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the answer and keep what it says so far</source>
        <translation>回答を止め、ここまでの内容を残す</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>質問する</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>読み取る</translation>
    </message>
    <message>
        <source>Send the question</source>
        <translation>質問を送る</translation>
    </message>
    <message>
        <source>Read the text of the pictures</source>
        <translation>画像の文字を読み取る</translation>
    </message>
    <message>
        <source>Add words to the preset, or press Enter</source>
        <translation>プリセットに言葉を足すか、Enter を押してください</translation>
    </message>
    <message>
        <source>Press Enter to read with the preset</source>
        <translation>Enter でプリセットを使って読み取ります</translation>
    </message>
    <message>
        <source>Press Enter to read, or type a question first</source>
        <translation>Enter で読み取ります。先に質問を入力することもできます</translation>
    </message>
    <message>
        <source>Ask about the pictures, or drop another one</source>
        <translation>画像について質問するか、別の画像をドロップ</translation>
    </message>
    <message>
        <source>Drop, paste or open a picture</source>
        <translation>画像をドロップ、貼り付け、または開く</translation>
    </message>
    <message>
        <source>Enter to ask  ·  Shift+Enter for a new line</source>
        <translation>Enter で質問  ·  Shift+Enter で改行</translation>
    </message>
    <message>
        <source>Enter to read</source>
        <translation>Enter で読み取り</translation>
    </message>
    <message>
        <source>Enter to ask</source>
        <translation>Enter で質問</translation>
    </message>
    <message>
        <source>/ for presets</source>
        <translation>/ でプリセット</translation>
    </message>
</context>
<context>
    <name>ConversationDelegate</name>
    <message>
        <source>Title of the conversation</source>
        <translation>会話のタイトル</translation>
    </message>
</context>
<context>
    <name>ConversationHeader</name>
    <message>
        <source>Hide or show the conversations</source>
        <translation>会話の一覧を表示／非表示</translation>
    </message>
    <message>
        <source>Title of the conversation</source>
        <translation>会話のタイトル</translation>
    </message>
    <message>
        <source>Hide or show the live figures</source>
        <translation>計測値を表示／非表示</translation>
    </message>
</context>
<context>
    <name>ConversationListWidget</name>
    <message>
        <source>Conversations</source>
        <translation>会話</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新しい会話</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>下書き</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>Search all conversations</source>
        <translation>すべての会話を検索</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>名前を変更</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>固定を解除</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>上に固定</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>書き出す…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
</context>
<context>
    <name>Correcting</name>
    <message>
        <source>There is no answer to correct yet.</source>
        <translation>修正できる回答はまだありません。</translation>
    </message>
</context>
<context>
    <name>CostBar</name>
    <message>
        <source>Resolution of the pictures</source>
        <translation>画像の解像度</translation>
    </message>
    <message>
        <source>at most {tokens} tokens a picture</source>
        <translation>画像 1 枚あたり最大 {tokens} トークン</translation>
    </message>
    <message>
        <source>as the model wants</source>
        <translation>モデルに任せる</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>解像度</translation>
    </message>
    <message>
        <source>Resolution: {chosen}</source>
        <translation>解像度: {chosen}</translation>
    </message>
    <message numerus="yes">
        <source>About %Ln visual token(s)</source>
        <translation>
            <numerusform>画像 約 %Ln トークン</numerusform>
        </translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>{size} in all</source>
        <translation>全体で {size}</translation>
    </message>
</context>
<context>
    <name>Desktop</name>
    <message>
        <source>Screen region</source>
        <translation>画面の範囲</translation>
    </message>
    <message>
        <source>Part of {name}</source>
        <translation>{name} の一部</translation>
    </message>
    <message>
        <source>{name}, turned</source>
        <translation>{name}（回転）</translation>
    </message>
    <message>
        <source>The desktop shows the clipboard to the window in front alone; click here and paste.</source>
        <translation>デスクトップはクリップボードを前面のウィンドウにだけ見せます。ここをクリックしてから貼り付けてください。</translation>
    </message>
    <message>
        <source>The clipboard holds text, not a picture; copy a picture, or paste the text.</source>
        <translation>クリップボードにあるのは画像ではなくテキストです。画像をコピーするか、テキストを貼り付けてください。</translation>
    </message>
    <message numerus="yes">
        <source>Removed %Ln picture(s).</source>
        <translation>
            <numerusform>画像を %Ln 枚取り除きました。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DoubtfulWords</name>
    <message>
        <source>Less than 1% sure</source>
        <translation>確信度 1% 未満</translation>
    </message>
    <message>
        <source>{percent}% sure</source>
        <translation>確信度 {percent}%</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Welcome to Yomi</source>
        <translation>Yomi へようこそ</translation>
    </message>
    <message>
        <source>It reads what is in your pictures. Everything stays on this machine.</source>
        <translation>画像の中の文字を読み取ります。すべてこのコンピューターの中で行われます。</translation>
    </message>
    <message>
        <source>Drop a picture to read it</source>
        <translation>画像をドロップして読み取り</translation>
    </message>
    <message>
        <source>Screenshots, photos, scans. Type a question first to ask about it instead.
Everything stays on this machine.</source>
        <translation>スクリーンショット、写真、スキャン。先に質問を入力すると、その画像について質問できます。
すべてこのコンピューターの中で行われます。</translation>
    </message>
    <message>
        <source>Open pictures…</source>
        <translation>画像を開く…</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>取り込み</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>貼り付け</translation>
    </message>
    <message>
        <source>Try a sample</source>
        <translation>サンプルを試す</translation>
    </message>
    <message>
        <source>Read the sample picture</source>
        <translation>サンプル画像を読み取る</translation>
    </message>
    <message>
        <source>Click the receipt to see it read.</source>
        <translation>レシートをクリックすると読み取ります。</translation>
    </message>
    <message>
        <source>Capture any region of the screen: {keys}.</source>
        <translation>画面の好きな範囲を取り込み: {keys}</translation>
    </message>
    <message>
        <source>Capture any region of the screen.</source>
        <translation>画面の好きな範囲を取り込み</translation>
    </message>
    <message>
        <source>Drop pictures anywhere on this window.</source>
        <translation>このウィンドウに画像をドロップ</translation>
    </message>
    <message>
        <source>Paste a picture you have copied: {keys}.</source>
        <translation>コピーした画像を貼り付け: {keys}</translation>
    </message>
    <message>
        <source>Paste a picture you have copied.</source>
        <translation>コピーした画像を貼り付け</translation>
    </message>
</context>
<context>
    <name>EndButton</name>
    <message>
        <source>Jump to the end</source>
        <translation>末尾へ移動</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Plain text</source>
        <translation>プレーンテキスト</translation>
    </message>
    <message>
        <source>The text and nothing else, for every program.</source>
        <translation>テキストだけです。どのプログラムでも開けます。</translation>
    </message>
    <message>
        <source>Headings, lists and tables, for notes and wikis.</source>
        <translation>見出し・箇条書き・表つき。メモや Wiki に。</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Web ページ</translation>
    </message>
    <message>
        <source>One file with the pictures inside; it loads nothing.</source>
        <translation>画像を含む 1 つのファイルです。何も読み込みません。</translation>
    </message>
    <message>
        <source>Word document</source>
        <translation>Word 文書</translation>
    </message>
    <message>
        <source>With the pictures, to be edited in Word or LibreOffice.</source>
        <translation>画像つき。Word や LibreOffice で編集できます。</translation>
    </message>
    <message>
        <source>Places, confidences, model and settings: enough for a program to repeat the reading.</source>
        <translation>位置・確信度・モデル・設定を含みます。プログラムで同じ読み取りを再現できます。</translation>
    </message>
    <message>
        <source>The whole conversation</source>
        <translation>会話全体</translation>
    </message>
    <message>
        <source>This answer</source>
        <translation>この回答</translation>
    </message>
    <message>
        <source>The selected text</source>
        <translation>選択したテキスト</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>書き出し</translation>
    </message>
    <message>
        <source>What</source>
        <translation>対象</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>バージョン</translation>
    </message>
    <message>
        <source>Those that are shown</source>
        <translation>表示中のもの</translation>
    </message>
    <message>
        <source>All of each message</source>
        <translation>各メッセージのすべて</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>名前を付けて保存…</translation>
    </message>
</context>
<context>
    <name>Exporting</name>
    <message>
        <source>Question</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>{speaker}, version {place} of {count}</source>
        <translation>{speaker}、{count} 件中 {place} 件目</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>page {page} of {pages}</source>
        <translation>{page} / {pages} ページ</translation>
    </message>
    <message>
        <source>Made with Yomi {version}</source>
        <translation>Yomi {version} で作成</translation>
    </message>
    <message>
        <source>Exported as {name}.</source>
        <translation>{name} として書き出しました。</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>フォルダーで表示</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>frame {page} of {pages}</source>
        <translation>フレーム {page} / {pages}</translation>
    </message>
    <message>
        <source>page {page} of {pages}</source>
        <translation>{page}／{pages} ページ</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>待機中</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>読み取り中</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>No text found</source>
        <translation>文字なし</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>停止しました</translation>
    </message>
    <message>
        <source>Cut off at the limit</source>
        <translation>上限で途切れました</translation>
    </message>
    <message>
        <source>Context full</source>
        <translation>コンテキストが満杯</translation>
    </message>
    <message>
        <source>Stopped, repeating itself</source>
        <translation>繰り返しのため停止</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>Not what was asked for</source>
        <translation>求めた形ではありません</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>Answering</source>
        <translation>回答中</translation>
    </message>
    <message>
        <source>{count} token</source>
        <translation>{count} トークン</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} トークン</translation>
    </message>
    <message>
        <source>{count} visual token</source>
        <translation>画像 {count} トークン</translation>
    </message>
    <message>
        <source>{count} visual tokens</source>
        <translation>画像 {count} トークン</translation>
    </message>
    <message>
        <source>first token {time}</source>
        <translation>最初のトークンまで {time}</translation>
    </message>
    <message>
        <source>saw {seen}</source>
        <translation>見た大きさ {seen}</translation>
    </message>
    <message>
        <source>{count} pictures</source>
        <translation>画像 {count} 枚</translation>
    </message>
    <message>
        <source>{size} turned by {angle}°</source>
        <translation>{size}（{angle}° 回転）</translation>
    </message>
    <message>
        <source>{size} in {count} parts</source>
        <translation>{size}（{count} 分割）</translation>
    </message>
    <message>
        <source>{size} as {other}</source>
        <translation>{size} を {other} として</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>待ち時間</translation>
    </message>
    <message>
        <source>Opening the picture</source>
        <translation>画像を開く</translation>
    </message>
    <message>
        <source>Preparing the picture</source>
        <translation>画像の準備</translation>
    </message>
    <message>
        <source>Looking at the picture</source>
        <translation>画像を見る</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>プリフィル</translation>
    </message>
    <message>
        <source>First token after</source>
        <translation>最初のトークンまで</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>書き出し</translation>
    </message>
    <message>
        <source>Share of the memory&apos;s speed</source>
        <translation>メモリ速度に対する割合</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>Saw</source>
        <translation>見た大きさ</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>プロンプト</translation>
    </message>
    <message>
        <source>Of these visual</source>
        <translation>うち画像</translation>
    </message>
    <message>
        <source>Still known from before</source>
        <translation>前回から保持</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>最大メモリ</translation>
    </message>
    <message>
        <source>{millions} million parameters, {weights} of weights, {cache} of cache</source>
        <translation>パラメーター {millions} 百万、重み {weights}、キャッシュ {cache}</translation>
    </message>
    <message>
        <source>Context {tokens}</source>
        <translation>コンテキスト {tokens}</translation>
    </message>
    <message>
        <source>Answer: {state}</source>
        <translation>回答: {state}</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨日</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>a day of this year</comment>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>a day of another year</comment>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>{number}%</source>
        <translation>{number}%</translation>
    </message>
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>Open pictures</source>
        <translation>画像を開く</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>すべてのファイル</translation>
    </message>
    <message>
        <source>Choose a model folder (Qwen3-VL in Hugging Face layout)</source>
        <translation>モデルのフォルダーを選択（Hugging Face 形式の Qwen3-VL）</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>書き出し</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Previous place</source>
        <translation>前の箇所</translation>
    </message>
    <message>
        <source>Next place</source>
        <translation>次の箇所</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>検索を閉じる</translation>
    </message>
    <message>
        <source>Find in this conversation</source>
        <translation>この会話内を検索</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>検索中…</translation>
    </message>
    <message>
        <source>Not in this conversation</source>
        <translation>この会話にはありません</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s)</source>
        <translation>
            <numerusform>%n か所</numerusform>
        </translation>
    </message>
    <message>
        <source>{place} of {count}</source>
        <translation>{place} / {count}</translation>
    </message>
</context>
<context>
    <name>FormattedText</name>
    <message>
        <source>Show on the picture</source>
        <translation>画像上で表示</translation>
    </message>
    <message>
        <source>Open link…</source>
        <translation>リンクを開く…</translation>
    </message>
    <message>
        <source>Copy address of the link</source>
        <translation>リンクのアドレスをコピー</translation>
    </message>
</context>
<context>
    <name>FramePicker</name>
    <message>
        <source>Frame before (,)</source>
        <translation>前のフレーム (,)</translation>
    </message>
    <message>
        <source>Next frame (.)</source>
        <translation>次のフレーム (.)</translation>
    </message>
    <message>
        <source>Frame of the animated picture</source>
        <translation>アニメーション画像のフレーム</translation>
    </message>
    <message>
        <source>Frame {frame} of {count}</source>
        <translation>フレーム {frame} / {count}</translation>
    </message>
</context>
<context>
    <name>GlobalHotkey</name>
    <message>
        <source>Use it together with Ctrl or Alt, or use a function key.</source>
        <translation>Ctrl か Alt と組み合わせるか、ファンクションキーを使ってください。</translation>
    </message>
    <message>
        <source>This desktop keeps such keys to itself; give the command yomi --capture a shortcut in its settings.</source>
        <translation>このデスクトップでは、アプリがこうしたキーを使えません。デスクトップの設定で、コマンド yomi --capture にショートカットを割り当ててください。</translation>
    </message>
    <message>
        <source>Another program has these keys, or the keyboard lacks them; choose others.</source>
        <translation>このキーは別のプログラムが使っているか、キーボードにありません。別のキーを選んでください。</translation>
    </message>
    <message>
        <source>Read a region of the screen</source>
        <translation>画面の一部を読み取る</translation>
    </message>
    <message>
        <source>Keys for capturing, as the desktop says: {keys}</source>
        <translation>デスクトップが割り当てたキャプチャー用のキー: {keys}</translation>
    </message>
    <message>
        <source>The desktop gave no keys for capturing; choose others, or give the command yomi --capture a shortcut in its settings.</source>
        <translation>デスクトップはキャプチャー用のキーを割り当てませんでした。ほかのキーを選ぶか、デスクトップの設定で yomi --capture コマンドにショートカットを割り当ててください。</translation>
    </message>
</context>
<context>
    <name>ImageViewerDialog</name>
    <message>
        <source>Previous picture</source>
        <translation>前の画像</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>次の画像</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Show where the lines of text were found</source>
        <translation>行が見つかった場所を表示</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>Show the lines as text</source>
        <translation>行をテキストで表示</translation>
    </message>
    <message>
        <source>Beside</source>
        <translation>横に並べる</translation>
    </message>
    <message>
        <source>Show the text beside the picture, not below it</source>
        <translation>テキストを画像の下ではなく横に表示</translation>
    </message>
    <message>
        <source>As the model sees it</source>
        <translation>モデルから見た画像</translation>
    </message>
    <message>
        <source>Show the pixels that the model gets</source>
        <translation>モデルに渡る画素を表示</translation>
    </message>
    <message>
        <source>Choose a part</source>
        <translation>一部を選ぶ</translation>
    </message>
    <message>
        <source>Draw out a part to read just that, with the mouse or the arrow keys</source>
        <translation>読み取りたい部分だけをマウスか矢印キーで囲む</translation>
    </message>
    <message>
        <source>Read this part</source>
        <translation>この部分を読み取る</translation>
    </message>
    <message>
        <source>Turn clockwise (R)</source>
        <translation>右に回転 (R)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>全体</translation>
    </message>
    <message>
        <source>Fit the picture to the window</source>
        <translation>画像をウィンドウに合わせる</translation>
    </message>
    <message>
        <source>Show at 100%</source>
        <translation>100% で表示</translation>
    </message>
    <message>
        <source>Opening the picture…</source>
        <translation>画像を開いています…</translation>
    </message>
    <message>
        <source>This picture can no longer be shown: its file is missing from the image store.</source>
        <translation>この画像は表示できません。画像の保存場所にファイルがありません。</translation>
    </message>
    <message numerus="yes">
        <source>read in about %n part(s)</source>
        <translation>
            <numerusform>約 %n 個に分けて読み取り</numerusform>
        </translation>
    </message>
    <message>
        <source>the model sees {width} × {height}</source>
        <translation>モデルから見た大きさ {width} × {height}</translation>
    </message>
    <message numerus="yes">
        <source>%n visual token(s)</source>
        <translation>
            <numerusform>画像 %n トークン</numerusform>
        </translation>
    </message>
    <message>
        <source>Read it turned</source>
        <translation>回転したまま読み取る</translation>
    </message>
    <message>
        <source>Use this frame</source>
        <translation>このフレームを使う</translation>
    </message>
    <message>
        <source>Read this frame</source>
        <translation>このフレームを読み取る</translation>
    </message>
</context>
<context>
    <name>InlineEditor</name>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
</context>
<context>
    <name>IntakeController</name>
    <message>
        <source>Pasted picture</source>
        <translation>貼り付けた画像</translation>
    </message>
</context>
<context>
    <name>KeysField</name>
    <message>
        <source>Press the keys</source>
        <translation>キーを押してください</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
</context>
<context>
    <name>LineListWidget</name>
    <message>
        <source>Lines that were read</source>
        <translation>読み取った行</translation>
    </message>
</context>
<context>
    <name>LinkQuestion</name>
    <message>
        <source>Open this address outside Yomi?</source>
        <translation>このアドレスを Yomi の外で開きますか？</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>アドレスをコピー</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
</context>
<context>
    <name>LivePanel</name>
    <message>
        <source>Waiting</source>
        <translation>待機中</translation>
    </message>
    <message>
        <source>Opening the picture</source>
        <translation>画像を開く</translation>
    </message>
    <message>
        <source>Preparing it</source>
        <translation>準備</translation>
    </message>
    <message>
        <source>Looking at it</source>
        <translation>見る</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>プリフィル</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>最初のトークン</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>キャッシュ</translation>
    </message>
    <message>
        <source>Vision and the rest</source>
        <translation>視覚処理とその他</translation>
    </message>
    <message>
        <source>Live figures</source>
        <translation>計測値</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Answers that wait</source>
        <translation>待っている回答</translation>
    </message>
    <message>
        <source>Share of the memory&apos;s speed</source>
        <translation>メモリ速度に対する割合</translation>
    </message>
    <message>
        <source>Why it is not faster</source>
        <translation>これ以上速くない理由</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>最初のトークンまでの時間</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>Tokens per second over time</source>
        <translation>毎秒トークン数の推移</translation>
    </message>
    <message>
        <source>{share}% of what this memory can do</source>
        <translation>このメモリの能力の {share}%</translation>
    </message>
    <message>
        <source>Time to first token by stage</source>
        <translation>最初のトークンまでの時間の内訳</translation>
    </message>
    <message>
        <source>Memory in use over time</source>
        <translation>メモリ使用量の推移</translation>
    </message>
    <message>
        <source>Memory by what it holds</source>
        <translation>メモリーの内訳</translation>
    </message>
    <message>
        <source>History of runs…</source>
        <translation>実行履歴…</translation>
    </message>
    <message>
        <source>Faster than memory: the weights stay in the processor&apos;s cache</source>
        <translation>メモリより高速です（重みがプロセッサーのキャッシュに収まっています）</translation>
    </message>
    <message>
        <source>{share}% of what this card can do</source>
        <translation>このグラフィックカードの能力の {share}%</translation>
    </message>
    <message>
        <source>Each step reads {bytes}; the memory gives {speed} a second, measured here.</source>
        <translation>1 ステップで {bytes} を読みます。メモリ速度は毎秒 {speed}（実測）です。</translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) wait for this one</source>
        <translation>
            <numerusform>%n 件の回答が待っています</numerusform>
        </translation>
    </message>
    <message>
        <source>of {total}</source>
        <translation>全体 {total}</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>The engine stopped.</source>
        <translation>エンジンが停止しました。</translation>
    </message>
    <message>
        <source>Restart engine</source>
        <translation>エンジンを再起動</translation>
    </message>
    <message>
        <source>{name} stays in use.</source>
        <translation>引き続き {name} を使います。</translation>
    </message>
    <message>
        <source>Choose another folder…</source>
        <translation>別のフォルダーを選ぶ…</translation>
    </message>
    <message>
        <source>Closing…</source>
        <translation>終了しています…</translation>
    </message>
    <message>
        <source>Drop to ask about it</source>
        <translation>ドロップして質問する</translation>
    </message>
    <message>
        <source>Drop to read it</source>
        <translation>ドロップして読み取る</translation>
    </message>
    <message>
        <source>There is no answer to copy yet.</source>
        <translation>コピーできる回答はまだありません。</translation>
    </message>
    <message>
        <source>Deleted “{title}”.</source>
        <translation>「{title}」を削除しました。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;Help</source>
        <translation>ヘルプ(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;First steps</source>
        <translation>はじめに(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;About Yomi</source>
        <translation>Yomi について(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>ファイル(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New conversation</source>
        <translation>新しい会話(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open pictures…</source>
        <translation>画像を開く(&amp;O)…</translation>
    </message>
    <message>
        <source>Capture a &amp;region</source>
        <translation>範囲を取り込む(&amp;R)</translation>
    </message>
    <message>
        <source>Capture the &amp;same region again</source>
        <translation>同じ範囲をもう一度取り込む(&amp;S)</translation>
    </message>
    <message>
        <source>Capture &amp;later</source>
        <translation>少し後で取り込む(&amp;L)</translation>
    </message>
    <message>
        <source>Read the &amp;clipboard</source>
        <translation>クリップボードを読み取る(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Describe the clipboard</source>
        <translation>クリップボードの画像を説明する(&amp;D)</translation>
    </message>
    <message>
        <source>Choose &amp;model folder…</source>
        <translation>モデルのフォルダーを選ぶ(&amp;M)…</translation>
    </message>
    <message>
        <source>Use the &amp;bundled model</source>
        <translation>付属のモデルを使う(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>書き出す(&amp;E)…</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>設定(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>終了(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>編集(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Paste picture or text</source>
        <translation>画像またはテキストを貼り付け(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Copy last answer</source>
        <translation>最後の回答をコピー(&amp;C)</translation>
    </message>
    <message>
        <source>Find in this c&amp;onversation</source>
        <translation>この会話内を検索(&amp;O)</translation>
    </message>
    <message>
        <source>Find ne&amp;xt</source>
        <translation>次を検索(&amp;X)</translation>
    </message>
    <message>
        <source>Find pre&amp;vious</source>
        <translation>前を検索(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Find in all conversations</source>
        <translation>すべての会話から探す(&amp;F)</translation>
    </message>
    <message>
        <source>P&amp;in or unpin</source>
        <translation>固定または解除(&amp;I)</translation>
    </message>
    <message>
        <source>Choose a p&amp;reset</source>
        <translation>プリセットを選ぶ(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit last question</source>
        <translation>最後の質問を編集(&amp;E)</translation>
    </message>
    <message>
        <source>Correct &amp;last answer</source>
        <translation>最後の回答を修正(&amp;L)</translation>
    </message>
    <message>
        <source>Version &amp;before</source>
        <translation>前の版(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Next version</source>
        <translation>次の版(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Stop the answer</source>
        <translation>回答を止める(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>表示(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Conversations</source>
        <translation>会話(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Live figures</source>
        <translation>計測値(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;History of runs…</source>
        <translation>実行履歴(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>テーマ(&amp;T)</translation>
    </message>
    <message>
        <source>Like the &amp;system</source>
        <translation>システムに合わせる(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>ライト(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>ダーク(&amp;D)</translation>
    </message>
    <message>
        <source>In {seconds} seconds</source>
        <translation>{seconds} 秒後</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Put the pictures back</source>
        <translation>画像を元に戻す</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>あなたの言葉</translation>
    </message>
    <message>
        <source>Ask about the pictures</source>
        <translation>画像について質問する</translation>
    </message>
    <message>
        <source>The question as it was stays beside this one.</source>
        <translation>元の質問もそのまま残ります。</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>質問する</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>読み取る</translation>
    </message>
</context>
<context>
    <name>MessageGallery</name>
    <message numerus="yes">
        <source>Show %Ln more picture(s)</source>
        <translation>
            <numerusform>残り %Ln 枚の画像を表示</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask again about this one</source>
        <translation>この画像で同じ質問をする</translation>
    </message>
</context>
<context>
    <name>MessageView</name>
    <message>
        <source>Messages</source>
        <translation>メッセージ</translation>
    </message>
    <message>
        <source>Show later messages ({count})</source>
        <translation>以降のメッセージを表示 ({count})</translation>
    </message>
    <message>
        <source>Show earlier messages ({count})</source>
        <translation>前のメッセージを表示（{count}）</translation>
    </message>
</context>
<context>
    <name>ModelNote</name>
    <message>
        <source>Do not say this again</source>
        <translation>次回から表示しない</translation>
    </message>
    <message>
        <source>Choose a model folder…</source>
        <translation>モデルのフォルダーを選ぶ…</translation>
    </message>
    <message>
        <source>Larger models</source>
        <translation>より大きなモデル</translation>
    </message>
    <message>
        <source>{name} is the small model that ships with Yomi: it reads printed Latin text.</source>
        <translation>{name} は Yomi に付属する小さなモデルで、印刷されたラテン文字を読み取ります。</translation>
    </message>
</context>
<context>
    <name>NoticeWidget</name>
    <message>
        <source>Dismiss</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>PastedChip</name>
    <message>
        <source>Take the pasted text away</source>
        <translation>貼り付けたテキストを外す</translation>
    </message>
    <message>
        <source>Pasted text, {count} characters</source>
        <translation>貼り付けたテキスト、{count} 文字</translation>
    </message>
</context>
<context>
    <name>PictureView</name>
    <message>
        <source>Picture</source>
        <translation>画像</translation>
    </message>
</context>
<context>
    <name>Placing</name>
    <message>
        <source>Where these words stand on a picture is not known.</source>
        <translation>この語が画像のどこにあるかは分かりません。</translation>
    </message>
</context>
<context>
    <name>PortalHandler</name>
    <message>
        <source>Install xdg-desktop-portal and its part for your desktop, such as xdg-desktop-portal-gnome, -kde or -wlr.</source>
        <translation>xdg-desktop-portal と、お使いのデスクトップ向けの部品（xdg-desktop-portal-gnome、-kde、-wlr など）をインストールしてください。</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>Privacy</source>
        <translation>プライバシー</translation>
    </message>
    <message>
        <source>Yomi goes on in the tray; Quit in its menu ends it.</source>
        <translation>Yomi は通知領域で動き続けます。終了するには、そのメニューの「終了」を選んでください。</translation>
    </message>
    <message>
        <source>General</source>
        <translation>全般</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>読み取り</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>取り込み</translation>
    </message>
    <message>
        <source>Allow network connections</source>
        <translation>ネットワーク接続を許可する</translation>
    </message>
    <message>
        <source>Nothing in Yomi needs the network. What goes through is counted all the same.</source>
        <translation>Yomi の機能にネットワークは必要ありません。許可した接続も数えられます。</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>キーボードショートカット</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>システムに合わせる</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>テーマ</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>ライト</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>ダーク</translation>
    </message>
    <message>
        <source>Start minimised</source>
        <translation>最小化して起動</translation>
    </message>
    <message>
        <source>In the tray where there is one, else in the task bar.</source>
        <translation>通知領域があればそこに、なければタスクバーに入ります。</translation>
    </message>
    <message>
        <source>Show an icon in the tray</source>
        <translation>通知領域にアイコンを表示</translation>
    </message>
    <message>
        <source>Where the desktop has a tray.</source>
        <translation>通知領域のあるデスクトップの場合。</translation>
    </message>
    <message>
        <source>Closing the window keeps Yomi in the tray</source>
        <translation>ウィンドウを閉じても通知領域に残す</translation>
    </message>
    <message>
        <source>Capturing then needs no start. Quit ends Yomi.</source>
        <translation>起動を待たずに取り込めます。「終了」で Yomi を終えます。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Where the model runs; a change loads it again.</source>
        <translation>モデルを動かす場所です。変更すると読み込み直します。</translation>
    </message>
    <message>
        <source>The best there is</source>
        <translation>最適なもの</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>プロセッサー</translation>
    </message>
    <message>
        <source>Graphics card (CUDA)</source>
        <translation>グラフィックカード (CUDA)</translation>
    </message>
    <message>
        <source>Graphics of a Mac (MPS)</source>
        <translation>Mac のグラフィックス (MPS)</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>int4 needs less than half the memory, where the model has such weights.</source>
        <translation>モデルに int4 の重みがあれば、メモリは半分以下で済みます。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>Longest answer, in tokens</source>
        <translation>回答の長さの上限（トークン）</translation>
    </message>
    <message>
        <source>A longer one is cut off there and can be continued.</source>
        <translation>これより長い回答はそこで途切れ、続きを作れます。</translation>
    </message>
    <message>
        <source>Resolution of pictures, in tokens</source>
        <translation>画像の解像度（トークン）</translation>
    </message>
    <message>
        <source>Fewer are faster and see less; a question about large shapes needs few.</source>
        <translation>少ないほど速く、細部は見えにくくなります。大きな形についての質問なら少なくて足ります。</translation>
    </message>
    <message>
        <source>As the model wants</source>
        <translation>モデルに任せる</translation>
    </message>
    <message>
        <source>Lay out Markdown in answers</source>
        <translation>回答の Markdown を整形して表示</translation>
    </message>
    <message>
        <source>Tables, lists and code as they are meant. An answer&apos;s own button changes it too.</source>
        <translation>表、リスト、コードを本来の形で表示します。回答の下のボタンでも切り替わります。</translation>
    </message>
    <message>
        <source>Hide the window while capturing</source>
        <translation>取り込み中はウィンドウを隠す</translation>
    </message>
    <message>
        <source>Capture from any program</source>
        <translation>どのプログラムからでも取り込む</translation>
    </message>
    <message>
        <source>Also while another program is in front. The desktop asks you about the keys.</source>
        <translation>ほかのプログラムが前面にあるときも使えます。キーについてはデスクトップが確認します。</translation>
    </message>
    <message>
        <source>Also while another program is in front.</source>
        <translation>ほかのプログラムが前面にあるときも使えます。</translation>
    </message>
    <message>
        <source>This desktop keeps such keys: give yomi --capture a shortcut in its settings.</source>
        <translation>このデスクトップではこのキーを使えません。デスクトップの設定で yomi --capture にショートカットを割り当ててください。</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>プリセット</translation>
    </message>
</context>
<context>
    <name>PresetChip</name>
    <message>
        <source>Ask without the preset</source>
        <translation>プリセットなしで質問する</translation>
    </message>
</context>
<context>
    <name>PresetChooser</name>
    <message>
        <source>Presets</source>
        <translation>プリセット</translation>
    </message>
    <message>
        <source>{name}, {place} of {count}</source>
        <translation>{name}、{count} 件中 {place} 件目</translation>
    </message>
    <message>
        <source>Presets: {name}, {place} of {count}</source>
        <translation>プリセット：{name}、{count} 件中 {place} 件目</translation>
    </message>
    <message>
        <source>{name} is chosen</source>
        <translation>{name} を選びました</translation>
    </message>
</context>
<context>
    <name>PresetEditor</name>
    <message>
        <source>Preset</source>
        <translation>プリセット</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Asks for</source>
        <translation>求めるもの</translation>
    </message>
    <message>
        <source>What the model is told. It may hold {names}</source>
        <translation>モデルに伝える言葉。{names} を使えます</translation>
    </message>
    <message>
        <source>The language of the window</source>
        <translation>ウィンドウの言語</translation>
    </message>
    <message>
        <source>Language of the answer, for {language}</source>
        <translation>回答の言語（{language} に入ります）</translation>
    </message>
    <message>
        <source>JSON Schema that the answer is to fit; empty for any JSON</source>
        <translation>回答が従う JSON Schema。空ならどんな JSON でもよい</translation>
    </message>
    <message>
        <source>The preset needs a name to be chosen by.</source>
        <translation>プリセットには選ぶときの名前が必要です。</translation>
    </message>
    <message>
        <source>The prompt is too long; leave something out.</source>
        <translation>文が長すぎます。どこかを省いてください。</translation>
    </message>
</context>
<context>
    <name>PresetSection</name>
    <message>
        <source>Type / at the start of a question to choose one.</source>
        <translation>質問の先頭に / を入力すると選べます。</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>プリセット</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>追加…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>編集…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>複製</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Restore Yomi&apos;s own</source>
        <translation>Yomi のものを元に戻す</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Copy of {name}</source>
        <translation>{name} のコピー</translation>
    </message>
    <message>
        <source>Deleted “{name}”.</source>
        <translation>「{name}」を削除しました。</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>Read the text</source>
        <translation>文字を読む</translation>
    </message>
    <message>
        <source>Read as Markdown</source>
        <translation>Markdown として読む</translation>
    </message>
    <message>
        <source>Read as a table</source>
        <translation>表として読む</translation>
    </message>
    <message>
        <source>Receipt as JSON</source>
        <translation>レシートを JSON に</translation>
    </message>
    <message>
        <source>Describe the picture</source>
        <translation>画像を説明する</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>翻訳する</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>JSON, checked against a schema</source>
        <translation>スキーマで検査する JSON</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>翻訳</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>説明</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>読み取り</translation>
    </message>
    <message>
        <source>Reading as Markdown</source>
        <translation>Markdown としての読み取り</translation>
    </message>
</context>
<context>
    <name>Presetting</name>
    <message>
        <source>Larger models</source>
        <translation>より大きなモデル</translation>
    </message>
    <message>
        <source>Choose a model folder…</source>
        <translation>モデルフォルダーを選ぶ…</translation>
    </message>
    <message>
        <source>What a picture without words is for</source>
        <translation>言葉のない画像の扱い</translation>
    </message>
    <message>
        <source>Another preset, or words, can still be chosen for each.</source>
        <translation>画像ごとに別のプリセットや言葉も選べます。</translation>
    </message>
</context>
<context>
    <name>PrivacySummary</name>
    <message>
        <source>Refused connections</source>
        <translation>拒否した接続</translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s) since the start</source>
        <translation>
            <numerusform>起動してからの接続 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Connections are allowed at present.</source>
        <translation>現在、接続は許可されています。</translation>
    </message>
    <message>
        <source>Every connection is refused before it is made.</source>
        <translation>どの接続も、つながる前に拒否されます。</translation>
    </message>
    <message numerus="yes">
        <source>%n attempt(s) were refused.</source>
        <translation>
            <numerusform>%n 件の接続を拒否しました。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The operating system lists %n internet socket(s) of Yomi.</source>
        <translation>
            <numerusform>OS が示す Yomi のインターネットソケットは %n 個です。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProgramHandler</name>
    <message>
        <source>Install the package {program}.</source>
        <translation>パッケージ {program} をインストールしてください。</translation>
    </message>
</context>
<context>
    <name>QtHandler</name>
    <message>
        <source>Allow Yomi under System Settings, Privacy &amp; Security, Screen Recording; then start Yomi again.</source>
        <translation>「システム設定」の「プライバシーとセキュリティ」→「画面収録」で Yomi を許可し、Yomi を起動し直してください。</translation>
    </message>
</context>
<context>
    <name>ReadingText</name>
    <message>
        <source>Show on the picture</source>
        <translation>画像上で表示</translation>
    </message>
    <message>
        <source>Open link…</source>
        <translation>リンクを開く…</translation>
    </message>
</context>
<context>
    <name>Reporting</name>
    <message>
        <source>The details are on the clipboard; they hold no text, picture or folder of yours.</source>
        <translation>詳細をクリップボードにコピーしました。あなたのテキスト・画像・フォルダーは含まれません。</translation>
    </message>
</context>
<context>
    <name>RunTable</name>
    <message>
        <source>When</source>
        <translation>日時</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>最初のトークン</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>End</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>読み取り</translation>
    </message>
    <message>
        <source>Reading as Markdown</source>
        <translation>Markdown として読み取り</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>質問</translation>
    </message>
    <message>
        <source>Error: {code}</source>
        <translation>エラー: {code}</translation>
    </message>
</context>
<context>
    <name>RunsDialog</name>
    <message>
        <source>History of runs</source>
        <translation>実行履歴</translation>
    </message>
    <message>
        <source>Tokens per second of the last runs</source>
        <translation>最近の実行の毎秒トークン数</translation>
    </message>
    <message>
        <source>Tokens per second, the last run at the right</source>
        <translation>毎秒トークン数（右端が最新）</translation>
    </message>
    <message>
        <source>No run yet: read a picture, and its figures stand here.</source>
        <translation>まだ実行がありません。画像を読み取ると、ここに計測値が並びます。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message numerus="yes">
        <source>Clear all %n run(s)?</source>
        <translation>
            <numerusform>%n 件すべて消去しますか？</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>消去</translation>
    </message>
</context>
<context>
    <name>ScreenCurtain</name>
    <message>
        <source>Choose a region</source>
        <translation>範囲を選択</translation>
    </message>
    <message>
        <source>Choose a region of the screen</source>
        <translation>画面の範囲を選択</translation>
    </message>
    <message>
        <source>Drag over what you want to read  ·  Enter takes the whole screen  ·  Esc cancels</source>
        <translation>読み取りたい部分をドラッグ  ·  Enter で画面全体  ·  Esc で取り消し</translation>
    </message>
</context>
<context>
    <name>SearchResultDelegate</name>
    <message>
        <source>Show it on the picture (Shift+Enter)</source>
        <translation>画像上で表示 (Shift+Enter)</translation>
    </message>
    <message>
        <source>You:</source>
        <translation>あなた:</translation>
    </message>
</context>
<context>
    <name>SearchResults</name>
    <message>
        <source>Found</source>
        <translation>見つかったもの</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>検索中…</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) still to look through…</source>
        <translation>
            <numerusform>あと %n 件のメッセージを確認しています…</numerusform>
        </translation>
    </message>
    <message>
        <source>No conversation holds these words.</source>
        <translation>この語を含む会話はありません。</translation>
    </message>
    <message>
        <source>There is more than is listed; add a word.</source>
        <translation>ほかにもあります。語を足して絞り込んでください。</translation>
    </message>
    <message numerus="yes">
        <source>In %n conversation(s)</source>
        <translation>
            <numerusform>%n 件の会話</numerusform>
        </translation>
    </message>
    <message>
        <source>Shift with Enter shows it on the picture</source>
        <translation>Shift と Enter で画像上に表示します</translation>
    </message>
</context>
<context>
    <name>Searching</name>
    <message>
        <source>Where these words stand on a picture is not known.</source>
        <translation>これらの語が画像のどこにあるかは分かりません。</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Default</source>
        <translation>初期設定</translation>
    </message>
    <message>
        <source>Default keys for {command}</source>
        <translation>{command} の初期設定のキー</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>設定を検索</translation>
    </message>
    <message>
        <source>Restore all defaults</source>
        <translation>すべて初期設定に戻す</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>No setting is called that.</source>
        <translation>該当する設定はありません。</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Use it together with Ctrl or Alt, or use a function key.</source>
        <translation>Ctrl か Alt と組み合わせるか、ファンクションキーを使ってください。</translation>
    </message>
    <message>
        <source>Already used by “{command}”.</source>
        <translation>「{command}」で使われています。</translation>
    </message>
</context>
<context>
    <name>SnippetButton</name>
    <message>
        <source>Copy this table</source>
        <translation>この表をコピー</translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation>このコードをコピー</translation>
    </message>
</context>
<context>
    <name>Spoken</name>
    <message>
        <source>Starting the engine…</source>
        <translation>エンジンを起動しています…</translation>
    </message>
    <message>
        <source>Restarting the engine…</source>
        <translation>エンジンを再起動しています…</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>モデルを読み込んでいます…</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>読み取っています…</translation>
    </message>
    <message>
        <source>Answering…</source>
        <translation>回答中…</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>準備完了</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>停止しています…</translation>
    </message>
    <message>
        <source>No model is loaded; choose a model folder.</source>
        <translation>モデルが読み込まれていません。モデルのフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>Opening the picture…</source>
        <translation>画像を開いています…</translation>
    </message>
    <message>
        <source>Preparing the picture…</source>
        <translation>画像を準備しています…</translation>
    </message>
    <message>
        <source>Looking at the picture…</source>
        <translation>画像を見ています…</translation>
    </message>
    <message>
        <source>Getting ready to write…</source>
        <translation>書き出す準備をしています…</translation>
    </message>
    <message>
        <source>This small model reads printed text in Latin letters and answers a few questions about receipts and forms; choose a larger model for anything else.</source>
        <translation>この小さなモデルは、ラテン文字の印刷された文字を読み、レシートや書類についてのいくつかの質問に答えます。それ以外には、より大きなモデルを選んでください。</translation>
    </message>
    <message>
        <source>Handwriting, other scripts, photos and free questions need a larger model, such as {name} ({size} GB): download its folder from {address} and choose it here.</source>
        <translation>手書き、ほかの文字、写真、自由な質問には、{name}（{size} GB）のようなより大きなモデルが必要です。{address} からフォルダーをダウンロードし、ここで選んでください。</translation>
    </message>
    <message>
        <source>No text was found in the picture.</source>
        <translation>画像に文字は見つかりませんでした。</translation>
    </message>
    <message>
        <source>Cut off at the limit of new tokens; Continue goes on where it stopped.</source>
        <translation>トークン数の上限で途切れました。「続ける」でその先を作ります。</translation>
    </message>
    <message>
        <source>The model&apos;s context is full; start a new conversation to go on.</source>
        <translation>モデルのコンテキストがいっぱいです。新しい会話を始めてください。</translation>
    </message>
    <message>
        <source>The model began to repeat itself and was stopped; the text up to there is kept.</source>
        <translation>モデルが同じ内容を繰り返し始めたため停止しました。そこまでの文章は残っています。</translation>
    </message>
    <message>
        <source>Yomi was closed before the answer was complete; what was shown is kept.</source>
        <translation>回答が完了する前に Yomi が閉じられました。表示されていた内容は残っています。</translation>
    </message>
    <message>
        <source>The engine ended before the answer did; use Regenerate to ask again.</source>
        <translation>回答の途中でエンジンが終了しました。「もう一度作る」で試してください。</translation>
    </message>
    <message>
        <source>The question to this answer is no longer there; send it again.</source>
        <translation>この回答の質問が見つかりません。もう一度送ってください。</translation>
    </message>
    <message>
        <source>The history could not be searched; close Yomi and start it again.</source>
        <translation>履歴を検索できませんでした。Yomi を閉じて起動し直してください。</translation>
    </message>
    <message>
        <source>{name} is a folder; add the pictures in it instead.</source>
        <translation>{name} はフォルダーです。中の画像を追加してください。</translation>
    </message>
    <message>
        <source>{name} is not a regular file; save the picture to disk first.</source>
        <translation>{name} は通常のファイルではありません。先に画像を保存してください。</translation>
    </message>
    <message>
        <source>{name} is not there; check the path.</source>
        <translation>{name} が見つかりません。場所を確認してください。</translation>
    </message>
    <message>
        <source>{name} may not be read; check its permissions.</source>
        <translation>{name} を読む権限がありません。アクセス権を確認してください。</translation>
    </message>
    <message>
        <source>{name} could not be read from disk; try to copy it elsewhere.</source>
        <translation>{name} を読み込めませんでした。別の場所にコピーしてみてください。</translation>
    </message>
    <message>
        <source>{name} is larger than {size} MB; save a smaller copy and add that.</source>
        <translation>{name} は {size} MB を超えています。小さくしたものを追加してください。</translation>
    </message>
    <message>
        <source>Only the first {some} of the {all} pages of {name} were added.</source>
        <translation>{name} の {all} ページのうち、最初の {some} ページだけを追加しました。</translation>
    </message>
    <message>
        <source>There are no pictures in the folder {name}; add one that holds some.</source>
        <translation>フォルダー {name} に画像がありません。画像が入っているフォルダーを追加してください。</translation>
    </message>
    <message>
        <source>Only the first {some} of the {all} pictures in the folder {name} were added.</source>
        <translation>フォルダー {name} の画像 {all} 枚のうち、最初の {some} 枚だけを追加しました。</translation>
    </message>
    <message>
        <source>This is only a link, and Yomi never goes online; save the picture and add the file.</source>
        <translation>これはリンクだけです。Yomi はネットに接続しないので、画像を保存してファイルを追加してください。</translation>
    </message>
    <message>
        <source>There is no picture to paste; copy one first.</source>
        <translation>貼り付ける画像がありません。先に画像をコピーしてください。</translation>
    </message>
    <message>
        <source>There is no picture in it (it offers {kinds}); save the picture and add the file.</source>
        <translation>画像が含まれていません（内容: {kinds}）。画像を保存してファイルを追加してください。</translation>
    </message>
    <message>
        <source>There is no picture to ask about yet; add one, then ask.</source>
        <translation>質問する画像がまだありません。画像を追加してから質問してください。</translation>
    </message>
    <message>
        <source>There is nothing to send yet; add a picture.</source>
        <translation>まだ送るものがありません。画像を追加してください。</translation>
    </message>
    <message>
        <source>Nothing was sent, since no added file can be read. {sentence}</source>
        <translation>読み取れるファイルがないため、何も送信しませんでした。{sentence}</translation>
    </message>
    <message>
        <source>Page {page} of {name} was left out: {sentence}</source>
        <translation>{name} の {page} ページを除きました: {sentence}</translation>
    </message>
    <message>
        <source>Page {page} was left out: {sentence}</source>
        <translation>{page} ページを除きました: {sentence}</translation>
    </message>
    <message>
        <source>{name} was left out: {sentence}</source>
        <translation>{name} を除きました: {sentence}</translation>
    </message>
    <message>
        <source>Left out: {sentence}</source>
        <translation>除きました: {sentence}</translation>
    </message>
    <message>
        <source>{count} files were left out, {name} first: {sentence}</source>
        <translation>{count} 個のファイルを除きました。最初は {name}: {sentence}</translation>
    </message>
    <message>
        <source>{count} files were left out. The first: {sentence}</source>
        <translation>{count} 個のファイルを除きました。最初: {sentence}</translation>
    </message>
    <message>
        <source>{sentence} Regenerate goes on with the other pictures.</source>
        <translation>{sentence} 「もう一度作る」で残りの画像で続けます。</translation>
    </message>
    <message>
        <source>{count} pictures cannot be opened, {name} first: {sentence}</source>
        <translation>{count} 枚の画像を開けません。最初は {name}：{sentence}</translation>
    </message>
    <message>
        <source>{count} pictures cannot be opened. The first: {sentence}</source>
        <translation>{count} 枚の画像を開けません。最初: {sentence}</translation>
    </message>
    <message>
        <source>The file of {name} is no longer in Yomi&apos;s folder; add the picture again.</source>
        <translation>{name} のファイルが Yomi のフォルダーにありません。画像をもう一度追加してください。</translation>
    </message>
    <message>
        <source>The answer is still on its way; stop it first.</source>
        <translation>回答の途中です。先に停止してください。</translation>
    </message>
    <message>
        <source>An answer cannot be empty; delete it instead.</source>
        <translation>回答を空にはできません。代わりに削除してください。</translation>
    </message>
    <message>
        <source>Only a part of this picture could be opened; the rest is empty.</source>
        <translation>この画像は一部しか開けませんでした。残りは空白です。</translation>
    </message>
    <message>
        <source>What comes after page {page} of this file could not be opened.</source>
        <translation>このファイルの {page} ページ目より後は開けませんでした。</translation>
    </message>
    <message>
        <source>That part of the picture is empty; choose a larger one.</source>
        <translation>選んだ部分には何もありません。もっと広く選んでください。</translation>
    </message>
    <message>
        <source>The prompt is empty; write what is to be asked.</source>
        <translation>文が空です。何を質問するかを書いてください。</translation>
    </message>
    <message>
        <source>Yomi does not know what {name} stands for; known are {names}.</source>
        <translation>{name} が何を表すか Yomi にはわかりません。使えるのは {names} です。</translation>
    </message>
    <message>
        <source>The clipboard holds no text; copy the text that the preset is to use, then choose it.</source>
        <translation>クリップボードに文字がありません。プリセットで使う文字をコピーしてから選んでください。</translation>
    </message>
    <message>
        <source>The date is not known; set the clock of this computer.</source>
        <translation>日付がわかりません。このコンピューターの時計を合わせてください。</translation>
    </message>
    <message>
        <source>The time is not known; set the clock of this computer.</source>
        <translation>時刻がわかりません。このコンピューターの時計を合わせてください。</translation>
    </message>
    <message>
        <source>There is no picture whose name the preset could use; add one.</source>
        <translation>プリセットが名前を使える画像がありません。画像を追加してください。</translation>
    </message>
    <message>
        <source>The preset names no language; choose one in the settings.</source>
        <translation>プリセットに言語がありません。設定で選んでください。</translation>
    </message>
    <message>
        <source>The preset has no schema; write one in the settings.</source>
        <translation>プリセットにスキーマがありません。設定で書いてください。</translation>
    </message>
    <message>
        <source>The preset needs your words too; type them, then send.</source>
        <translation>プリセットにはあなたの言葉も必要です。入力してから送信してください。</translation>
    </message>
    <message>
        <source>{name} has not learnt to read as Markdown; choose a larger model for that.</source>
        <translation>{name} は Markdown での読み取りを学んでいません。より大きなモデルを選んでください。</translation>
    </message>
    <message>
        <source>{name} has not learnt to read tables; choose a larger model for that.</source>
        <translation>{name} は表の読み取りを学んでいません。より大きなモデルを選んでください。</translation>
    </message>
    <message>
        <source>{name} cannot translate; choose a larger model for that.</source>
        <translation>{name} は翻訳できません。より大きなモデルを選んでください。</translation>
    </message>
    <message>
        <source>{name} cannot answer with JSON; choose a larger model for that.</source>
        <translation>{name} は JSON で答えられません。より大きなモデルを選んでください。</translation>
    </message>
    <message>
        <source>This preset reads the picture as it is; take the words away, or the preset.</source>
        <translation>このプリセットは画像をそのまま読み取ります。言葉かプリセットを外してください。</translation>
    </message>
    <message>
        <source>This is not valid JSON ({reason}); Regenerate asks again.</source>
        <translation>正しい JSON ではありません（{reason}）。「再生成」でもう一度質問します。</translation>
    </message>
    <message>
        <source>Valid JSON.</source>
        <translation>正しい JSON です。</translation>
    </message>
    <message>
        <source>Valid JSON; it fits the schema.</source>
        <translation>正しい JSON で、スキーマに合っています。</translation>
    </message>
    <message>
        <source>Valid JSON, but it does not fit the schema: {reason}.</source>
        <translation>正しい JSON ですが、スキーマに合いません：{reason}。</translation>
    </message>
    <message>
        <source>Valid JSON, but it could not be checked. {sentence}</source>
        <translation>正しい JSON ですが、検査できませんでした。{sentence}</translation>
    </message>
    <message>
        <source>The schema is not valid JSON ({reason}); correct it in the settings.</source>
        <translation>スキーマが正しい JSON ではありません（{reason}）。設定で直してください。</translation>
    </message>
    <message>
        <source>The schema must be a JSON object; correct it in the settings.</source>
        <translation>スキーマは JSON オブジェクトでなければなりません。設定で直してください。</translation>
    </message>
    <message>
        <source>The schema is no JSON Schema ({reason}); correct it in the settings.</source>
        <translation>スキーマが JSON Schema ではありません（{reason}）。設定で直してください。</translation>
    </message>
    <message>
        <source>This message is not kept in the history, so it goes with the window.</source>
        <translation>このメッセージは履歴に残っていないので、ウィンドウとともに消えます。</translation>
    </message>
    <message>
        <source>The picture before is still being read; drop this one again in a moment.</source>
        <translation>前の画像をまだ読み込んでいます。少し待ってからもう一度ドロップしてください。</translation>
    </message>
    <message>
        <source>There is nothing to export yet; read a picture first.</source>
        <translation>まだ書き出すものがありません。先に画像を読み取ってください。</translation>
    </message>
    <message>
        <source>The export could not be made; choose another format.</source>
        <translation>書き出せませんでした。別の形式を選んでください。</translation>
    </message>
    <message>
        <source>{name} is a folder; choose another name.</source>
        <translation>{name} はフォルダーです。別の名前にしてください。</translation>
    </message>
    <message>
        <source>{name} is already there; choose another name.</source>
        <translation>{name} はすでにあります。別の名前にしてください。</translation>
    </message>
    <message>
        <source>The disk is full, so nothing was exported; free some space or choose another folder.</source>
        <translation>ディスクがいっぱいのため書き出せませんでした。空きを増やすか、別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>{name} may not be written there; choose another folder.</source>
        <translation>{name} はそこに書き込めません。別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>The folder is not there any more; choose another one.</source>
        <translation>フォルダーがなくなっています。別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>The file&apos;s name is too long; choose a shorter one.</source>
        <translation>ファイル名が長すぎます。短くしてください。</translation>
    </message>
    <message>
        <source>{name} could not be written; choose another folder.</source>
        <translation>{name} を書き込めませんでした。別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>The chosen device or precision is not known; choose another one.</source>
        <translation>選んだデバイスまたは精度は不明です。別のものを選んでください。</translation>
    </message>
    <message>
        <source>Yomi is open in another window too; both share one history.</source>
        <translation>Yomi は別のウィンドウでも開いています。履歴は共有されます。</translation>
    </message>
    <message>
        <source>The disk is full, so the history could not be written; free some space.</source>
        <translation>ディスクがいっぱいで履歴を保存できません。空きを作ってください。</translation>
    </message>
    <message>
        <source>Another program holds the history, so it could not be written; close it.</source>
        <translation>別のプログラムが履歴を使っているため保存できません。そのプログラムを閉じてください。</translation>
    </message>
    <message>
        <source>The history could not be written; check the folder it lies in.</source>
        <translation>履歴を保存できません。保存先のフォルダーを確認してください。</translation>
    </message>
    <message>
        <source>The history could not be read; start Yomi again.</source>
        <translation>履歴を読み込めません。Yomi を起動し直してください。</translation>
    </message>
    <message>
        <source>The history could not be read; it was kept as {name} and a new one was started.</source>
        <translation>履歴を読み込めませんでした。{name} として残し、新しい履歴を始めました。</translation>
    </message>
    <message>
        <source>The history was written by a newer Yomi; install that version to use it, or move {name} out of the folder {folder}.</source>
        <translation>履歴は新しいバージョンの Yomi で書かれています。そのバージョンを入れるか、{name} をフォルダー {folder} の外へ移してください。</translation>
    </message>
    <message>
        <source>The history in {folder} could not be opened; check that the folder is writable and not full.</source>
        <translation>{folder} の履歴を開けませんでした。フォルダーに書き込めるか、空きがあるかを確認してください。</translation>
    </message>
    <message>
        <source>The history is damaged and could not be moved aside; move {path} away and start Yomi again.</source>
        <translation>履歴が壊れていて、別の場所へ移せませんでした。{path} を移して Yomi を起動し直してください。</translation>
    </message>
    <message>
        <source>Until then nothing is kept.</source>
        <translation>それまでは何も保存されません。</translation>
    </message>
    <message>
        <source>This conversation was changed by another program and cannot be shown; open another one.</source>
        <translation>この会話はほかのプログラムに変更されたため表示できません。別の会話を開いてください。</translation>
    </message>
    <message>
        <source>The picture&apos;s file is not known to Yomi; add the picture again.</source>
        <translation>この画像のファイルは Yomi に登録されていません。画像をもう一度追加してください。</translation>
    </message>
    <message>
        <source>The picture could not be kept in {folder}; is it writable, and is there free space?</source>
        <translation>画像を {folder} に保存できませんでした。書き込みできるか、空き容量があるかを確認してください。</translation>
    </message>
    <message>
        <source>Another program holds the history; close it and start Yomi again.</source>
        <translation>別のプログラムが履歴を使っています。閉じてから Yomi を起動し直してください。</translation>
    </message>
    <message>
        <source>The picture&apos;s file is no longer in Yomi&apos;s folder; add the picture again.</source>
        <translation>画像のファイルが Yomi のフォルダーにありません。画像をもう一度追加してください。</translation>
    </message>
    <message>
        <source>The settings could not be read; check the permissions of {path}.</source>
        <translation>設定を読み込めません。{path} のアクセス権を確認してください。</translation>
    </message>
    <message>
        <source>The settings could not be understood; the file was kept as {name}.</source>
        <translation>設定を読み取れませんでした。ファイルは {name} として残しました。</translation>
    </message>
    <message>
        <source>The settings and the copy before them could not be understood; they were kept as {name} and {backup}.</source>
        <translation>設定とその前の控えを読み取れませんでした。{name} と {backup} として残しました。</translation>
    </message>
    <message>
        <source>The settings before the last change are in use.</source>
        <translation>最後の変更より前の設定を使っています。</translation>
    </message>
    <message>
        <source>The defaults are in use.</source>
        <translation>初期設定を使っています。</translation>
    </message>
    <message>
        <source>Something unexpected went wrong; Yomi goes on. Details are in {path}.</source>
        <translation>予期しない問題が起きましたが、Yomi は動作を続けます。詳細は {path} にあります。</translation>
    </message>
    <message>
        <source>The sample picture is missing from this installation; open a picture of yours instead.</source>
        <translation>サンプル画像がありません。お手持ちの画像を開いてください。</translation>
    </message>
    <message>
        <source>The model folder {path} does not exist; choose a folder that holds a model.</source>
        <translation>モデルのフォルダー {path} がありません。モデルが入ったフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>The model folder has no {name}; choose the folder that holds config.json and the weights.</source>
        <translation>モデルのフォルダーに {name} がありません。config.json と重みのあるフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>The model folder has no {name}; download the model again.</source>
        <translation>モデルのフォルダーに {name} がありません。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>The model folder has no chat template, so Yomi cannot talk to it; choose an Instruct model.</source>
        <translation>モデルのフォルダーにチャットテンプレートがないため、Yomi はこのモデルと会話できません。Instruct モデルを選んでください。</translation>
    </message>
    <message>
        <source>The model folder lacks {some} of {all} weight files; download the model again.</source>
        <translation>モデルのフォルダーに重みのファイル {all} 個のうち {some} 個がありません。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} in the model folder is not a JSON object; download it again.</source>
        <translation>モデルのフォルダーの {name} は JSON オブジェクトではありません。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} in the model folder is not valid JSON; download it again.</source>
        <translation>モデルのフォルダーの {name} は正しい JSON ではありません。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} in the model folder is not a file; download it again.</source>
        <translation>モデルのフォルダーの {name} はファイルではありません。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} in the model folder is far too large to be what its name says; download the model again.</source>
        <translation>モデルのフォルダーの {name} は、名前の示す内容としては大きすぎます。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} in the model folder cannot be read; check its permissions.</source>
        <translation>モデルのフォルダーの {name} を読めません。アクセス権を確かめてください。</translation>
    </message>
    <message>
        <source>{name} in the model folder cannot be read; restore the file or delete it.</source>
        <translation>モデルのフォルダーの {name} を読めません。ファイルを元に戻すか削除してください。</translation>
    </message>
    <message>
        <source>{name} in the model folder must hold a JSON object.</source>
        <translation>モデルのフォルダーの {name} には JSON オブジェクトが必要です。</translation>
    </message>
    <message>
        <source>&apos;{key}&apos; in {name} must be of type {kind}.</source>
        <translation>{name} の「{key}」は {kind} 型でなければなりません。</translation>
    </message>
    <message>
        <source>&apos;{key}&apos; in {name} must be a JSON object.</source>
        <translation>{name} の「{key}」は JSON オブジェクトでなければなりません。</translation>
    </message>
    <message>
        <source>&apos;{key}&apos; in {name} must be a positive whole number.</source>
        <translation>{name} の「{key}」は正の整数でなければなりません。</translation>
    </message>
    <message>
        <source>{name} has an impossible value for {key}; the model folder is damaged or of an unknown kind.</source>
        <translation>{name} の {key} の値があり得ません。モデルのフォルダーが壊れているか、未知の種類です。</translation>
    </message>
    <message>
        <source>{name} is a Git LFS pointer, not the file itself; run `git lfs pull` in the model folder.</source>
        <translation>{name} は Git LFS のポインターで、ファイル本体ではありません。モデルのフォルダーで `git lfs pull` を実行してください。</translation>
    </message>
    <message>
        <source>{name} is a Git LFS pointer, not the weights; run `git lfs pull` in the model folder.</source>
        <translation>{name} は Git LFS のポインターで、重みではありません。モデルのフォルダーで `git lfs pull` を実行してください。</translation>
    </message>
    <message>
        <source>config.json does not say which kind of model this is; choose a Qwen3-VL model folder.</source>
        <translation>config.json にモデルの種類が書かれていません。Qwen3-VL モデルのフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>Yomi cannot run models of the kind {kind}; choose a model of one of these kinds: {known}.</source>
        <translation>Yomi は {kind} という種類のモデルを実行できません。次のいずれかの種類を選んでください: {known}。</translation>
    </message>
    <message>
        <source>This model&apos;s weights are quantised in a format that Yomi does not read; choose the unquantised model.</source>
        <translation>このモデルの重みは Yomi が読めない形式で量子化されています。量子化されていないモデルを選んでください。</translation>
    </message>
    <message>
        <source>This model&apos;s weights are stored in a number format that Yomi does not read; choose the unquantised model.</source>
        <translation>このモデルの重みは Yomi が読めない数値形式です。量子化されていないモデルを選んでください。</translation>
    </message>
    <message>
        <source>This model&apos;s weights are Python pickles, which can run any code and are never loaded; choose a model in safetensors format.</source>
        <translation>このモデルの重みは Python の pickle です。任意のコードを実行できるため決して読み込みません。safetensors 形式のモデルを選んでください。</translation>
    </message>
    <message>
        <source>The weights do not fit config.json ({missing} tensors missing, {extra} unknown); download the model again.</source>
        <translation>重みが config.json と合いません（不足 {missing} 個、不明 {extra} 個）。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>The weights do not fit config.json ({wrong} tensors of another shape); download the model again.</source>
        <translation>重みが config.json と合いません（形の違うテンソル {wrong} 個）。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>Loading was cancelled; the model loaded before is still in use.</source>
        <translation>読み込みを取り消しました。前に読み込んだモデルを引き続き使います。</translation>
    </message>
    <message>
        <source>{name} lists no weights; download the model again.</source>
        <translation>{name} に重みが載っていません。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} does not match the weight files; download the model again.</source>
        <translation>{name} が重みのファイルと合いません。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} became shorter while loading; download the model again.</source>
        <translation>{name} が読み込み中に短くなりました。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} became shorter while it was read; download the model again.</source>
        <translation>{name} が読み取り中に短くなりました。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} points outside the model folder; do not use this model.</source>
        <translation>{name} がモデルのフォルダーの外を指しています。このモデルは使わないでください。</translation>
    </message>
    <message>
        <source>Two weight files hold the same tensor; download the model again.</source>
        <translation>2 つの重みのファイルに同じテンソルがあります。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} cannot be read; check the disk.</source>
        <translation>{name} を読めません。ディスクを確かめてください。</translation>
    </message>
    <message>
        <source>{name} cannot be read; check its permissions.</source>
        <translation>{name} を読めません。アクセス権を確かめてください。</translation>
    </message>
    <message>
        <source>{name} cannot be read; download the model again.</source>
        <translation>{name} を読めません。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} is damaged; download the model again.</source>
        <translation>{name} は壊れています。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} is cut short; download the model again.</source>
        <translation>{name} は途中で切れています。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} is not a safetensors file; download the model again.</source>
        <translation>{name} は safetensors ファイルではありません。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} is not a file; download the model again.</source>
        <translation>{name} はファイルではありません。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} is far too large; download the model again.</source>
        <translation>{name} は大きすぎます。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>tokenizer_config.json has an impossible chat_template; download the model again.</source>
        <translation>tokenizer_config.json の chat_template があり得ません。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is damaged; download the model again.</source>
        <translation>モデルのチャットテンプレートが壊れています。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template cannot express this conversation; start a new one or choose another model.</source>
        <translation>モデルのチャットテンプレートではこの会話を表せません。新しい会話を始めるか、別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>The tokenizer has more tokens than the model knows; download the model again.</source>
        <translation>トークナイザーのトークンがモデルの知る数より多くあります。モデルをもう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>This model&apos;s tokenizer is not byte-level, which Yomi needs; choose a Qwen3-VL model.</source>
        <translation>このモデルのトークナイザーは Yomi に必要なバイト単位の方式ではありません。Qwen3-VL モデルを選んでください。</translation>
    </message>
    <message>
        <source>{name} does not fit this model; make it anew with {command}, or choose another precision.</source>
        <translation>{name} はこのモデルと合いません。{command} で作り直すか、別の精度を選んでください。</translation>
    </message>
    <message>
        <source>{name} is damaged; make it anew with {command}, or choose another precision.</source>
        <translation>{name} は壊れています。{command} で作り直すか、別の精度を選んでください。</translation>
    </message>
    <message>
        <source>{name} is of another version of Yomi; make it anew with {command}, or choose another precision.</source>
        <translation>{name} は別のバージョンの Yomi のものです。{command} で作り直すか、別の精度を選んでください。</translation>
    </message>
    <message>
        <source>No int4 weights lie beside this model; make them with {command}, or choose another precision.</source>
        <translation>このモデルのそばに int4 の重みがありません。{command} で作るか、別の精度を選んでください。</translation>
    </message>
    <message>
        <source>No model is loaded; choose a model folder first.</source>
        <translation>モデルが読み込まれていません。先にモデルのフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>The model was closed; open one first.</source>
        <translation>モデルは閉じられました。先にモデルを開いてください。</translation>
    </message>
    <message>
        <source>The model gave something that is no number: its weights are damaged, or they do not suit this precision; download the model again or choose fp32.</source>
        <translation>モデルが数でない値を出しました。重みが壊れているか、この精度に合っていません。モデルをもう一度ダウンロードするか fp32 を選んでください。</translation>
    </message>
    <message>
        <source>There is no device {device}; choose auto, cpu, cuda or mps.</source>
        <translation>{device} というデバイスはありません。auto、cpu、cuda、mps から選んでください。</translation>
    </message>
    <message>
        <source>This computer has no NVIDIA card that Yomi can use; choose the device cpu or auto.</source>
        <translation>Yomi が使える NVIDIA のカードがこのコンピューターにありません。デバイスに cpu か auto を選んでください。</translation>
    </message>
    <message>
        <source>This computer has no Apple GPU that Yomi can use; choose the device cpu or auto.</source>
        <translation>Yomi が使える Apple の GPU がこのコンピューターにありません。デバイスに cpu か auto を選んでください。</translation>
    </message>
    <message>
        <source>This NVIDIA card cannot compute in bf16; choose the precision fp32 or auto.</source>
        <translation>この NVIDIA カードは bf16 で計算できません。精度に fp32 か auto を選んでください。</translation>
    </message>
    <message>
        <source>There is not enough free memory to run this model; close other programs or choose a smaller model.</source>
        <translation>このモデルを動かすための空きメモリーが足りません。ほかのプログラムを閉じるか、小さいモデルを選んでください。</translation>
    </message>
    <message>
        <source>There is not enough memory for this; use smaller pictures, close other programs, or choose a smaller model.</source>
        <translation>メモリーが足りません。小さい画像を使うか、ほかのプログラムを閉じるか、小さいモデルを選んでください。</translation>
    </message>
    <message>
        <source>There is not enough memory for this picture; send a smaller one.</source>
        <translation>この画像にはメモリーが足りません。小さい画像を送ってください。</translation>
    </message>
    <message>
        <source>The memory of this machine is used up; close other programs or choose a smaller model.</source>
        <translation>このコンピューターのメモリーを使い切りました。ほかのプログラムを閉じるか、小さいモデルを選んでください。</translation>
    </message>
    <message>
        <source>Something unforeseen went wrong in the engine; try again, and restart the engine if it stays.</source>
        <translation>エンジンで予期しない問題が起きました。もう一度試し、続くようならエンジンを再起動してください。</translation>
    </message>
    <message>
        <source>The graphics card stopped answering; restart the engine to go on.</source>
        <translation>グラフィックカードが応答しなくなりました。続けるにはエンジンを再起動してください。</translation>
    </message>
    <message>
        <source>A faster way to compute failed on this machine; Yomi goes on without it.</source>
        <translation>このコンピューターでは高速な計算方法が失敗しました。Yomi はそれを使わずに続けます。</translation>
    </message>
    <message>
        <source>A faster way to compute gave another text than the plain one, so it is not used.</source>
        <translation>高速な計算方法が通常と違うテキストを出したため、使いません。</translation>
    </message>
    <message>
        <source>A faster way to compute was not as sure of its text as the plain one, so it is not used.</source>
        <translation>高速な計算方法は通常ほどテキストに確信がなかったため、使いません。</translation>
    </message>
    <message>
        <source>The fast kernels do not run on this card; reading goes on with the ordinary ones.</source>
        <translation>高速カーネルはこのカードでは動きません。通常のカーネルで読み取りを続けます。</translation>
    </message>
    <message>
        <source>The fast kernels cannot be compiled on this machine; reading goes on with the ordinary ones.</source>
        <translation>高速カーネルをこのコンピューターでコンパイルできません。通常のカーネルで読み取りを続けます。</translation>
    </message>
    <message>
        <source>The fast step does not serve this model on this card; reading goes on with the ordinary kernels.</source>
        <translation>高速ステップはこのカードでこのモデルに対応しません。通常のカーネルで読み取りを続けます。</translation>
    </message>
    <message>
        <source>The fast step gave up.</source>
        <translation>高速ステップが中断しました。</translation>
    </message>
    <message>
        <source>{name} is {what}; {advice}.</source>
        <translation>{name} は{what}です。{advice}。</translation>
    </message>
    <message>
        <source>{name} is a {kind} picture that is damaged or cut short; copy or download it again.</source>
        <translation>{name} は壊れているか途中で切れた {kind} 画像です。もう一度コピーまたはダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} is a picture that is damaged or cut short; copy or download it again.</source>
        <translation>{name} は壊れているか途中で切れた画像です。もう一度コピーまたはダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} is damaged from page {page} on; copy or download it again.</source>
        <translation>{name} は {page} ページ目から壊れています。もう一度コピーするかダウンロードしてください。</translation>
    </message>
    <message>
        <source>{name} has 1 page, so there is no page {page}; choose another.</source>
        <translation>{name} は 1 ページだけなので {page} ページはありません。別のページを選んでください。</translation>
    </message>
    <message>
        <source>{name} has {count} pages, so there is no page {page}; choose another.</source>
        <translation>{name} は {count} ページなので {page} ページはありません。別のページを選んでください。</translation>
    </message>
    <message>
        <source>{name} has more than {millions} million pixels; save it smaller or cut out the part to read.</source>
        <translation>{name} は {millions} 百万画素を超えています。小さく保存するか、読みたい部分を切り出してください。</translation>
    </message>
    <message>
        <source>{name} is only {width} × {height} pixels, too small to hold text; open a larger copy.</source>
        <translation>{name} は {width} × {height} 画素しかなく、文字を含むには小さすぎます。大きいものを開いてください。</translation>
    </message>
    <message>
        <source>{name} is {width} × {height} pixels, too narrow a strip to read; cut it into shorter pieces.</source>
        <translation>{name} は {width} × {height} 画素で、読むには細長すぎます。短く切り分けてください。</translation>
    </message>
    <message>
        <source>{name} does not fit into memory; close other programs or save it smaller.</source>
        <translation>{name} がメモリーに収まりません。ほかのプログラムを閉じるか、小さく保存してください。</translation>
    </message>
    <message>
        <source>{name} is not a picture that Yomi knows; save it as PNG or JPEG and open that.</source>
        <translation>{name} は Yomi の知らない画像です。PNG か JPEG で保存して開いてください。</translation>
    </message>
    <message>
        <source>{name} is a text file, not a picture; its text needs no reading.</source>
        <translation>{name} は画像ではなくテキストファイルです。読み取る必要はありません。</translation>
    </message>
    <message>
        <source>The picture has no pixels; choose another one.</source>
        <translation>画像に画素がありません。別の画像を選んでください。</translation>
    </message>
    <message>
        <source>The picture is more than {times} times as long as it is wide; crop it into parts.</source>
        <translation>画像の長さが幅の {times} 倍を超えています。分割してください。</translation>
    </message>
    <message>
        <source>That part lies outside the picture or is too small to hold text; the picture is {width} × {height} pixels.</source>
        <translation>その部分は画像の外にあるか、文字を含むには小さすぎます。画像は {width} × {height} 画素です。</translation>
    </message>
    <message>
        <source>There is no picture to read; add one and send it again.</source>
        <translation>読み取る画像がありません。追加してもう一度送ってください。</translation>
    </message>
    <message>
        <source>Turned upright by its EXIF orientation.</source>
        <translation>EXIF の向きに従って正立させました。</translation>
    </message>
    <message>
        <source>Parts of this picture are damaged; what is left of it is read.</source>
        <translation>この画像は一部が壊れています。残っている部分を読み取ります。</translation>
    </message>
    <message>
        <source>Read at {width} × {height} of its {source_width} × {source_height} pixels.</source>
        <translation>{source_width} × {source_height} 画素のうち {width} × {height} で読み取ります。</translation>
    </message>
    <message>
        <source>Animated: the first of {frames} frames is read.</source>
        <translation>アニメーション: {frames} 枚のうち最初の 1 枚を読み取ります。</translation>
    </message>
    <message>
        <source>Animated: frame {frame} of {frames} is read.</source>
        <translation>アニメーション: {frames} フレーム中 {frame} 番目を読み取ります。</translation>
    </message>
    <message>
        <source>Transparency laid on white.</source>
        <translation>透明部分は白地に置きました。</translation>
    </message>
    <message>
        <source>Transparency laid on a dark ground: its ink is light.</source>
        <translation>文字が明るいため、透明部分は暗い地に置きました。</translation>
    </message>
    <message>
        <source>Fully transparent: there is nothing to see.</source>
        <translation>完全に透明です。何も見えません。</translation>
    </message>
    <message>
        <source>Holds no finite value: there is nothing to see.</source>
        <translation>有限の値がありません。何も見えません。</translation>
    </message>
    <message>
        <source>Grey values {low} to {high} stretched to full contrast.</source>
        <translation>灰色の値 {low}～{high} を最大のコントラストに広げました。</translation>
    </message>
    <message>
        <source>Converted from LAB colour.</source>
        <translation>LAB カラーから変換しました。</translation>
    </message>
    <message>
        <source>Converted from CMYK.</source>
        <translation>CMYK から変換しました。</translation>
    </message>
    <message>
        <source>Converted from CMYK by its colour profile.</source>
        <translation>カラープロファイルに従って CMYK から変換しました。</translation>
    </message>
    <message>
        <source>Converted from CMYK; its colour profile is unusable.</source>
        <translation>CMYK から変換しました。カラープロファイルは使えません。</translation>
    </message>
    <message>
        <source>The pictures and text together take {tokens} tokens, and this model holds {most}; use fewer or smaller pictures, or start a new conversation.</source>
        <translation>画像とテキストで合計 {tokens} トークンですが、このモデルの上限は {most} です。画像を減らすか小さくするか、新しい会話を始めてください。</translation>
    </message>
    <message>
        <source>The model&apos;s memory of {most} tokens is full; start a new conversation.</source>
        <translation>モデルの {most} トークンの記憶がいっぱいです。新しい会話を始めてください。</translation>
    </message>
    <message>
        <source>This does not fit into the model&apos;s context; send fewer or smaller pictures, ask in fewer words, or start a new conversation.</source>
        <translation>モデルのコンテキストに収まりません。画像を減らすか小さくする、質問を短くする、または新しい会話を始めてください。</translation>
    </message>
    <message>
        <source>There is nothing to answer; send a picture or a question.</source>
        <translation>答えるものがありません。画像か質問を送ってください。</translation>
    </message>
    <message>
        <source>There is nothing to answer; type a question or add a picture.</source>
        <translation>答えるものがありません。質問を入力するか画像を追加してください。</translation>
    </message>
    <message>
        <source>The question has no words; ask in words, as in: What is the total?</source>
        <translation>質問に言葉がありません。「合計はいくらですか」のように言葉で尋ねてください。</translation>
    </message>
    <message>
        <source>The limit of new tokens must be at least 1.</source>
        <translation>新しいトークンの上限は 1 以上でなければなりません。</translation>
    </message>
    <message>
        <source>The budget of visual tokens must be at least 1.</source>
        <translation>視覚トークンの予算は 1 以上でなければなりません。</translation>
    </message>
    <message>
        <source>This model has not learnt to read as Markdown; read the plain text, or choose another model.</source>
        <translation>このモデルは Markdown としての読み取りを学んでいません。プレーンテキストで読むか、別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>This small model answers only about a picture; add one and ask again.</source>
        <translation>この小さなモデルは画像についてだけ答えます。画像を追加してもう一度質問してください。</translation>
    </message>
    <message>
        <source>Name the field that is asked for, as in: field Order number.</source>
        <translation>知りたい項目の名前を続けて書いてください。例: field Order number</translation>
    </message>
    <message>
        <source>This small model looks through at most {count} pictures or pages for one question; ask about fewer of them.</source>
        <translation>この小さなモデルが 1 つの質問で調べる画像またはページは {count} 枚までです。枚数を減らして質問してください。</translation>
    </message>
    <message>
        <source>The conversation and its pictures do not match; start a new conversation.</source>
        <translation>会話と画像が一致しません。新しい会話を始めてください。</translation>
    </message>
    <message>
        <source>Only a user&apos;s turn can hold pictures; start a new conversation.</source>
        <translation>画像を含められるのは質問だけです。新しい会話を始めてください。</translation>
    </message>
    <message>
        <source>Checking the model folder</source>
        <translation>モデルのフォルダーを確認しています</translation>
    </message>
    <message>
        <source>Checking the int4 weights</source>
        <translation>int4 の重みを確認しています</translation>
    </message>
    <message>
        <source>Reading the weights</source>
        <translation>重みを読み込んでいます</translation>
    </message>
    <message>
        <source>Preparing the model</source>
        <translation>モデルを準備しています</translation>
    </message>
    <message>
        <source>The picture</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>empty (0 bytes)</source>
        <translation>空（0 バイト）</translation>
    </message>
    <message>
        <source>copy or download it again</source>
        <translation>もう一度コピーまたはダウンロードしてください</translation>
    </message>
    <message>
        <source>only a Git LFS pointer, not the picture itself</source>
        <translation>Git LFS のポインターで、画像本体ではないファイル</translation>
    </message>
    <message>
        <source>run `git lfs pull` and open it again</source>
        <translation>`git lfs pull` を実行してもう一度開いてください</translation>
    </message>
    <message>
        <source>a Photoshop document</source>
        <translation>Photoshop 文書</translation>
    </message>
    <message>
        <source>a GIMP document</source>
        <translation>GIMP 文書</translation>
    </message>
    <message>
        <source>a PostScript document</source>
        <translation>PostScript 文書</translation>
    </message>
    <message>
        <source>a DjVu document</source>
        <translation>DjVu 文書</translation>
    </message>
    <message>
        <source>a Windows metafile drawing</source>
        <translation>Windows メタファイルの図</translation>
    </message>
    <message>
        <source>a JPEG XL picture</source>
        <translation>JPEG XL 画像</translation>
    </message>
    <message>
        <source>a DICOM medical picture</source>
        <translation>DICOM 医用画像</translation>
    </message>
    <message>
        <source>a camera raw file</source>
        <translation>カメラの RAW ファイル</translation>
    </message>
    <message>
        <source>a text document</source>
        <translation>文書ファイル</translation>
    </message>
    <message>
        <source>an old Office document</source>
        <translation>旧形式の Office 文書</translation>
    </message>
    <message>
        <source>a RAR archive</source>
        <translation>RAR アーカイブ</translation>
    </message>
    <message>
        <source>a 7-Zip archive</source>
        <translation>7-Zip アーカイブ</translation>
    </message>
    <message>
        <source>a gzip archive</source>
        <translation>gzip アーカイブ</translation>
    </message>
    <message>
        <source>a Zstandard archive</source>
        <translation>Zstandard アーカイブ</translation>
    </message>
    <message>
        <source>an xz archive</source>
        <translation>xz アーカイブ</translation>
    </message>
    <message>
        <source>a bzip2 archive</source>
        <translation>bzip2 アーカイブ</translation>
    </message>
    <message>
        <source>a tar archive</source>
        <translation>tar アーカイブ</translation>
    </message>
    <message>
        <source>a ZIP archive</source>
        <translation>ZIP アーカイブ</translation>
    </message>
    <message>
        <source>a video</source>
        <translation>動画</translation>
    </message>
    <message>
        <source>a sound or video file</source>
        <translation>音声または動画のファイル</translation>
    </message>
    <message>
        <source>a sound file</source>
        <translation>音声ファイル</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>プログラム</translation>
    </message>
    <message>
        <source>a database</source>
        <translation>データベース</translation>
    </message>
    <message>
        <source>a PDF document, not a picture</source>
        <translation>画像ではなく PDF 文書</translation>
    </message>
    <message>
        <source>a Word document</source>
        <translation>Word 文書</translation>
    </message>
    <message>
        <source>an Excel workbook</source>
        <translation>Excel ブック</translation>
    </message>
    <message>
        <source>a PowerPoint presentation</source>
        <translation>PowerPoint プレゼンテーション</translation>
    </message>
    <message>
        <source>an Office document</source>
        <translation>Office 文書</translation>
    </message>
    <message>
        <source>an e-book</source>
        <translation>電子書籍</translation>
    </message>
    <message>
        <source>an OpenDocument file</source>
        <translation>OpenDocument ファイル</translation>
    </message>
    <message>
        <source>a HEIC photo, which Yomi cannot decode</source>
        <translation>Yomi が復号できない HEIC 写真</translation>
    </message>
    <message>
        <source>an SVG drawing</source>
        <translation>SVG の図</translation>
    </message>
    <message>
        <source>a web page, not a picture</source>
        <translation>画像ではなく Web ページ</translation>
    </message>
    <message>
        <source>export it as PNG or JPEG and open that</source>
        <translation>PNG か JPEG に書き出して開いてください</translation>
    </message>
    <message>
        <source>save its pages as PNG pictures and open those</source>
        <translation>ページを PNG 画像として保存して開いてください</translation>
    </message>
    <message>
        <source>unpack it and open the pictures inside</source>
        <translation>展開して中の画像を開いてください</translation>
    </message>
    <message>
        <source>open it in a word processor: its text needs no reading</source>
        <translation>ワープロで開いてください。読み取る必要はありません</translation>
    </message>
    <message>
        <source>take a still picture of the frame that you want read</source>
        <translation>読みたい場面の静止画を撮ってください</translation>
    </message>
    <message>
        <source>open a picture instead</source>
        <translation>代わりに画像を開いてください</translation>
    </message>
    <message>
        <source>save it as JPEG or PNG (on an iPhone: Settings, Camera, Formats, Most Compatible)</source>
        <translation>JPEG か PNG で保存してください（iPhone では「設定」→「カメラ」→「フォーマット」→「互換性優先」）</translation>
    </message>
    <message>
        <source>open it in a browser and take a screenshot, or save the picture itself</source>
        <translation>ブラウザーで開いてスクリーンショットを撮るか、画像そのものを保存してください</translation>
    </message>
</context>
<context>
    <name>StateNote</name>
    <message>
        <source>Copy details</source>
        <translation>詳細をコピー</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Status</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>エンジン</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>モデルなし</translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s)</source>
        <translation>
            <numerusform>接続 %n 件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s) since the start</source>
        <translation>
            <numerusform>起動してからの接続 %n 件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n refused</source>
        <translation>
            <numerusform>拒否 %n 件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThumbnailWidget</name>
    <message>
        <source>Picture {what}; open it large</source>
        <translation>画像 {what}（大きく表示）</translation>
    </message>
    <message>
        <source>Open large</source>
        <translation>大きく表示</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>画像をコピー</translation>
    </message>
    <message>
        <source>The picture is no longer in the image store.</source>
        <translation>画像は保存場所にありません。</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Show Yomi</source>
        <translation>Yomi を表示</translation>
    </message>
    <message>
        <source>Capture a region</source>
        <translation>範囲を取り込む</translation>
    </message>
    <message>
        <source>Capture the same region again</source>
        <translation>同じ範囲をもう一度取り込む</translation>
    </message>
    <message>
        <source>Read the clipboard</source>
        <translation>クリップボードを読み取る</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>Yomi: read what is on the screen</source>
        <translation>Yomi: 画面の文字を読み取る</translation>
    </message>
</context>
<context>
    <name>TrayHead</name>
    <message>
        <source>Remove all</source>
        <translation>すべて取り除く</translation>
    </message>
    <message>
        <source>Remove all pictures</source>
        <translation>すべての画像を取り除く</translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s)</source>
        <translation>
            <numerusform>画像 %Ln 枚</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UserMessageWidget</name>
    <message>
        <source>Your message</source>
        <translation>あなたのメッセージ</translation>
    </message>
    <message>
        <source>Show more ({count} characters are left)</source>
        <translation>さらに表示（残り {count} 文字）</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>あなたの言葉</translation>
    </message>
    <message>
        <source>Edit and ask again</source>
        <translation>編集してもう一度質問する</translation>
    </message>
    <message>
        <source>Ask again about another picture</source>
        <translation>別の画像でもう一度質問する</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>ここから削除</translation>
    </message>
</context>
</TS>
