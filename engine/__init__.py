"""The Yomi engine: reads pictures with a native Qwen3-VL decoder. Never imports Qt, asyncio or the app.

`engine.api` is the contract; importing it (or this package) does not import torch.
"""

import os

# Read once, when torch loads OpenMP: threads that wait must sleep. Spinning ones cost a vision tower on 2
# busy cores 3.0 to 4.2 s instead of 1.6 s (1.7 s on one thread), and nothing worth having on idle ones.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
