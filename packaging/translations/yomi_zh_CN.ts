<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Yomi</source>
        <translation>关于 Yomi</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>版本 {version}</translation>
    </message>
    <message>
        <source>Reads your pictures on your own machine. Nothing is sent anywhere: no account, no telemetry, no network.</source>
        <translation>在您自己的电脑上读取图片。不会发送任何内容：无需账户，没有遥测，不用网络。</translation>
    </message>
    <message>
        <source>No model is loaded yet.</source>
        <translation>尚未加载模型。</translation>
    </message>
    <message>
        <source>It ships with Yomi; File › Choose model folder… takes any dense Qwen3-VL.</source>
        <translation>随 Yomi 提供；通过“文件 › 选择模型文件夹…”可使用任意稠密版 Qwen3-VL。</translation>
    </message>
</context>
<context>
    <name>ActivityWidget</name>
    <message>
        <source>Working</source>
        <translation>正在处理</translation>
    </message>
</context>
<context>
    <name>AssistantMessageWidget</name>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Progress before the first word</source>
        <translation>首个词之前的进度</translation>
    </message>
    <message>
        <source>Continue where it was cut off</source>
        <translation>从中断处继续</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>复制文本</translation>
    </message>
    <message>
        <source>Export this answer…</source>
        <translation>导出此回答…</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>从此处起删除</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
</context>
<context>
    <name>BannerWidget</name>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>BranchSwitcher</name>
    <message>
        <source>Version before</source>
        <translation>上一版本</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>下一版本</translation>
    </message>
    <message>
        <source>Version {place} of {count}</source>
        <translation>第 {place} 版，共 {count} 版</translation>
    </message>
</context>
<context>
    <name>Branching</name>
    <message>
        <source>There is no question to edit yet.</source>
        <translation>还没有可以编辑的问题。</translation>
    </message>
    <message>
        <source>There is only one version of each message here.</source>
        <translation>这里每条消息都只有一个版本。</translation>
    </message>
    <message>
        <source>Deleted this version.</source>
        <translation>已删除此版本。</translation>
    </message>
    <message>
        <source>Deleted from there on.</source>
        <translation>已从该处起删除。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>CaptureChain</name>
    <message>
        <source>The screen cannot be captured here; use the desktop&apos;s own tool and paste.</source>
        <translation>此处无法截取屏幕；请使用桌面自带的截图工具，然后粘贴。</translation>
    </message>
    <message>
        <source>The desktop gave no picture of the screen; take one with the desktop&apos;s own tool and paste it here.</source>
        <translation>桌面没有提供屏幕图像；请用桌面自带的工具截图，然后粘贴到这里。</translation>
    </message>
</context>
<context>
    <name>CaptureController</name>
    <message>
        <source>There is nothing in that region; choose a larger one.</source>
        <translation>该区域没有内容；请选择更大的区域。</translation>
    </message>
</context>
<context>
    <name>Capturing</name>
    <message numerus="yes">
        <source>The screen is captured in %n second(s)…</source>
        <translation>
            <numerusform>将在 %n 秒后截取屏幕…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ComposerText</name>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter starts a new line. Pictures can be pasted here.</source>
        <translation>按 Enter 发送，按 Shift+Enter 换行。可以在此粘贴图片。</translation>
    </message>
</context>
<context>
    <name>ComposerWidget</name>
    <message>
        <source>Pictures to send</source>
        <translation>要发送的图片</translation>
    </message>
    <message>
        <source>Add pictures</source>
        <translation>添加图片</translation>
    </message>
    <message>
        <source>Choose a preset</source>
        <translation>选择预设</translation>
    </message>
    <message>
        <source>Capture a region of the screen</source>
        <translation>截取屏幕区域</translation>
    </message>
    <message>
        <source>Looking at the files…</source>
        <translation>正在查看文件…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the answer and keep what it says so far</source>
        <translation>停止回答并保留已有内容</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Send the question</source>
        <translation>发送问题</translation>
    </message>
    <message>
        <source>Read the text of the pictures</source>
        <translation>读取图片中的文字</translation>
    </message>
    <message>
        <source>Add words to the preset, or press Enter</source>
        <translation>可为预设补充文字，或按 Enter</translation>
    </message>
    <message>
        <source>Press Enter to read with the preset</source>
        <translation>按 Enter 使用预设读取</translation>
    </message>
    <message>
        <source>Press Enter to read, or type a question first</source>
        <translation>按 Enter 读取，或先输入问题</translation>
    </message>
    <message>
        <source>Ask about the pictures, or drop another one</source>
        <translation>就图片提问，或再拖入一张</translation>
    </message>
    <message>
        <source>Drop, paste or open a picture</source>
        <translation>拖入、粘贴或打开图片</translation>
    </message>
    <message>
        <source>Enter to ask  ·  Shift+Enter for a new line</source>
        <translation>Enter 提问  ·  Shift+Enter 换行</translation>
    </message>
    <message>
        <source>Enter to read</source>
        <translation>Enter 读取</translation>
    </message>
    <message>
        <source>Enter to ask</source>
        <translation>按 Enter 提问</translation>
    </message>
    <message>
        <source>/ for presets</source>
        <translation>输入 / 选择预设</translation>
    </message>
</context>
<context>
    <name>ConversationDelegate</name>
    <message>
        <source>Title of the conversation</source>
        <translation>对话标题</translation>
    </message>
</context>
<context>
    <name>ConversationHeader</name>
    <message>
        <source>Hide or show the conversations</source>
        <translation>隐藏或显示对话列表</translation>
    </message>
    <message>
        <source>Title of the conversation</source>
        <translation>对话标题</translation>
    </message>
    <message>
        <source>Hide or show the live figures</source>
        <translation>隐藏或显示实时数据</translation>
    </message>
