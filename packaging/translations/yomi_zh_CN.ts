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
    <name>AnswerActions</name>
    <message>
        <source>Continue where it was cut off</source>
        <translation>从中断处继续</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>复制文本</translation>
    </message>
    <message>
        <source>Correct the text</source>
        <translation>更正文本</translation>
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
    <message>
        <source>Show as plain text</source>
        <translation>以纯文本显示</translation>
    </message>
    <message>
        <source>Show formatted</source>
        <translation>以带格式的方式显示</translation>
    </message>
</context>
<context>
    <name>AnswerEditor</name>
    <message>
        <source>The text of the answer</source>
        <translation>回答的文本</translation>
    </message>
    <message>
        <source>Ctrl+Enter saves it, Escape leaves it as it was. Words in doubt are underlined.</source>
        <translation>Ctrl+Enter 保存，Esc 保持原样。存疑的词带有下划线。</translation>
    </message>
    <message>
        <source>What the model wrote is kept.</source>
        <translation>模型所写的内容会保留。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Bring back what was read</source>
        <translation>恢复识别的原文</translation>
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
        <translation>首个词之前的进度</translation>
    </message>
    <message>
        <source>corrected by hand</source>
        <translation>已手动更正</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
    <message>
        <source>{name}, {place} of {count}</source>
        <translation>{name}，第 {place} 张，共 {count} 张</translation>
    </message>
    <message>
        <source>Enter opens it, Delete removes it, Ctrl with an arrow key moves it.</source>
        <translation>按 Enter 打开，按 Delete 移除，按 Ctrl 加方向键移动。</translation>
    </message>
    <message>
        <source>Enter opens it, Delete removes it.</source>
        <translation>按 Enter 打开，按 Delete 移除。</translation>
    </message>
    <message>
        <source>Use what is left of it</source>
        <translation>使用剩余部分</translation>
    </message>
    <message>
        <source>Opens the part that is not damaged; the rest is missing or empty</source>
        <translation>打开未损坏的部分；其余部分缺失或留空</translation>
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
</context>
<context>
    <name>CaptureChain</name>
    <message>
        <source>The screen cannot be captured here; use the desktop&apos;s own tool and paste.</source>
        <translation>此处无法截取屏幕；请使用桌面自带的截图工具，然后粘贴。</translation>
    </message>
    <message>
        <source>The desktop gave no picture of the screen; allow Yomi in its settings to take one, or take one with the desktop&apos;s own tool and paste it here.</source>
        <translation>桌面没有提供屏幕图片；请在桌面设置中允许 Yomi 截取屏幕，或用桌面自带的工具截图后粘贴到这里。</translation>
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
    <name>ChipTray</name>
    <message>
        <source>Pictures to send</source>
        <translation>待发送的图片</translation>
    </message>
</context>
<context>
    <name>ClearButton</name>
    <message>
        <source>Empty the field</source>
        <translation>清空输入框</translation>
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
        <source>That text has {count} characters; no more than {most} can be asked about at once.</source>
        <translation>该文本有 {count} 个字符；一次最多只能就 {most} 个字符提问。</translation>
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
        <source>Draft</source>
        <translation>草稿</translation>
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
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>Correcting</name>
    <message>
        <source>There is no answer to correct yet.</source>
        <translation>还没有可更正的回答。</translation>
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
        <source>About %Ln visual token(s)</source>
        <translation>
            <numerusform>约 %Ln 个视觉 token</numerusform>
        </translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>{size} in all</source>
        <translation>共 {size}</translation>
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
        <source>The desktop shows the clipboard to the window in front alone; click here and paste.</source>
        <translation>桌面只让最前面的窗口看到剪贴板；请点击此窗口后再粘贴。</translation>
    </message>
    <message>
        <source>The clipboard holds text, not a picture; copy a picture, or paste the text.</source>
        <translation>剪贴板中是文本而不是图片；请复制图片，或粘贴该文本。</translation>
    </message>
    <message numerus="yes">
        <source>Removed %Ln picture(s).</source>
        <translation>
            <numerusform>已移除 %Ln 张图片。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DoubtfulWords</name>
    <message>
        <source>Less than 1% sure</source>
        <translation>确信度低于 1%</translation>
    </message>
    <message>
        <source>{percent}% sure</source>
        <translation>确信度 {percent}%</translation>
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
        <source>Capture any region of the screen.</source>
        <translation>截取屏幕任意区域。</translation>
    </message>
    <message>
        <source>Drop pictures anywhere on this window.</source>
        <translation>把图片拖到此窗口的任意位置。</translation>
    </message>
    <message>
        <source>Paste a picture you have copied: {keys}.</source>
        <translation>粘贴已复制的图片：{keys}。</translation>
    </message>
    <message>
        <source>Paste a picture you have copied.</source>
        <translation>粘贴已复制的图片。</translation>
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
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Those that are shown</source>
        <translation>当前显示的</translation>
    </message>
    <message>
        <source>All of each message</source>
        <translation>每条消息的全部</translation>
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
        <source>{speaker}, version {place} of {count}</source>
        <translation>{speaker}，第 {place} 版，共 {count} 版</translation>
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
        <source>frame {page} of {pages}</source>
        <translation>第 {page} 帧，共 {pages} 帧</translation>
    </message>
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
        <source>Answering</source>
        <translation>正在回答</translation>
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
        <source>{count} pictures</source>
        <translation>{count} 张图片</translation>
    </message>
    <message>
        <source>{size} turned by {angle}°</source>
        <translation>{size}（旋转 {angle}°）</translation>
    </message>
    <message>
        <source>{size} in {count} parts</source>
        <translation>{size}（分 {count} 块）</translation>
    </message>
    <message>
        <source>{size} as {other}</source>
        <translation>{size} 按 {other}</translation>
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
        <source>Still known from before</source>
        <translation>沿用先前的内容</translation>
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
    <message>
        <source>{number}%</source>
        <translation>{number}%</translation>
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
    <message numerus="yes">
        <source>%n place(s)</source>
        <translation>
            <numerusform>%n 处</numerusform>
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
        <translation>在图片上显示</translation>
    </message>
    <message>
        <source>Open link…</source>
        <translation>打开链接…</translation>
    </message>
    <message>
        <source>Copy address of the link</source>
        <translation>复制链接地址</translation>
    </message>
