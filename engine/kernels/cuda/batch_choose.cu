// The greedy choice of each row, and where that leaves the row: what `StepState.choose` computes, in two kernels.

#define THREADS 256
#define LANES 32
#define WARPS (THREADS / LANES)
#define PIECES 16

struct ChooseJob {
    const float* logits;  // [R, vocab]
    float* best;          // [R, PIECES, 3]: value, total, token as bits
    long long *tokens, *positions, *done, *counter;
    long long* ring_ids;     // [ring, R]
    float* ring_log_shares;  // [ring, R]
    const long long* stops;
    int vocab, rows, stop_count, context, ring;
};

// A block a piece of a row.
extern "C" __global__ void __launch_bounds__(THREADS) batch_find_best(const ChooseJob job) {
    __shared__ Best found[WARPS];
    await_last();
    let_next_start();
    int row = blockIdx.x / PIECES, piece = blockIdx.x % PIECES, lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
    int share = (job.vocab + PIECES - 1) / PIECES, first = piece * share;
    int stop = first + share < job.vocab ? first + share : job.vocab;
    const float* logits = job.logits + (long long)row * job.vocab;
    Best best = {-1e30f, 0.0f, job.vocab};
#pragma unroll 4
    for (int token = first + (int)threadIdx.x; token < stop; token += THREADS) best.take(logits[token], 1.0f, token);
    best.join_lanes();
    if (lane == 0) found[warp] = best;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < WARPS; i++) best.take(found[i].value, found[i].total, found[i].token);
        float* out = job.best + (long long)blockIdx.x * 3;
        out[0] = best.value, out[1] = best.total, out[2] = as_float((u32)best.token);
    }
}

// One block, a thread a row. A row that is done chooses nothing and stays where it is.
extern "C" __global__ void __launch_bounds__(LANES) batch_go_on(const ChooseJob job) {
    await_last();
    let_next_start();
    int row = threadIdx.x;
    long long at = *job.counter;
    if (row < job.rows) {
        Best best = {-1e30f, 0.0f, job.vocab};
        const float* pieces = job.best + row * PIECES * 3;
        for (int i = 0; i < PIECES; i++) best.take(pieces[i * 3], pieces[i * 3 + 1], (int)as_bits(pieces[i * 3 + 2]));
        // Where every logit is a NaN none is the best, and a token must be one of the table's.
        best.token = best.token < job.vocab ? best.token : job.vocab - 1;
        job.ring_ids[at * job.rows + row] = best.token;
        job.ring_log_shares[at * job.rows + row] = -logf(best.total);
        if (!job.done[row]) {
            job.tokens[row] = best.token;
            long long position = job.positions[row] + 1;
            int ended = position >= job.context;
            for (int i = 0; i < job.stop_count; i++) ended |= job.stops[i] == best.token;
            job.positions[row] = position;
            job.done[row] = ended;
        }
    }
    __syncthreads();
    if (row == 0) *job.counter = (at + 1) % job.ring;
}