</context>
<context>
    <name>ConversationListWidget</name>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search all conversations</source>
        <translation>搜索所有对话</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>CostBar</name>
    <message>
        <source>Resolution of the pictures</source>
        <translation>图片分辨率</translation>
    </message>
    <message>
        <source>at most {tokens} tokens a picture</source>
        <translation>每张图片最多 {tokens} 个 token</translation>
    </message>
    <message>
        <source>as the model wants</source>
        <translation>由模型决定</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>分辨率</translation>
    </message>
    <message>
        <source>Resolution: {chosen}</source>
        <translation>分辨率：{chosen}</translation>
    </message>
    <message numerus="yes">
        <source>About %n visual token(s)</source>
        <translation>
            <numerusform>约 %n 个视觉 token</numerusform>
        </translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
</context>
<context>
    <name>Desktop</name>
    <message>
        <source>Screen region</source>
        <translation>屏幕区域</translation>
    </message>
    <message>
        <source>Part of {name}</source>
        <translation>{name} 的一部分</translation>
    </message>
    <message>
        <source>{name}, turned</source>
        <translation>{name}（已旋转）</translation>
    </message>
    <message>
        <source>The clipboard holds text, not a picture; copy a picture, or paste the text.</source>
        <translation>剪贴板中是文本而不是图片；请复制图片，或粘贴该文本。</translation>
    </message>
</context>
<context>
    <name>DoubtfulWords</name>
    <message>
        <source>Less than 1 % sure</source>
        <translation>确信度低于 1 %</translation>
    </message>
    <message>
        <source>{percent} % sure</source>
        <translation>确信度 {percent} %</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Welcome to Yomi</source>
        <translation>欢迎使用 Yomi</translation>
    </message>
    <message>
        <source>It reads what is in your pictures. Everything stays on this machine.</source>
        <translation>它读取图片中的文字。一切都留在这台电脑上。</translation>
    </message>
    <message>
        <source>Drop a picture to read it</source>
        <translation>拖入图片即可读取</translation>
    </message>
    <message>
        <source>Screenshots, photos, scans. Type a question first to ask about it instead.
Everything stays on this machine.</source>
        <translation>截图、照片、扫描件均可。先输入问题则会就图片提问。
一切都留在这台电脑上。</translation>
    </message>
    <message>
        <source>Open pictures…</source>
        <translation>打开图片…</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>截图</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Try a sample</source>
        <translation>试用示例</translation>
    </message>
    <message>
        <source>Read the sample picture</source>
        <translation>读取示例图片</translation>
    </message>
    <message>
        <source>Click the receipt to see it read.</source>
        <translation>点击这张小票，看它如何被读取。</translation>
    </message>
    <message>
        <source>Capture any region of the screen: {keys}.</source>
        <translation>截取屏幕任意区域：{keys}。</translation>
    </message>
    <message>
        <source>Drop pictures anywhere on this window.</source>
        <translation>把图片拖到此窗口的任意位置。</translation>
    </message>
    <message>
        <source>Paste a picture you have copied: {keys}.</source>
        <translation>粘贴已复制的图片：{keys}。</translation>
    </message>
</context>
<context>
    <name>EndButton</name>
    <message>
        <source>Jump to the end</source>
        <translation>跳到末尾</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Plain text</source>
        <translation>纯文本</translation>
    </message>
    <message>
        <source>The text and nothing else, for every program.</source>
        <translation>只有文本，任何程序都能打开。</translation>
    </message>
    <message>
        <source>Headings, lists and tables, for notes and wikis.</source>
        <translation>包含标题、列表和表格，适合笔记和维基。</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>One file with the pictures inside; it loads nothing.</source>
        <translation>一个内含图片的文件，不会加载任何外部内容。</translation>
    </message>
    <message>
        <source>Word document</source>
        <translation>Word 文档</translation>
    </message>
    <message>
        <source>With the pictures, to be edited in Word or LibreOffice.</source>
        <translation>包含图片，可在 Word 或 LibreOffice 中编辑。</translation>
    </message>
    <message>
        <source>Places, confidences, model and settings: enough for a program to repeat the reading.</source>
        <translation>包含位置、置信度、模型和设置，足以让程序重现这次读取。</translation>
    </message>
    <message>
        <source>The whole conversation</source>
        <translation>整个对话</translation>
    </message>
    <message>
        <source>This answer</source>
        <translation>此回答</translation>
    </message>
    <message>
        <source>The selected text</source>
        <translation>所选文本</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