</context>
<context>
    <name>FramePicker</name>
    <message>
        <source>Frame before (,)</source>
        <translation>上一帧 (,)</translation>
    </message>
    <message>
        <source>Next frame (.)</source>
        <translation>下一帧 (.)</translation>
    </message>
    <message>
        <source>Frame of the animated picture</source>
        <translation>动画图片的帧</translation>
    </message>
    <message>
        <source>Frame {frame} of {count}</source>
        <translation>第 {frame} 帧，共 {count} 帧</translation>
    </message>
</context>
<context>
    <name>GlobalHotkey</name>
    <message>
        <source>Use it together with Ctrl or Alt, or use a function key.</source>
        <translation>请与 Ctrl 或 Alt 组合使用，或使用功能键。</translation>
    </message>
    <message>
        <source>This desktop keeps such keys to itself; give the command yomi --capture a shortcut in its settings.</source>
        <translation>此桌面不允许应用占用这类按键；请在桌面设置中为命令 yomi --capture 指定快捷键。</translation>
    </message>
    <message>
        <source>Another program has these keys, or the keyboard lacks them; choose others.</source>
        <translation>这些按键已被其他程序占用，或键盘上没有；请选择其他按键。</translation>
    </message>
    <message>
        <source>Read a region of the screen</source>
        <translation>读取屏幕区域</translation>
    </message>
    <message>
        <source>Keys for capturing, as the desktop says: {keys}</source>
        <translation>桌面为截取分配的按键：{keys}</translation>
    </message>
    <message>
        <source>The desktop gave no keys for capturing; choose others, or give the command yomi --capture a shortcut in its settings.</source>
        <translation>桌面没有为截取分配按键；请选择其他按键，或在桌面设置中为命令 yomi --capture 指定快捷键。</translation>
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
        <source>Draw out a part to read just that, with the mouse or the arrow keys</source>
        <translation>用鼠标或方向键框选一部分，只读取该部分</translation>
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
        <source>Show at 100%</source>
        <translation>以 100% 显示</translation>
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
    <message>
        <source>Use this frame</source>
        <translation>使用这一帧</translation>
    </message>
    <message>
        <source>Read this frame</source>
        <translation>读取这一帧</translation>
    </message>
</context>
<context>
    <name>InlineEditor</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>IntakeController</name>
    <message>
        <source>Pasted picture</source>
        <translation>粘贴的图片</translation>
    </message>
</context>
<context>
    <name>KeysField</name>
    <message>
        <source>Press the keys</source>
        <translation>请按下按键</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
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
    <name>LinkQuestion</name>
    <message>
        <source>Open this address outside Yomi?</source>
        <translation>要在 Yomi 之外打开此地址吗？</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
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
        <source>{share}% of what this memory can do</source>
        <translation>达到此内存能力的 {share}%</translation>
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
        <source>{share}% of what this card can do</source>
        <translation>达到此显卡能力的 {share}%</translation>
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
        <source>Correct &amp;last answer</source>
        <translation>更正最后的回答(&amp;L)</translation>
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
        <source>Put the pictures back</source>
        <translation>放回图片</translation>
    </message>
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
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
</context>
<context>
    <name>MessageGallery</name>
    <message numerus="yes">
        <source>Show %Ln more picture(s)</source>
        <translation>
            <numerusform>再显示 %Ln 张图片</numerusform>
        </translation>
    </message>
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
    <name>PastedChip</name>
    <message>
        <source>Take the pasted text away</source>
        <translation>移除粘贴的文本</translation>
    </message>
    <message>
        <source>Pasted text, {count} characters</source>
        <translation>粘贴的文本，{count} 个字符</translation>
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
    <name>Placing</name>
    <message>
        <source>Where these words stand on a picture is not known.</source>
        <translation>不知道这些词在图片上的位置。</translation>
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
        <translation>读取</translation>
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
        <source>Lay out Markdown in answers</source>
        <translation>在回答中排版 Markdown</translation>
    </message>
    <message>
        <source>Tables, lists and code as they are meant. An answer&apos;s own button changes it too.</source>
        <translation>按本来的样式显示表格、列表和代码。回答下方的按钮也会更改此设置。</translation>
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
        <source>Also while another program is in front. The desktop asks you about the keys.</source>
        <translation>其他程序在前台时也可用。桌面会询问您要用的按键。</translation>
    </message>
    <message>
        <source>Also while another program is in front.</source>
        <translation>其他程序在前台时也可使用。</translation>
    </message>
    <message>
        <source>This desktop keeps such keys: give yomi --capture a shortcut in its settings.</source>
        <translation>此桌面不提供此类按键：请在其设置中为 yomi --capture 指定快捷键。</translation>
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
    <message>
        <source>{name}, {place} of {count}</source>
        <translation>{name}，第 {place} 项，共 {count} 项</translation>
    </message>
    <message>
        <source>Presets: {name}, {place} of {count}</source>
        <translation>预设：{name}，第 {place} 项，共 {count} 项</translation>
    </message>
    <message>
        <source>{name} is chosen</source>
        <translation>已选择 {name}</translation>
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
    <name>Presetting</name>
    <message>
        <source>Larger models</source>
        <translation>更大的模型</translation>
    </message>
    <message>
        <source>Choose a model folder…</source>
        <translation>选择模型文件夹…</translation>
    </message>
    <message>
        <source>What a picture without words is for</source>
        <translation>不带文字的图片用途</translation>
    </message>
    <message>
        <source>Another preset, or words, can still be chosen for each.</source>
        <translation>每张图片仍可选择其他预设或输入文字。</translation>
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
    <name>QtHandler</name>
    <message>
        <source>Allow Yomi under System Settings, Privacy &amp; Security, Screen Recording; then start Yomi again.</source>
        <translation>请在“系统设置”的“隐私与安全性”→“屏幕录制”中允许 Yomi，然后重新启动 Yomi。</translation>
    </message>
