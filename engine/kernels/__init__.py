"""Kernels of our own for CUDA: sources, how they are compiled without a toolkit, and how they are launched.

`FusedStep` (fused_step.py) is one persistent kernel for a whole greedy token of one slot, every layer and the
head included, several tokens a launch when asked:

    step = FusedStep(model, cache, cache_dir)   # engine thread; KernelUnavailableError says why not
    step.prepare()                              # compile or read the cubin, pack, allocate; once
    step.seat(slot, token_id, limit, stop_ids)  # slot's next token in; at most `limit` out; no host sync
    step.enqueue(steps)                         # on torch's current stream; a graph can capture it
    step.tokens                                 # int32 [RING_TOKENS]: this seat's token i, modulo its length
    step.top                                    # fp32 [RING_TOKENS, 2]: largest logit, log-sum-exp
    step.state                                  # int32 [STATE_WORDS], see `State`: COUNT tokens were written,
                                                # DONE by a stop id or the limit, ERROR when it gave up
    step.read_state()                           # host sync; KernelFaultError when ERROR is set

A step stores its input token's keys and values at the slot's length, as `EagerBackend.decode` does; the host
counts them into the cache itself (`cache.advance(slot, n)`) once it knows how many tokens it keeps. A launch
reads everything from `state`, so that one captured graph serves every slot and length; a seat that is
done lets further launches pass.
"""