</context>
<context>
    <name>Exporting</name>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>page {page} of {pages}</source>
        <translation>第 {page} 页，共 {pages} 页</translation>
    </message>
    <message>
        <source>Made with Yomi {version}</source>
        <translation>由 Yomi {version} 生成</translation>
    </message>
    <message>
        <source>Exported as {name}.</source>
        <translation>已导出为 {name}。</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>page {page} of {pages}</source>
        <translation>第 {page} 页，共 {pages} 页</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>No text found</source>
        <translation>未找到文字</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Cut off at the limit</source>
        <translation>已达上限而截断</translation>
    </message>
    <message>
        <source>Context full</source>
        <translation>上下文已满</translation>
    </message>
    <message>
        <source>Stopped, repeating itself</source>
        <translation>因重复而停止</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Not what was asked for</source>
        <translation>不符合要求</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>{count} token</source>
        <translation>{count} 个 token</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} 个 token</translation>
    </message>
    <message>
        <source>{count} visual token</source>
        <translation>{count} 个视觉 token</translation>
    </message>
    <message>
        <source>{count} visual tokens</source>
        <translation>{count} 个视觉 token</translation>
    </message>
    <message>
        <source>first token {time}</source>
        <translation>首个 token {time}</translation>
    </message>
    <message>
        <source>saw {seen}</source>
        <translation>所见 {seen}</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Opening the picture</source>
        <translation>打开图片</translation>
    </message>
    <message>
        <source>Preparing the picture</source>
        <translation>准备图片</translation>
    </message>
    <message>
        <source>Looking at the picture</source>
        <translation>查看图片</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>First token after</source>
        <translation>首个 token 用时</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Share of the memory&apos;s speed</source>
        <translation>占内存速度的比例</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Saw</source>
        <translation>所见</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Of these visual</source>
        <translation>其中视觉</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>{millions} million parameters, {weights} of weights, {cache} of cache</source>
        <translation>{millions} 百万参数，权重 {weights}，缓存 {cache}</translation>
    </message>
    <message>
        <source>Context {tokens}</source>
        <translation>上下文 {tokens}</translation>
    </message>
    <message>
        <source>Answer: {state}</source>
        <translation>回答：{state}</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
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
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>Open pictures</source>
        <translation>打开图片</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Choose a model folder (Qwen3-VL in Hugging Face layout)</source>
        <translation>选择模型文件夹（Hugging Face 格式的 Qwen3-VL）</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Previous place</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next place</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>关闭查找</translation>
    </message>
    <message>
        <source>Find in this conversation</source>
        <translation>在此对话中查找</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Not in this conversation</source>
        <translation>此对话中没有</translation>
    </message>
    <message>
        <source>{place} of {count}</source>
        <translation>{place} / {count}</translation>
    </message>
</context>
<context>
    <name>FormattedText</name>
    <message>
        <source>Open link…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy address of the link</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GlobalHotkey</name>
    <message>
        <source>This desktop keeps such keys to itself; give the command yomi --capture a shortcut in its settings.</source>
        <translation>此桌面不允许应用占用这类按键；请在桌面设置中为命令 yomi --capture 指定快捷键。</translation>
    </message>
    <message>
        <source>Another program has these keys; choose others.</source>
        <translation>其他程序已占用这些按键；请换一组。</translation>
    </message>
</context>
<context>
    <name>ImageViewerDialog</name>
    <message>
        <source>Previous picture</source>
        <translation>上一张图片</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>下一张图片</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>文本行</translation>
    </message>
    <message>
        <source>Show where the lines of text were found</source>
        <translation>显示文本行所在位置</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Show the lines as text</source>
        <translation>以文本显示各行</translation>
    </message>
    <message>
        <source>Beside</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Show the text beside the picture, not below it</source>
        <translation>将文本显示在图片旁边而不是下方</translation>
    </message>
    <message>
        <source>As the model sees it</source>
        <translation>模型所见</translation>
    </message>
    <message>
        <source>Show the pixels that the model gets</source>
        <translation>显示模型得到的像素</translation>
    </message>
    <message>
        <source>Choose a part</source>
        <translation>选取部分</translation>
    </message>
    <message>
        <source>Draw out a part to read just that</source>
        <translation>框选一部分，只读取该部分</translation>
    </message>
    <message>
        <source>Read this part</source>
        <translation>读取此部分</translation>
    </message>
    <message>
        <source>Turn clockwise (R)</source>
        <translation>顺时针旋转 (R)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>Fit the picture to the window</source>
        <translation>使图片适合窗口</translation>
    </message>
    <message>
        <source>Show at 100 %</source>
        <translation>以 100 % 显示</translation>
    </message>
    <message>
        <source>Opening the picture…</source>
        <translation>正在打开图片…</translation>
    </message>
    <message>
        <source>This picture can no longer be shown: its file is missing from the image store.</source>
        <translation>无法再显示此图片：图片库中缺少其文件。</translation>
    </message>
    <message numerus="yes">
        <source>read in about %n part(s)</source>
        <translation>
            <numerusform>约分 %n 部分读取</numerusform>
        </translation>
    </message>
    <message>
        <source>the model sees {width} × {height}</source>
        <translation>模型看到 {width} × {height}</translation>
    </message>
    <message numerus="yes">
        <source>%n visual token(s)</source>
        <translation>
            <numerusform>%n 个视觉 token</numerusform>
        </translation>
    </message>
    <message>
        <source>Read it turned</source>
        <translation>按旋转后读取</translation>
    </message>
</context>
<context>
    <name>LineListWidget</name>
    <message>
        <source>Lines that were read</source>
        <translation>已读取的文本行</translation>
    </message>