</context>
<context>
    <name>ReadingText</name>
    <message>
        <source>Show on the picture</source>
        <translation>在图片上显示</translation>
    </message>
    <message>
        <source>Open link…</source>
        <translation>打开链接…</translation>
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
        <source>Show it on the picture (Shift+Enter)</source>
        <translation>在图片上显示 (Shift+Enter)</translation>
    </message>
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
    <message>
        <source>Shift with Enter shows it on the picture</source>
        <translation>按 Shift 加 Enter 在图片上显示</translation>
    </message>
</context>
<context>
    <name>Searching</name>
    <message>
        <source>Where these words stand on a picture is not known.</source>
        <translation>不知道这些词在图片上的位置。</translation>
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
    <name>SnippetButton</name>
    <message>
        <source>Copy this table</source>
        <translation>复制此表格</translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation>复制此代码</translation>
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
        <source>Answering…</source>
        <translation>正在回答…</translation>
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
        <source>This small model reads printed text in Latin letters and answers a few questions about receipts and forms; choose a larger model for anything else.</source>
        <translation>这个小模型能读取拉丁字母的印刷文字，并回答有关收据和表单的一些问题；其他任务请选择更大的模型。</translation>
    </message>
    <message>
        <source>Handwriting, other scripts, photos and free questions need a larger model, such as {name} ({size} GB): download its folder from {address} and choose it here.</source>
        <translation>手写文字、其他文字、照片和自由提问需要更大的模型，例如 {name}（{size} GB）：请从 {address} 下载其文件夹，然后在这里选择它。</translation>
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
        <source>There are no pictures in the folder {name}; add one that holds some.</source>
        <translation>文件夹 {name} 里没有图片；请添加一个有图片的文件夹。</translation>
    </message>
    <message>
        <source>Only the first {some} of the {all} pictures in the folder {name} were added.</source>
        <translation>文件夹 {name} 里共有 {all} 张图片，只添加了前 {some} 张。</translation>
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
        <source>Page {page} of {name} was left out: {sentence}</source>
        <translation>已略过 {name} 的第 {page} 页：{sentence}</translation>
    </message>
    <message>
        <source>Page {page} was left out: {sentence}</source>
        <translation>已略过第 {page} 页：{sentence}</translation>
    </message>
    <message>
        <source>{name} was left out: {sentence}</source>
        <translation>已略过 {name}：{sentence}</translation>
    </message>
    <message>
        <source>Left out: {sentence}</source>
        <translation>已略过：{sentence}</translation>
    </message>
    <message>
        <source>{count} files were left out, {name} first: {sentence}</source>
        <translation>已略过 {count} 个文件，首个为 {name}：{sentence}</translation>
    </message>
    <message>
        <source>{count} files were left out. The first: {sentence}</source>
        <translation>已略过 {count} 个文件。第一个：{sentence}</translation>
    </message>
    <message>
        <source>{sentence} Regenerate goes on with the other pictures.</source>
        <translation>{sentence} 点“重新生成”可用其余图片继续。</translation>
    </message>
    <message>
        <source>{count} pictures cannot be opened, {name} first: {sentence}</source>
        <translation>{count} 张图片无法打开，首先是 {name}：{sentence}</translation>
    </message>
    <message>
        <source>{count} pictures cannot be opened. The first: {sentence}</source>
        <translation>{count} 张图片无法打开。第一张：{sentence}</translation>
    </message>
    <message>
        <source>The file of {name} is no longer in Yomi&apos;s folder; add the picture again.</source>
        <translation>{name} 的文件已不在 Yomi 的文件夹中；请重新添加该图片。</translation>
    </message>
    <message>
        <source>The answer is still on its way; stop it first.</source>
        <translation>回答仍在进行；请先停止。</translation>
    </message>
    <message>
        <source>An answer cannot be empty; delete it instead.</source>
        <translation>回答不能为空；请改为删除它。</translation>
    </message>
    <message>
        <source>Only a part of this picture could be opened; the rest is empty.</source>
        <translation>这张图片只有一部分能打开；其余部分为空白。</translation>
    </message>
    <message>
        <source>What comes after page {page} of this file could not be opened.</source>
        <translation>此文件第 {page} 页之后的内容无法打开。</translation>
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
        <source>{name} has not learnt to read as Markdown; choose a larger model for that.</source>
        <translation>{name} 没有学过按 Markdown 读取；请为此选择更大的模型。</translation>
    </message>
    <message>
        <source>{name} has not learnt to read tables; choose a larger model for that.</source>
        <translation>{name} 没有学过读取表格；请为此选择更大的模型。</translation>
    </message>
    <message>
        <source>{name} cannot translate; choose a larger model for that.</source>
        <translation>{name} 不能翻译；请为此选择更大的模型。</translation>
    </message>
    <message>
        <source>{name} cannot answer with JSON; choose a larger model for that.</source>
        <translation>{name} 不能用 JSON 回答；请为此选择更大的模型。</translation>
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
        <source>There is nothing to export yet; read a picture first.</source>
        <translation>还没有可导出的内容；请先读取图片。</translation>
    </message>
    <message>
        <source>The export could not be made; choose another format.</source>
        <translation>无法导出；请选择其他格式。</translation>
    </message>
    <message>
        <source>{name} is a folder; choose another name.</source>
        <translation>{name} 是文件夹；请选择其他名称。</translation>
    </message>
    <message>
        <source>{name} is already there; choose another name.</source>
        <translation>{name} 已存在；请选择其他名称。</translation>
    </message>
    <message>
        <source>The disk is full, so nothing was exported; free some space or choose another folder.</source>
        <translation>磁盘已满，未能导出；请释放空间或选择其他文件夹。</translation>
    </message>
    <message>
        <source>{name} may not be written there; choose another folder.</source>
        <translation>不允许在该处写入 {name}；请选择其他文件夹。</translation>
    </message>
    <message>
        <source>The folder is not there any more; choose another one.</source>
        <translation>该文件夹已不存在；请选择其他文件夹。</translation>
    </message>
    <message>
        <source>The file&apos;s name is too long; choose a shorter one.</source>
        <translation>文件名过长；请选择更短的名称。</translation>
    </message>
    <message>
        <source>{name} could not be written; choose another folder.</source>
        <translation>无法写入 {name}；请选择其他文件夹。</translation>
    </message>
    <message>
        <source>The chosen device or precision is not known; choose another one.</source>
        <translation>所选设备或精度未知；请选择其他。</translation>
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
        <source>The history could not be read; it was kept as {name} and a new one was started.</source>
        <translation>无法读取历史记录；已保留为 {name}，并新建了一份。</translation>
    </message>
    <message>
        <source>The history was written by a newer Yomi; install that version to use it, or move {name} out of the folder {folder}.</source>
        <translation>历史记录由更新版本的 Yomi 写入；请安装该版本，或将 {name} 移出文件夹 {folder}。</translation>
    </message>
    <message>
        <source>The history in {folder} could not be opened; check that the folder is writable and not full.</source>
        <translation>无法打开 {folder} 中的历史记录；请检查该文件夹是否可写且有剩余空间。</translation>
    </message>
    <message>
        <source>The history is damaged and could not be moved aside; move {path} away and start Yomi again.</source>
        <translation>历史记录已损坏且无法移开；请移走 {path}，然后重新启动 Yomi。</translation>
    </message>
    <message>
        <source>Until then nothing is kept.</source>
        <translation>在此之前不会保存任何内容。</translation>
    </message>
    <message>
        <source>This conversation was changed by another program and cannot be shown; open another one.</source>
        <translation>此对话被其他程序更改，无法显示；请打开另一个对话。</translation>
    </message>
    <message>
        <source>The picture&apos;s file is not known to Yomi; add the picture again.</source>
        <translation>Yomi 不认识该图片的文件；请重新添加图片。</translation>
    </message>
    <message>
        <source>The picture could not be kept in {folder}; is it writable, and is there free space?</source>
        <translation>无法将图片保存到 {folder}；该文件夹是否可写、是否有剩余空间？</translation>
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
        <source>The settings could not be understood; the file was kept as {name}.</source>
        <translation>无法理解设置；该文件已保留为 {name}。</translation>
    </message>
    <message>
        <source>The settings and the copy before them could not be understood; they were kept as {name} and {backup}.</source>
        <translation>无法理解设置及其之前的副本；已分别保留为 {name} 和 {backup}。</translation>
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
    <message>
        <source>The model folder {path} does not exist; choose a folder that holds a model.</source>
        <translation>模型文件夹 {path} 不存在；请选择包含模型的文件夹。</translation>
    </message>
    <message>
        <source>The model folder has no {name}; choose the folder that holds config.json and the weights.</source>
        <translation>模型文件夹中没有 {name}；请选择包含 config.json 和权重的文件夹。</translation>
    </message>
    <message>
        <source>The model folder has no {name}; download the model again.</source>
        <translation>模型文件夹中没有 {name}；请重新下载模型。</translation>
    </message>
    <message>
        <source>The model folder has no chat template, so Yomi cannot talk to it; choose an Instruct model.</source>
        <translation>模型文件夹中没有聊天模板，Yomi 无法与它对话；请选择 Instruct 模型。</translation>
    </message>
    <message>
        <source>The model folder lacks {some} of {all} weight files; download the model again.</source>
        <translation>模型文件夹缺少 {all} 个权重文件中的 {some} 个；请重新下载模型。</translation>
    </message>
    <message>
        <source>{name} in the model folder is not a JSON object; download it again.</source>
        <translation>模型文件夹中的 {name} 不是 JSON 对象；请重新下载。</translation>
    </message>
    <message>
        <source>{name} in the model folder is not valid JSON; download it again.</source>
        <translation>模型文件夹中的 {name} 不是有效的 JSON；请重新下载。</translation>
    </message>
    <message>
        <source>{name} in the model folder is not a file; download it again.</source>
        <translation>模型文件夹中的 {name} 不是文件；请重新下载。</translation>
    </message>
    <message>
        <source>{name} in the model folder is far too large to be what its name says; download the model again.</source>
        <translation>模型文件夹中的 {name} 过大，与其名称不符；请重新下载模型。</translation>
    </message>
    <message>
        <source>{name} in the model folder cannot be read; check its permissions.</source>
        <translation>无法读取模型文件夹中的 {name}；请检查其权限。</translation>
    </message>
    <message>
        <source>{name} in the model folder cannot be read; restore the file or delete it.</source>
        <translation>无法读取模型文件夹中的 {name}；请恢复或删除该文件。</translation>
    </message>
    <message>
        <source>{name} in the model folder must hold a JSON object.</source>
        <translation>模型文件夹中的 {name} 必须包含一个 JSON 对象。</translation>
    </message>
    <message>
        <source>&apos;{key}&apos; in {name} must be of type {kind}.</source>
        <translation>{name} 中的“{key}”必须是 {kind} 类型。</translation>
    </message>
    <message>
        <source>&apos;{key}&apos; in {name} must be a JSON object.</source>
        <translation>{name} 中的“{key}”必须是 JSON 对象。</translation>
    </message>
    <message>
        <source>&apos;{key}&apos; in {name} must be a positive whole number.</source>
        <translation>{name} 中的“{key}”必须是正整数。</translation>
    </message>
    <message>
        <source>{name} has an impossible value for {key}; the model folder is damaged or of an unknown kind.</source>
        <translation>{name} 中 {key} 的值不可能成立；模型文件夹已损坏或类型未知。</translation>
    </message>
    <message>
        <source>{name} is a Git LFS pointer, not the file itself; run `git lfs pull` in the model folder.</source>
        <translation>{name} 是 Git LFS 指针，不是文件本身；请在模型文件夹中运行 `git lfs pull`。</translation>
    </message>
    <message>
        <source>{name} is a Git LFS pointer, not the weights; run `git lfs pull` in the model folder.</source>
        <translation>{name} 是 Git LFS 指针，不是权重；请在模型文件夹中运行 `git lfs pull`。</translation>
    </message>
    <message>
        <source>config.json does not say which kind of model this is; choose a Qwen3-VL model folder.</source>
        <translation>config.json 没有说明这是哪种模型；请选择 Qwen3-VL 模型文件夹。</translation>
    </message>
    <message>
        <source>Yomi cannot run models of the kind {kind}; choose a model of one of these kinds: {known}.</source>
        <translation>Yomi 无法运行 {kind} 类型的模型；请选择以下类型之一：{known}。</translation>
    </message>
    <message>
        <source>This model&apos;s weights are quantised in a format that Yomi does not read; choose the unquantised model.</source>
        <translation>此模型的权重以 Yomi 不支持的格式量化；请选择未量化的模型。</translation>
    </message>
    <message>
        <source>This model&apos;s weights are stored in a number format that Yomi does not read; choose the unquantised model.</source>
        <translation>此模型的权重以 Yomi 不支持的数值格式存储；请选择未量化的模型。</translation>
    </message>
    <message>
        <source>This model&apos;s weights are Python pickles, which can run any code and are never loaded; choose a model in safetensors format.</source>
        <translation>此模型的权重是 Python pickle，可执行任意代码，因此从不加载；请选择 safetensors 格式的模型。</translation>
    </message>
    <message>
        <source>The weights do not fit config.json ({missing} tensors missing, {extra} unknown); download the model again.</source>
        <translation>权重与 config.json 不符（缺少 {missing} 个张量，{extra} 个未知）；请重新下载模型。</translation>
    </message>
    <message>
        <source>The weights do not fit config.json ({wrong} tensors of another shape); download the model again.</source>
        <translation>权重与 config.json 不符（{wrong} 个张量形状不同）；请重新下载模型。</translation>
    </message>
    <message>
        <source>Loading was cancelled; the model loaded before is still in use.</source>
        <translation>加载已取消；仍使用之前加载的模型。</translation>
    </message>
    <message>
        <source>{name} lists no weights; download the model again.</source>
        <translation>{name} 没有列出任何权重；请重新下载模型。</translation>
    </message>
    <message>
        <source>{name} does not match the weight files; download the model again.</source>
        <translation>{name} 与权重文件不符；请重新下载模型。</translation>
    </message>
    <message>
        <source>{name} became shorter while loading; download the model again.</source>
        <translation>{name} 在加载时变短了；请重新下载模型。</translation>
    </message>
    <message>
        <source>{name} became shorter while it was read; download the model again.</source>
        <translation>{name} 在读取时变短了；请重新下载模型。</translation>
    </message>
    <message>
        <source>{name} points outside the model folder; do not use this model.</source>
        <translation>{name} 指向模型文件夹之外；请勿使用此模型。</translation>
    </message>
    <message>
        <source>Two weight files hold the same tensor; download the model again.</source>
        <translation>两个权重文件包含同一张量；请重新下载模型。</translation>
    </message>
    <message>
        <source>{name} cannot be read; check the disk.</source>
        <translation>无法读取 {name}；请检查磁盘。</translation>
    </message>
    <message>
        <source>{name} cannot be read; check its permissions.</source>
        <translation>无法读取 {name}；请检查其权限。</translation>
    </message>
    <message>
        <source>{name} cannot be read; download the model again.</source>
        <translation>无法读取 {name}；请重新下载模型。</translation>
    </message>
    <message>
        <source>{name} is damaged; download the model again.</source>
        <translation>{name} 已损坏；请重新下载模型。</translation>
    </message>
    <message>
        <source>{name} is cut short; download the model again.</source>
        <translation>{name} 不完整；请重新下载模型。</translation>
    </message>
    <message>
        <source>{name} is not a safetensors file; download the model again.</source>
        <translation>{name} 不是 safetensors 文件；请重新下载模型。</translation>
    </message>
    <message>
        <source>{name} is not a file; download the model again.</source>
        <translation>{name} 不是文件；请重新下载模型。</translation>
    </message>
    <message>
        <source>{name} is far too large; download the model again.</source>
        <translation>{name} 过大；请重新下载模型。</translation>
    </message>
    <message>
        <source>tokenizer_config.json has an impossible chat_template; download the model again.</source>
        <translation>tokenizer_config.json 中的 chat_template 无效；请重新下载模型。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is damaged; download the model again.</source>
        <translation>模型的聊天模板已损坏；请重新下载模型。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template cannot express this conversation; start a new one or choose another model.</source>
        <translation>模型的聊天模板无法表达此对话；请开始新对话或选择其他模型。</translation>
    </message>
    <message>
        <source>The tokenizer has more tokens than the model knows; download the model again.</source>
        <translation>分词器的 token 多于模型已知的数量；请重新下载模型。</translation>
    </message>
    <message>
        <source>This model&apos;s tokenizer is not byte-level, which Yomi needs; choose a Qwen3-VL model.</source>
        <translation>此模型的分词器不是 Yomi 所需的字节级；请选择 Qwen3-VL 模型。</translation>
    </message>
    <message>
        <source>{name} does not fit this model; make it anew with {command}, or choose another precision.</source>
        <translation>{name} 与此模型不符；请用 {command} 重新生成，或选择其他精度。</translation>
    </message>
    <message>
        <source>{name} is damaged; make it anew with {command}, or choose another precision.</source>
        <translation>{name} 已损坏；请用 {command} 重新生成，或选择其他精度。</translation>
    </message>
    <message>
        <source>{name} is of another version of Yomi; make it anew with {command}, or choose another precision.</source>
        <translation>{name} 来自其他版本的 Yomi；请用 {command} 重新生成，或选择其他精度。</translation>
    </message>
    <message>
        <source>No int4 weights lie beside this model; make them with {command}, or choose another precision.</source>
        <translation>此模型旁没有 int4 权重；请用 {command} 生成，或选择其他精度。</translation>
    </message>
    <message>
        <source>No model is loaded; choose a model folder first.</source>
        <translation>没有加载模型；请先选择模型文件夹。</translation>
    </message>
    <message>
        <source>The model was closed; open one first.</source>
        <translation>模型已关闭；请先打开一个。</translation>
    </message>
    <message>
        <source>The model gave something that is no number: its weights are damaged, or they do not suit this precision; download the model again or choose fp32.</source>
        <translation>模型给出了非数值结果：权重已损坏或不适合此精度；请重新下载模型或选择 fp32。</translation>
    </message>
    <message>
        <source>There is no device {device}; choose auto, cpu, cuda or mps.</source>
        <translation>没有设备 {device}；请选择 auto、cpu、cuda 或 mps。</translation>
    </message>
    <message>
        <source>This computer has no NVIDIA card that Yomi can use; choose the device cpu or auto.</source>
        <translation>此计算机没有 Yomi 可用的 NVIDIA 显卡；请选择设备 cpu 或 auto。</translation>
    </message>
    <message>
        <source>This computer has no Apple GPU that Yomi can use; choose the device cpu or auto.</source>
        <translation>此计算机没有 Yomi 可用的 Apple GPU；请选择设备 cpu 或 auto。</translation>
    </message>
    <message>
        <source>This NVIDIA card cannot compute in bf16; choose the precision fp32 or auto.</source>
        <translation>此 NVIDIA 显卡无法以 bf16 计算；请选择精度 fp32 或 auto。</translation>
    </message>
    <message>
        <source>There is not enough free memory to run this model; close other programs or choose a smaller model.</source>
        <translation>可用内存不足，无法运行此模型；请关闭其他程序或选择更小的模型。</translation>
    </message>
    <message>
        <source>There is not enough memory for this; use smaller pictures, close other programs, or choose a smaller model.</source>
        <translation>内存不足；请使用更小的图片、关闭其他程序或选择更小的模型。</translation>
    </message>
    <message>
        <source>There is not enough memory for this picture; send a smaller one.</source>
        <translation>内存不足以处理这张图片；请发送更小的图片。</translation>
    </message>
    <message>
        <source>The memory of this machine is used up; close other programs or choose a smaller model.</source>
        <translation>本机内存已用尽；请关闭其他程序或选择更小的模型。</translation>
    </message>
    <message>
        <source>Something unforeseen went wrong in the engine; try again, and restart the engine if it stays.</source>
        <translation>引擎发生了意外错误；请重试，若仍出现请重启引擎。</translation>
    </message>
    <message>
        <source>The graphics card stopped answering; restart the engine to go on.</source>
        <translation>显卡停止响应；请重启引擎以继续。</translation>
    </message>
    <message>
        <source>A faster way to compute failed on this machine; Yomi goes on without it.</source>
        <translation>更快的计算方式在本机失败；Yomi 将不使用它继续运行。</translation>
    </message>
    <message>
        <source>A faster way to compute gave another text than the plain one, so it is not used.</source>
        <translation>更快的计算方式给出了与普通方式不同的文本，因此不使用。</translation>
    </message>
    <message>
        <source>A faster way to compute was not as sure of its text as the plain one, so it is not used.</source>
        <translation>更快的计算方式对文本的把握不如普通方式，因此不使用。</translation>
    </message>
    <message>
        <source>The fast kernels do not run on this card; reading goes on with the ordinary ones.</source>
        <translation>快速内核无法在此显卡上运行；将使用普通内核继续读取。</translation>
    </message>
    <message>
        <source>The fast kernels cannot be compiled on this machine; reading goes on with the ordinary ones.</source>
        <translation>快速内核无法在本机编译；将使用普通内核继续读取。</translation>
    </message>
    <message>
        <source>The fast step does not serve this model on this card; reading goes on with the ordinary kernels.</source>
        <translation>快速步骤在此显卡上不支持此模型；将使用普通内核继续读取。</translation>
    </message>
    <message>
        <source>The fast step gave up.</source>
        <translation>快速步骤已放弃。</translation>
    </message>
    <message>
        <source>{name} is {what}; {advice}.</source>
        <translation>{name} 是{what}；{advice}。</translation>
    </message>
    <message>
        <source>{name} is a {kind} picture that is damaged or cut short; copy or download it again.</source>
        <translation>{name} 是已损坏或不完整的 {kind} 图片；请重新复制或下载。</translation>
    </message>
    <message>
        <source>{name} is a picture that is damaged or cut short; copy or download it again.</source>
        <translation>{name} 是已损坏或不完整的图片；请重新复制或下载。</translation>
    </message>
    <message>
        <source>{name} is damaged from page {page} on; copy or download it again.</source>
        <translation>{name} 从第 {page} 页起已损坏；请重新复制或下载。</translation>
    </message>
    <message>
        <source>{name} has 1 page, so there is no page {page}; choose another.</source>
        <translation>{name} 只有 1 页，没有第 {page} 页；请选择其他页。</translation>
    </message>
    <message>
        <source>{name} has {count} pages, so there is no page {page}; choose another.</source>
        <translation>{name} 有 {count} 页，没有第 {page} 页；请选择其他页。</translation>
    </message>
    <message>
        <source>{name} has more than {millions} million pixels; save it smaller or cut out the part to read.</source>
        <translation>{name} 超过 {millions} 百万像素；请缩小保存，或裁出要读取的部分。</translation>
    </message>
    <message>
        <source>{name} is only {width} × {height} pixels, too small to hold text; open a larger copy.</source>
        <translation>{name} 只有 {width} × {height} 像素，太小而无法容纳文字；请打开更大的副本。</translation>
    </message>
    <message>
        <source>{name} is {width} × {height} pixels, too narrow a strip to read; cut it into shorter pieces.</source>
        <translation>{name} 为 {width} × {height} 像素，过于狭长而无法读取；请切成更短的几段。</translation>
    </message>
    <message>
        <source>{name} does not fit into memory; close other programs or save it smaller.</source>
        <translation>{name} 无法放入内存；请关闭其他程序或缩小保存。</translation>
    </message>
    <message>
        <source>{name} is not a picture that Yomi knows; save it as PNG or JPEG and open that.</source>
        <translation>{name} 不是 Yomi 认识的图片；请另存为 PNG 或 JPEG 后打开。</translation>
    </message>
    <message>
        <source>{name} is a text file, not a picture; its text needs no reading.</source>
        <translation>{name} 是文本文件，不是图片；其文本无需读取。</translation>
    </message>
    <message>
        <source>The picture has no pixels; choose another one.</source>
        <translation>图片没有像素；请选择另一张。</translation>
    </message>
    <message>
        <source>The picture is more than {times} times as long as it is wide; crop it into parts.</source>
        <translation>图片的长度超过宽度的 {times} 倍；请裁成几部分。</translation>
    </message>
    <message>
        <source>That part lies outside the picture or is too small to hold text; the picture is {width} × {height} pixels.</source>
        <translation>该部分位于图片之外或太小而无法容纳文字；图片为 {width} × {height} 像素。</translation>
    </message>
    <message>
        <source>There is no picture to read; add one and send it again.</source>
        <translation>没有可读取的图片；请添加后重新发送。</translation>
    </message>
    <message>
        <source>Turned upright by its EXIF orientation.</source>
        <translation>已按 EXIF 方向转正。</translation>
    </message>
    <message>
        <source>Parts of this picture are damaged; what is left of it is read.</source>
        <translation>此图片部分已损坏；将读取其余部分。</translation>
    </message>
    <message>
        <source>Read at {width} × {height} of its {source_width} × {source_height} pixels.</source>
        <translation>以 {width} × {height} 读取（原为 {source_width} × {source_height} 像素）。</translation>
    </message>
    <message>
        <source>Animated: the first of {frames} frames is read.</source>
        <translation>动画：读取 {frames} 帧中的第一帧。</translation>
    </message>
    <message>
        <source>Animated: frame {frame} of {frames} is read.</source>
        <translation>动画：读取第 {frame} 帧，共 {frames} 帧。</translation>
    </message>
    <message>
        <source>Transparency laid on white.</source>
        <translation>透明部分以白色为底。</translation>
    </message>
    <message>
        <source>Transparency laid on a dark ground: its ink is light.</source>
        <translation>文字为浅色，透明部分以深色为底。</translation>
    </message>
    <message>
        <source>Fully transparent: there is nothing to see.</source>
        <translation>完全透明：没有可见内容。</translation>
    </message>
    <message>
        <source>Holds no finite value: there is nothing to see.</source>
        <translation>不含有限数值：没有可见内容。</translation>
    </message>
    <message>
        <source>Grey values {low} to {high} stretched to full contrast.</source>
        <translation>灰度值 {low} 至 {high} 已拉伸到最大对比度。</translation>
    </message>
    <message>
        <source>Converted from LAB colour.</source>
        <translation>已从 LAB 颜色转换。</translation>
    </message>
    <message>
        <source>Converted from CMYK.</source>
        <translation>已从 CMYK 转换。</translation>
    </message>
    <message>
        <source>Converted from CMYK by its colour profile.</source>
        <translation>已按颜色配置文件从 CMYK 转换。</translation>
    </message>
    <message>
        <source>Converted from CMYK; its colour profile is unusable.</source>
        <translation>已从 CMYK 转换；其颜色配置文件不可用。</translation>
    </message>
    <message>
        <source>The pictures and text together take {tokens} tokens, and this model holds {most}; use fewer or smaller pictures, or start a new conversation.</source>
        <translation>图片和文本共需 {tokens} 个 token，而此模型只能容纳 {most} 个；请减少或缩小图片，或开始新对话。</translation>
    </message>
    <message>
        <source>The model&apos;s memory of {most} tokens is full; start a new conversation.</source>
        <translation>模型的 {most} 个 token 的上下文已满；请开始新对话。</translation>
    </message>
    <message>
        <source>This does not fit into the model&apos;s context; send fewer or smaller pictures, ask in fewer words, or start a new conversation.</source>
        <translation>超出了模型的上下文；请减少或缩小图片、缩短问题，或开始新对话。</translation>
    </message>
    <message>
        <source>There is nothing to answer; send a picture or a question.</source>
        <translation>没有可回答的内容；请发送图片或问题。</translation>
    </message>
    <message>
        <source>There is nothing to answer; type a question or add a picture.</source>
        <translation>没有可回答的内容；请输入问题或添加图片。</translation>
    </message>
    <message>
        <source>The question has no words; ask in words, as in: What is the total?</source>
        <translation>问题里没有文字；请用文字提问，例如：总额是多少？</translation>
    </message>
    <message>
        <source>The limit of new tokens must be at least 1.</source>
        <translation>新 token 的上限至少为 1。</translation>
    </message>
    <message>
        <source>The budget of visual tokens must be at least 1.</source>
        <translation>视觉 token 的预算至少为 1。</translation>
    </message>
    <message>
        <source>This model has not learnt to read as Markdown; read the plain text, or choose another model.</source>
        <translation>此模型没有学会读取为 Markdown；请读取纯文本，或选择其他模型。</translation>
    </message>
    <message>
        <source>This small model answers only about a picture; add one and ask again.</source>
        <translation>这个小模型只回答关于图片的问题；请添加图片后再问。</translation>
    </message>
    <message>
        <source>Name the field that is asked for, as in: field Order number.</source>
        <translation>请写出要查的字段名称，例如：field Order number。</translation>
    </message>
    <message>
        <source>This small model looks through at most {count} pictures or pages for one question; ask about fewer of them.</source>
        <translation>这个小模型每个问题最多查看 {count} 张图片或页面；请减少数量后再问。</translation>
    </message>
    <message>
        <source>The conversation and its pictures do not match; start a new conversation.</source>
        <translation>对话与其图片不一致；请开始新对话。</translation>
    </message>
    <message>
        <source>Only a user&apos;s turn can hold pictures; start a new conversation.</source>
        <translation>只有提问才能包含图片；请开始新对话。</translation>
    </message>
    <message>
        <source>Checking the model folder</source>
        <translation>正在检查模型文件夹</translation>
    </message>
    <message>
        <source>Checking the int4 weights</source>
        <translation>正在检查 int4 权重</translation>
    </message>
    <message>
        <source>Reading the weights</source>
        <translation>正在读取权重</translation>
    </message>
    <message>
        <source>Preparing the model</source>
        <translation>正在准备模型</translation>
    </message>
    <message>
        <source>The picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>empty (0 bytes)</source>
        <translation>空的（0 字节）</translation>
    </message>
    <message>
        <source>copy or download it again</source>
        <translation>请重新复制或下载</translation>
    </message>
    <message>
        <source>only a Git LFS pointer, not the picture itself</source>
        <translation>Git LFS 指针，而非图片本身</translation>
    </message>
    <message>
        <source>run `git lfs pull` and open it again</source>
        <translation>请运行 `git lfs pull` 后重新打开</translation>
    </message>
    <message>
        <source>a Photoshop document</source>
        <translation>Photoshop 文档</translation>
    </message>
    <message>
        <source>a GIMP document</source>
        <translation>GIMP 文档</translation>
    </message>
    <message>
        <source>a PostScript document</source>
        <translation>PostScript 文档</translation>
    </message>
    <message>
        <source>a DjVu document</source>
        <translation>DjVu 文档</translation>
    </message>
    <message>
        <source>a Windows metafile drawing</source>
        <translation>Windows 图元文件</translation>
    </message>
    <message>
        <source>a JPEG XL picture</source>
        <translation>JPEG XL 图片</translation>
    </message>
    <message>
        <source>a DICOM medical picture</source>
        <translation>DICOM 医学图像</translation>
    </message>
    <message>
        <source>a camera raw file</source>
        <translation>相机 RAW 文件</translation>
    </message>
    <message>
        <source>a text document</source>
        <translation>文本文档</translation>
    </message>
    <message>
        <source>an old Office document</source>
        <translation>旧版 Office 文档</translation>
    </message>
    <message>
        <source>a RAR archive</source>
        <translation>RAR 压缩包</translation>
    </message>
    <message>
        <source>a 7-Zip archive</source>
        <translation>7-Zip 压缩包</translation>
    </message>
    <message>
        <source>a gzip archive</source>
        <translation>gzip 压缩包</translation>
    </message>
    <message>
        <source>a Zstandard archive</source>
        <translation>Zstandard 压缩包</translation>
    </message>
    <message>
        <source>an xz archive</source>
        <translation>xz 压缩包</translation>
    </message>
    <message>
        <source>a bzip2 archive</source>
        <translation>bzip2 压缩包</translation>
    </message>
    <message>
        <source>a tar archive</source>
        <translation>tar 归档</translation>
    </message>
    <message>
        <source>a ZIP archive</source>
        <translation>ZIP 压缩包</translation>
    </message>
    <message>
        <source>a video</source>
        <translation>视频</translation>
    </message>
    <message>
        <source>a sound or video file</source>
        <translation>音频或视频文件</translation>
    </message>
    <message>
        <source>a sound file</source>
        <translation>音频文件</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>a database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>a PDF document, not a picture</source>
        <translation>PDF 文档，而非图片</translation>
    </message>
    <message>
        <source>a Word document</source>
        <translation>Word 文档</translation>
    </message>
    <message>
        <source>an Excel workbook</source>
        <translation>Excel 工作簿</translation>
    </message>
    <message>
        <source>a PowerPoint presentation</source>
        <translation>PowerPoint 演示文稿</translation>
    </message>
    <message>
        <source>an Office document</source>
        <translation>Office 文档</translation>
    </message>
    <message>
        <source>an e-book</source>
        <translation>电子书</translation>
    </message>
    <message>
        <source>an OpenDocument file</source>
        <translation>OpenDocument 文件</translation>
    </message>
    <message>
        <source>a HEIC photo, which Yomi cannot decode</source>
        <translation>Yomi 无法解码的 HEIC 照片</translation>
    </message>
    <message>
        <source>an SVG drawing</source>
        <translation>SVG 图形</translation>
    </message>
    <message>
        <source>a web page, not a picture</source>
        <translation>网页，而非图片</translation>
    </message>
    <message>
        <source>export it as PNG or JPEG and open that</source>
        <translation>请导出为 PNG 或 JPEG 后打开</translation>
    </message>
    <message>
        <source>save its pages as PNG pictures and open those</source>
        <translation>请将其页面存为 PNG 图片后打开</translation>
    </message>
    <message>
        <source>unpack it and open the pictures inside</source>
        <translation>请解压后打开其中的图片</translation>
    </message>
    <message>
        <source>open it in a word processor: its text needs no reading</source>
        <translation>请在文字处理软件中打开，其文本无需读取</translation>
    </message>
    <message>
        <source>take a still picture of the frame that you want read</source>
        <translation>请截取要读取的那一帧</translation>
    </message>
    <message>
        <source>open a picture instead</source>
        <translation>请改为打开图片</translation>
    </message>
    <message>
        <source>save it as JPEG or PNG (on an iPhone: Settings, Camera, Formats, Most Compatible)</source>
        <translation>请另存为 JPEG 或 PNG（iPhone：设置、相机、格式、兼容性最佳）</translation>
    </message>
    <message>
        <source>open it in a browser and take a screenshot, or save the picture itself</source>
        <translation>请在浏览器中打开并截屏，或保存图片本身</translation>
    </message>
</context>
<context>
    <name>StateNote</name>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
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
        <source>Open large</source>
        <translation>放大打开</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>复制图片</translation>
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
        <source>Capture the same region again</source>
        <translation>再次截取同一区域</translation>
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
    <name>TrayHead</name>
    <message>
        <source>Remove all</source>
        <translation>全部移除</translation>
    </message>
    <message>
        <source>Remove all pictures</source>
        <translation>移除所有图片</translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s)</source>
        <translation>
            <numerusform>%Ln 张图片</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UserMessageWidget</name>
    <message>
        <source>Your message</source>
        <translation>您的消息</translation>
    </message>
    <message>
        <source>Show more ({count} characters are left)</source>
        <translation>显示更多（还剩 {count} 个字符）</translation>
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
