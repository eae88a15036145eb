"""Kernels of our own for CUDA: sources, how they are compiled without a toolkit, and how they are launched.

`FusedStep` (fused_step.py) is one persistent kernel for a whole greedy token of one slot, every layer and the
head included, several tokens a launch when asked:

    step = FusedStep(model, cache, cache_dir)   # engine thread; raises KernelUnavailableError, with the reason
    step.prepare()                              # compiles or reads the cached cubin, packs, allocates; once
    step.seat(slot, token_id, limit, stop_ids)  # slot's next token in; at most `limit` out (host -> device, async)
    step.enqueue(steps)                         # launches on torch's current stream; capturable in a graph
    step.tokens                                 # int32 [RING_TOKENS] on the device: token i of this seat at i % RING
    step.top                                    # fp32 [RING_TOKENS, 2]: largest logit and log-sum-exp of step i
    step.state                                  # int32 [STATE_WORDS] on the device, see `State`: COUNT tokens
                                                # were written, DONE is set by a stop id or the limit, ERROR is not 0
                                                # when the kernel gave up; a done seat makes enqueue a no-op
    step.read_state()                           # host sync; raises KernelFaultError when ERROR is set

A step stores its input token's keys and values at POSITION = cache.length(slot) as `EagerBackend.decode` does; the
host counts them into the cache itself (`cache.advance(slot, n)`) once it knows how many tokens it keeps.
A launch reads everything from `state`, so that one captured graph serves every slot and length.
"""