</context>
<context>
    <name>LivePanel</name>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Opening the picture</source>
        <translation>打开图片</translation>
    </message>
    <message>
        <source>Preparing it</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Looking at it</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首个 token</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Vision and the rest</source>
        <translation>视觉及其他</translation>
    </message>
    <message>
        <source>Live figures</source>
        <translation>实时数据</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Answers that wait</source>
        <translation>等待中的回答</translation>
    </message>
    <message>
        <source>Share of the memory&apos;s speed</source>
        <translation>占内存速度的比例</translation>
    </message>
    <message>
        <source>Why it is not faster</source>
        <translation>为何没有更快</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>首个 token 用时</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Tokens per second over time</source>
        <translation>每秒 token 数的变化</translation>
    </message>
    <message>
        <source>Time to first token by stage</source>
        <translation>首个 token 用时的各阶段</translation>
    </message>
    <message>
        <source>Memory in use over time</source>
        <translation>内存占用的变化</translation>
    </message>
    <message>
        <source>Memory by what it holds</source>
        <translation>内存构成</translation>
    </message>
    <message>
        <source>History of runs…</source>
        <translation>运行历史…</translation>
    </message>
    <message>
        <source>Faster than memory: the weights stay in the processor&apos;s cache</source>
        <translation>比内存更快：权重留在处理器缓存中</translation>
    </message>
    <message>
        <source>{share} % of what this card can do</source>
        <translation>达到此显卡能力的 {share} %</translation>
    </message>
    <message>
        <source>{share} % of what this computer&apos;s memory can do</source>
        <translation>达到此电脑内存能力的 {share} %</translation>
    </message>
    <message>
        <source>Each step reads {bytes}; the memory gives {speed} a second, measured here.</source>
        <translation>每步读取 {bytes}；内存每秒提供 {speed}（在此实测）。</translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) wait for this one</source>
        <translation>
            <numerusform>%n 个回答正在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>of {total}</source>
        <translation>共 {total}</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>The engine stopped.</source>
        <translation>引擎已停止。</translation>
    </message>
    <message>
        <source>Restart engine</source>
        <translation>重启引擎</translation>
    </message>
    <message>
        <source>{name} stays in use.</source>
        <translation>继续使用 {name}。</translation>
    </message>
    <message>
        <source>Choose another folder…</source>
        <translation>选择其他文件夹…</translation>
    </message>
    <message>
        <source>Closing…</source>
        <translation>正在关闭…</translation>
    </message>
    <message>
        <source>Drop to ask about it</source>
        <translation>松开以就此提问</translation>
    </message>
    <message>
        <source>Drop to read it</source>
        <translation>松开以读取</translation>
    </message>
    <message>
        <source>There is no answer to copy yet.</source>
        <translation>还没有可复制的回答。</translation>
    </message>
    <message>
        <source>Deleted “{title}”.</source>
        <translation>已删除“{title}”。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;First steps</source>
        <translation>入门(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;About Yomi</source>
        <translation>关于 Yomi(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New conversation</source>
        <translation>新对话(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open pictures…</source>
        <translation>打开图片(&amp;O)…</translation>
    </message>
    <message>
        <source>Capture a &amp;region</source>
        <translation>截取区域(&amp;R)</translation>
    </message>
    <message>
        <source>Capture the &amp;same region again</source>
        <translation>再次截取同一区域(&amp;S)</translation>
    </message>
    <message>
        <source>Capture &amp;later</source>
        <translation>稍后截取(&amp;L)</translation>
    </message>
    <message>
        <source>Read the &amp;clipboard</source>
        <translation>读取剪贴板(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Describe the clipboard</source>
        <translation>描述剪贴板图片(&amp;D)</translation>
    </message>
    <message>
        <source>Choose &amp;model folder…</source>
        <translation>选择模型文件夹(&amp;M)…</translation>
    </message>
    <message>
        <source>Use the &amp;bundled model</source>
        <translation>使用随附模型(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>设置(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Paste picture or text</source>
        <translation>粘贴图片或文本(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Copy last answer</source>
        <translation>复制最后的回答(&amp;C)</translation>
    </message>
    <message>
        <source>Find in this c&amp;onversation</source>
        <translation>在此对话中查找(&amp;O)</translation>
    </message>
    <message>
        <source>Find ne&amp;xt</source>
        <translation>查找下一处(&amp;X)</translation>
    </message>
    <message>
        <source>Find pre&amp;vious</source>
        <translation>查找上一处(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Find in all conversations</source>
        <translation>在所有对话中查找(&amp;F)</translation>
    </message>
    <message>
        <source>P&amp;in or unpin</source>
        <translation>置顶或取消(&amp;I)</translation>
    </message>
    <message>
        <source>Choose a p&amp;reset</source>
        <translation>选择预设(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit last question</source>
        <translation>编辑上一个问题(&amp;E)</translation>
    </message>
    <message>
        <source>Version &amp;before</source>
        <translation>上一版本(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Next version</source>
        <translation>下一版本(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Stop the answer</source>
        <translation>停止回答(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Conversations</source>
        <translation>对话(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Live figures</source>
        <translation>实时数据(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;History of runs…</source>
        <translation>运行历史(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Like the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>In {seconds} seconds</source>
        <translation>{seconds} 秒后</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Your words</source>
        <translation>您的文字</translation>
    </message>
    <message>
        <source>Ask about the pictures</source>
        <translation>就图片提问</translation>
    </message>
    <message>
        <source>The question as it was stays beside this one.</source>
        <translation>原来的问题会保留在旁边。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
</context>
<context>
    <name>MessageGallery</name>
    <message>
        <source>Ask again about this one</source>
        <translation>就这张图片再问一次</translation>
    </message>
</context>
<context>
    <name>MessageView</name>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Show later messages ({count})</source>
        <translation>显示更晚的消息（{count}）</translation>
    </message>
    <message>
        <source>Show earlier messages ({count})</source>
        <translation>显示更早的消息（{count}）</translation>
    </message>
</context>
<context>
    <name>ModelNote</name>
    <message>
        <source>Do not say this again</source>
        <translation>不再提示</translation>
    </message>
    <message>
        <source>Choose a model folder…</source>
        <translation>选择模型文件夹…</translation>
    </message>
    <message>
        <source>Larger models</source>
        <translation>更大的模型</translation>
    </message>
    <message>
        <source>{name} is the small model that ships with Yomi: it reads printed Latin text.</source>
        <translation>{name} 是 Yomi 附带的小模型：可读取印刷体拉丁文字。</translation>
    </message>
</context>
<context>
    <name>NoticeWidget</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>PictureView</name>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
</context>
<context>
    <name>PortalHandler</name>
    <message>
        <source>Install xdg-desktop-portal and its part for your desktop, such as xdg-desktop-portal-gnome, -kde or -wlr.</source>
        <translation>请安装 xdg-desktop-portal 及适合您桌面的组件，例如 xdg-desktop-portal-gnome、-kde 或 -wlr。</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Yomi goes on in the tray; Quit in its menu ends it.</source>
        <translation>Yomi 仍在托盘中运行；在其菜单中选择“退出”即可结束。</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>截图</translation>
    </message>
    <message>
        <source>Allow network connections</source>
        <translation>允许网络连接</translation>
    </message>
    <message>
        <source>Nothing in Yomi needs the network. What goes through is counted all the same.</source>
        <translation>Yomi 的任何功能都不需要网络。放行的连接同样会被计数。</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Start minimised</source>
        <translation>启动时最小化</translation>
    </message>
    <message>
        <source>In the tray where there is one, else in the task bar.</source>
        <translation>有托盘则在托盘中，否则在任务栏中。</translation>
    </message>
    <message>
        <source>Show an icon in the tray</source>
        <translation>在托盘中显示图标</translation>
    </message>
    <message>
        <source>Where the desktop has a tray.</source>
        <translation>适用于有托盘的桌面。</translation>
    </message>
    <message>
        <source>Closing the window keeps Yomi in the tray</source>
        <translation>关闭窗口后 Yomi 留在托盘中</translation>
    </message>
    <message>
        <source>Capturing then needs no start. Quit ends Yomi.</source>
        <translation>这样截图无需等待启动。“退出”会结束 Yomi。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Where the model runs; a change loads it again.</source>
        <translation>模型运行的位置；更改后会重新加载。</translation>
    </message>
    <message>
        <source>The best there is</source>
        <translation>可用的最佳设备</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Graphics card (CUDA)</source>
        <translation>显卡 (CUDA)</translation>
    </message>
    <message>
        <source>Graphics of a Mac (MPS)</source>
        <translation>Mac 图形处理器 (MPS)</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>int4 needs less than half the memory, where the model has such weights.</source>
        <translation>若模型带有 int4 权重，所需内存不到一半。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Longest answer, in tokens</source>
        <translation>最长回答（token 数）</translation>
    </message>
    <message>
        <source>A longer one is cut off there and can be continued.</source>
        <translation>更长的回答会在此截断，可以继续生成。</translation>
    </message>
    <message>
        <source>Resolution of pictures, in tokens</source>
        <translation>图片分辨率（token 数）</translation>
    </message>
    <message>
        <source>Fewer are faster and see less; a question about large shapes needs few.</source>
        <translation>越少越快，但看得越少；询问大的形状只需很少。</translation>
    </message>
    <message>
        <source>As the model wants</source>
        <translation>由模型决定</translation>
    </message>
    <message>
        <source>Hide the window while capturing</source>
        <translation>截图时隐藏窗口</translation>
    </message>
    <message>
        <source>Capture from any program</source>
        <translation>在任何程序中截图</translation>
    </message>
    <message>
        <source>Elsewhere, give the command yomi --capture a shortcut of the desktop.</source>
        <translation>如不可用，请为命令 yomi --capture 指定桌面快捷键。</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
</context>
<context>
    <name>PresetChip</name>
    <message>
        <source>Ask without the preset</source>
        <translation>不使用预设提问</translation>
    </message>
</context>
<context>
    <name>PresetChooser</name>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
</context>
<context>
    <name>PresetEditor</name>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Asks for</source>
        <translation>要求的内容</translation>
    </message>
    <message>
        <source>What the model is told. It may hold {names}</source>
        <translation>告诉模型的话。可包含 {names}</translation>
    </message>
    <message>
        <source>The language of the window</source>
        <translation>窗口的语言</translation>
    </message>
    <message>
        <source>Language of the answer, for {language}</source>
        <translation>回答的语言，用于 {language}</translation>
    </message>
    <message>
        <source>JSON Schema that the answer is to fit; empty for any JSON</source>
        <translation>回答应符合的 JSON Schema；留空则任何 JSON 均可</translation>
    </message>
    <message>
        <source>The preset needs a name to be chosen by.</source>
        <translation>预设需要一个名称以便选择。</translation>
    </message>
    <message>
        <source>The prompt is too long; leave something out.</source>
        <translation>提示过长，请删去一些内容。</translation>
    </message>
</context>
<context>
    <name>PresetSection</name>
    <message>
        <source>Type / at the start of a question to choose one.</source>
        <translation>在问题开头输入 / 即可选择。</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制一份</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Restore Yomi&apos;s own</source>
        <translation>恢复 Yomi 自带的</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Copy of {name}</source>
        <translation>{name} 的副本</translation>
    </message>
    <message>
        <source>Deleted “{name}”.</source>
        <translation>已删除“{name}”。</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>Read the text</source>
        <translation>读取文字</translation>
    </message>
    <message>
        <source>Read as Markdown</source>
        <translation>读取为 Markdown</translation>
    </message>
    <message>
        <source>Read as a table</source>
        <translation>读取为表格</translation>
    </message>
    <message>
        <source>Receipt as JSON</source>
        <translation>收据转为 JSON</translation>
    </message>
    <message>
        <source>Describe the picture</source>
        <translation>描述图片</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>JSON, checked against a schema</source>
        <translation>按模式检查的 JSON</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Reading as Markdown</source>
        <translation>读取为 Markdown</translation>
    </message>
</context>
<context>
    <name>PrivacySummary</name>
    <message>
        <source>Refused connections</source>
        <translation>被拒绝的连接</translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s) since the start</source>
        <translation>
            <numerusform>启动以来 %n 次连接</numerusform>
        </translation>
    </message>
    <message>
        <source>Connections are allowed at present.</source>
        <translation>目前允许连接。</translation>
    </message>
    <message>
        <source>Every connection is refused before it is made.</source>
        <translation>任何连接在建立之前都会被拒绝。</translation>
    </message>
    <message numerus="yes">
        <source>%n attempt(s) were refused.</source>
        <translation>
            <numerusform>已拒绝 %n 次尝试。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The operating system lists %n internet socket(s) of Yomi.</source>
        <translation>
            <numerusform>操作系统列出 Yomi 的 %n 个网络套接字。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProgramHandler</name>
    <message>
        <source>Install the package {program}.</source>
        <translation>请安装软件包 {program}。</translation>
    </message>
</context>
<context>
    <name>Reporting</name>
    <message>
        <source>The details are on the clipboard; they hold no text, picture or folder of yours.</source>
        <translation>详细信息已复制到剪贴板，不包含您的任何文本、图片或文件夹。</translation>
    </message>
</context>
<context>
    <name>RunTable</name>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首个 token</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Reading as Markdown</source>
        <translation>读取为 Markdown</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Error: {code}</source>
        <translation>错误：{code}</translation>
    </message>
</context>
<context>
    <name>RunsDialog</name>
    <message>
        <source>History of runs</source>
        <translation>运行历史</translation>
    </message>
    <message>
        <source>Tokens per second of the last runs</source>
        <translation>最近几次运行的每秒 token 数</translation>
    </message>
    <message>
        <source>Tokens per second, the last run at the right</source>
        <translation>每秒 token 数，最近一次在最右侧</translation>
    </message>
    <message>
        <source>No run yet: read a picture, and its figures stand here.</source>
        <translation>还没有运行记录：读取一张图片后，数据会显示在这里。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message numerus="yes">
        <source>Clear all %n run(s)?</source>
        <translation>
            <numerusform>清空全部 %n 条记录？</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
</context>
<context>
    <name>ScreenCurtain</name>
    <message>
        <source>Choose a region</source>
        <translation>选择区域</translation>
    </message>
    <message>
        <source>Choose a region of the screen</source>
        <translation>选择屏幕区域</translation>
    </message>
    <message>
        <source>Drag over what you want to read  ·  Enter takes the whole screen  ·  Esc cancels</source>
        <translation>拖选要读取的内容  ·  Enter 选取整个屏幕  ·  Esc 取消</translation>
    </message>
</context>
<context>
    <name>SearchResultDelegate</name>
    <message>
        <source>You:</source>
        <translation>您：</translation>
    </message>
</context>
<context>
    <name>SearchResults</name>
    <message>
        <source>Found</source>
        <translation>查找结果</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) still to look through…</source>
        <translation>
            <numerusform>还有 %n 条消息待查找…</numerusform>
        </translation>
    </message>
    <message>
        <source>No conversation holds these words.</source>
        <translation>没有包含这些词的对话。</translation>
    </message>
    <message>
        <source>There is more than is listed; add a word.</source>
        <translation>还有更多未列出；请再加一个词。</translation>
    </message>
    <message numerus="yes">
        <source>In %n conversation(s)</source>
        <translation>
            <numerusform>%n 个对话</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Default keys for {command}</source>
        <translation>{command} 的默认按键</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Restore all defaults</source>
        <translation>恢复所有默认值</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>No setting is called that.</source>
        <translation>没有这样的设置。</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Use it together with Ctrl or Alt, or use a function key.</source>
        <translation>请与 Ctrl 或 Alt 组合使用，或使用功能键。</translation>
    </message>
    <message>
        <source>Already used by “{command}”.</source>
        <translation>已用于“{command}”。</translation>
    </message>
</context>
<context>
    <name>SnippetBar</name>
    <message>
        <source>Copy this table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Spoken</name>
    <message>
        <source>Starting the engine…</source>
        <translation>正在启动引擎…</translation>
    </message>
    <message>
        <source>Restarting the engine…</source>
        <translation>正在重启引擎…</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>No model is loaded; choose a model folder.</source>
        <translation>未加载模型；请选择模型文件夹。</translation>
    </message>
    <message>
        <source>Opening the picture…</source>
        <translation>正在打开图片…</translation>
    </message>
    <message>
        <source>Preparing the picture…</source>
        <translation>正在准备图片…</translation>
    </message>
    <message>
        <source>Looking at the picture…</source>
        <translation>正在查看图片…</translation>
    </message>
    <message>
        <source>Getting ready to write…</source>
        <translation>准备输出…</translation>
    </message>
    <message>
        <source>No text was found in the picture.</source>
        <translation>图片中未找到文字。</translation>
    </message>
    <message>
        <source>Cut off at the limit of new tokens; Continue goes on where it stopped.</source>
        <translation>已达新 token 上限而截断；点“继续”可接着生成。</translation>
    </message>
    <message>
        <source>The model&apos;s context is full; start a new conversation to go on.</source>
        <translation>模型上下文已满；请开始新的对话。</translation>
    </message>
    <message>
        <source>The model began to repeat itself and was stopped; the text up to there is kept.</source>
        <translation>模型开始重复，已被停止；此前的文本已保留。</translation>
    </message>
    <message>
        <source>Yomi was closed before the answer was complete; what was shown is kept.</source>
        <translation>回答完成前 Yomi 已关闭；已显示的内容已保留。</translation>
    </message>
    <message>
        <source>The engine ended before the answer did; use Regenerate to ask again.</source>
        <translation>引擎在回答完成前结束；请用“重新生成”再次提问。</translation>
    </message>
    <message>
        <source>The question to this answer is no longer there; send it again.</source>
        <translation>此回答对应的问题已不存在；请重新发送。</translation>
    </message>
    <message>
        <source>The history could not be searched; close Yomi and start it again.</source>
        <translation>无法搜索历史记录；请关闭 Yomi 后重新启动。</translation>
    </message>
    <message>
        <source>{name} is a folder; add the pictures in it instead.</source>
        <translation>{name} 是文件夹；请添加其中的图片。</translation>
    </message>
    <message>
        <source>{name} is not a regular file; save the picture to disk first.</source>
        <translation>{name} 不是普通文件；请先将图片保存到磁盘。</translation>
    </message>
    <message>
        <source>{name} is not there; check the path.</source>
        <translation>{name} 不存在；请检查路径。</translation>
    </message>
    <message>
        <source>{name} may not be read; check its permissions.</source>
        <translation>无权读取 {name}；请检查权限。</translation>
    </message>
    <message>
        <source>{name} could not be read from disk; try to copy it elsewhere.</source>
        <translation>无法从磁盘读取 {name}；请尝试复制到其他位置。</translation>
    </message>
    <message>
        <source>{name} is larger than {size} MB; save a smaller copy and add that.</source>
        <translation>{name} 大于 {size} MB；请另存较小的副本后添加。</translation>
    </message>
    <message>
        <source>Only the first {some} of the {all} pages of {name} were added.</source>
        <translation>仅添加了 {name} 共 {all} 页中的前 {some} 页。</translation>
    </message>
    <message>
        <source>This is only a link, and Yomi never goes online; save the picture and add the file.</source>
        <translation>这只是一个链接，而 Yomi 从不联网；请保存图片后添加文件。</translation>
    </message>
    <message>
        <source>There is no picture to paste; copy one first.</source>
        <translation>没有可粘贴的图片；请先复制一张。</translation>
    </message>
    <message>
        <source>There is no picture in it (it offers {kinds}); save the picture and add the file.</source>
        <translation>其中没有图片（提供的是 {kinds}）；请保存图片后添加文件。</translation>
    </message>
    <message>
        <source>There is no picture to ask about yet; add one, then ask.</source>
        <translation>还没有可提问的图片；请先添加一张。</translation>
    </message>
    <message>
        <source>There is nothing to send yet; add a picture.</source>
        <translation>还没有可发送的内容；请添加图片。</translation>
    </message>
    <message>
        <source>Nothing was sent, since no added file can be read. {sentence}</source>
        <translation>没有可读取的文件，因此未发送任何内容。{sentence}</translation>
    </message>
    <message>
        <source>{name} was left out: {sentence}</source>
        <translation>已略过 {name}：{sentence}</translation>
    </message>
    <message>
        <source>{count} files were left out, {name} first: {sentence}</source>
        <translation>已略过 {count} 个文件，首个为 {name}：{sentence}</translation>
    </message>
    <message>
        <source>The answer is still on its way; stop it first.</source>
        <translation>回答仍在进行；请先停止。</translation>
    </message>
    <message>
        <source>That part of the picture is empty; choose a larger one.</source>
        <translation>图片的该部分为空；请选择更大的部分。</translation>
    </message>
    <message>
        <source>The prompt is empty; write what is to be asked.</source>
        <translation>提示为空；请写下要问的内容。</translation>
    </message>
    <message>
        <source>Yomi does not know what {name} stands for; known are {names}.</source>
        <translation>Yomi 不知道 {name} 代表什么；已知的有 {names}。</translation>
    </message>
    <message>
        <source>The clipboard holds no text; copy the text that the preset is to use, then choose it.</source>
        <translation>剪贴板中没有文字；请先复制预设要用的文字，再选择它。</translation>
    </message>
    <message>
        <source>The date is not known; set the clock of this computer.</source>
        <translation>日期未知；请设置此电脑的时钟。</translation>
    </message>
    <message>
        <source>The time is not known; set the clock of this computer.</source>
        <translation>时间未知；请设置此电脑的时钟。</translation>
    </message>
    <message>
        <source>There is no picture whose name the preset could use; add one.</source>
        <translation>没有可供预设使用其名称的图片；请添加一张。</translation>
    </message>
    <message>
        <source>The preset names no language; choose one in the settings.</source>
        <translation>预设没有指定语言；请在设置中选择。</translation>
    </message>
    <message>
        <source>The preset has no schema; write one in the settings.</source>
        <translation>预设没有模式；请在设置中编写。</translation>
    </message>
    <message>
        <source>The preset needs your words too; type them, then send.</source>
        <translation>预设还需要您的文字；请输入后再发送。</translation>
    </message>
    <message>
        <source>{name} has not learnt to read as Markdown. {sentence}</source>
        <translation>{name} 没有学过读取为 Markdown。{sentence}</translation>
    </message>
    <message>
        <source>{name} has not learnt to read tables. {sentence}</source>
        <translation>{name} 没有学过读取表格。{sentence}</translation>
    </message>
    <message>
        <source>{name} cannot translate. {sentence}</source>
        <translation>{name} 不能翻译。{sentence}</translation>
    </message>
    <message>
        <source>{name} cannot answer with JSON. {sentence}</source>
        <translation>{name} 不能用 JSON 回答。{sentence}</translation>
    </message>
    <message>
        <source>Choose a larger model.</source>
        <translation>请选择更大的模型。</translation>
    </message>
    <message>
        <source>This preset reads the picture as it is; take the words away, or the preset.</source>
        <translation>此预设按原样读取图片；请去掉文字或预设。</translation>
    </message>
    <message>
        <source>This is not valid JSON ({reason}); Regenerate asks again.</source>
        <translation>这不是有效的 JSON（{reason}）；“重新生成”会再问一次。</translation>
    </message>
    <message>
        <source>Valid JSON.</source>
        <translation>有效的 JSON。</translation>
    </message>
    <message>
        <source>Valid JSON; it fits the schema.</source>
        <translation>有效的 JSON，符合模式。</translation>
    </message>
    <message>
        <source>Valid JSON, but it does not fit the schema: {reason}.</source>
        <translation>有效的 JSON，但不符合模式：{reason}。</translation>
    </message>
    <message>
        <source>Valid JSON, but it could not be checked. {sentence}</source>
        <translation>有效的 JSON，但无法检查。{sentence}</translation>
    </message>
    <message>
        <source>The schema is not valid JSON ({reason}); correct it in the settings.</source>
        <translation>模式不是有效的 JSON（{reason}）；请在设置中更正。</translation>
    </message>
    <message>
        <source>The schema must be a JSON object; correct it in the settings.</source>
        <translation>模式必须是 JSON 对象；请在设置中更正。</translation>
    </message>
    <message>
        <source>The schema is no JSON Schema ({reason}); correct it in the settings.</source>
        <translation>模式不是 JSON Schema（{reason}）；请在设置中更正。</translation>
    </message>
    <message>
        <source>This message is not kept in the history, so it goes with the window.</source>
        <translation>此消息未保存在历史记录中，会随窗口一起消失。</translation>
    </message>
    <message>
        <source>The picture before is still being read; drop this one again in a moment.</source>
        <translation>前一张图片仍在读取；请稍后再拖放这张。</translation>
    </message>
    <message>
        <source>Yomi is open in another window too; both share one history.</source>
        <translation>Yomi 也在另一个窗口中打开；两者共用一份历史。</translation>
    </message>
    <message>
        <source>The disk is full, so the history could not be written; free some space.</source>
        <translation>磁盘已满，无法写入历史；请释放空间。</translation>
    </message>
    <message>
        <source>Another program holds the history, so it could not be written; close it.</source>
        <translation>其他程序占用了历史，无法写入；请关闭该程序。</translation>
    </message>
    <message>
        <source>The history could not be written; check the folder it lies in.</source>
        <translation>无法写入历史；请检查其所在文件夹。</translation>
    </message>
    <message>
        <source>The history could not be read; start Yomi again.</source>
        <translation>无法读取历史；请重新启动 Yomi。</translation>
    </message>
    <message>
        <source>Another program holds the history; close it and start Yomi again.</source>
        <translation>其他程序占用了历史；请关闭它并重新启动 Yomi。</translation>
    </message>
    <message>
        <source>The picture&apos;s file is no longer in Yomi&apos;s folder; add the picture again.</source>
        <translation>图片文件已不在 Yomi 的文件夹中；请重新添加图片。</translation>
    </message>
    <message>
        <source>The settings could not be read; check the permissions of {path}.</source>
        <translation>无法读取设置；请检查 {path} 的权限。</translation>
    </message>
    <message>
        <source>The settings could not be understood; the file was kept as {name}. {rest}</source>
        <translation>无法理解设置文件；已保留为 {name}。{rest}</translation>
    </message>
    <message>
        <source>The settings before the last change are in use.</source>
        <translation>正在使用上次更改之前的设置。</translation>
    </message>
    <message>
        <source>The defaults are in use.</source>
        <translation>正在使用默认设置。</translation>
    </message>
    <message>
        <source>Something unexpected went wrong; Yomi goes on. Details are in {path}.</source>
        <translation>发生了意外问题；Yomi 会继续运行。详情见 {path}。</translation>
    </message>
    <message>
        <source>The sample picture is missing from this installation; open a picture of yours instead.</source>
        <translation>此安装缺少示例图片；请打开您自己的图片。</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>尚无模型</translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s)</source>
        <translation>
            <numerusform>%n 次连接</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s) since the start</source>
        <translation>
            <numerusform>启动以来 %n 次连接</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n refused</source>
        <translation>
            <numerusform>拒绝 %n 次</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThumbnailWidget</name>
    <message>
        <source>Picture {what}; open it large</source>
        <translation>图片 {what}；放大查看</translation>
    </message>
    <message>
        <source>The picture is no longer in the image store.</source>
        <translation>图片已不在图片库中。</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Show Yomi</source>
        <translation>显示 Yomi</translation>
    </message>
    <message>
        <source>Capture a region</source>
        <translation>截取区域</translation>
    </message>
    <message>
        <source>Read the clipboard</source>
        <translation>读取剪贴板</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Yomi: read what is on the screen</source>
        <translation>Yomi：读取屏幕内容</translation>
    </message>
</context>
<context>
    <name>UserMessageWidget</name>
    <message>
        <source>Your message</source>
        <translation>您的消息</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>您的文字</translation>
    </message>
    <message>
        <source>Edit and ask again</source>
        <translation>编辑后重新提问</translation>
    </message>
    <message>
        <source>Ask again about another picture</source>
        <translation>换一张图片重新提问</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>从此处起删除</translation>
    </message>
</context>
</TS>
