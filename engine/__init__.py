"""The Yomi engine: reads pictures with a native Qwen3-VL decoder. Never imports Qt, asyncio or the app.

`engine.api` is the contract; importing it (or this package) does not import torch.
"""
