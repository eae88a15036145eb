// What lies between the products of a step of several rows: norms, heads and gates, each one pass over the rows. They
// round where the plain operations round; only sums are taken in another order. A block has THREADS threads.

#define THREADS 256
#define LANES 32
#define WARPS (THREADS / LANES)
#define CHUNKS 4

struct NormJob {
    u16* residual;       // [R, width]; what is added is added in place
    const u16* added;    // [R, width], or null
    const float* parts;  // [part_count, R, width]: what is added, still to be added up, in place of `added`
    const u16* weight;   // [width]
    u16* out;            // [R, width]
    float* sums;         // [width / 128, 32], for `out` spread; else null
    int width, part_count;
    float eps;
};

DEVICE Words4 plus(const Words4& first, const Words4& second) {
    Words4 sum = {pack_halves(low_half(first.x) + low_half(second.x), high_half(first.x) + high_half(second.x)),
                  pack_halves(low_half(first.y) + low_half(second.y), high_half(first.y) + high_half(second.y)),
                  pack_halves(low_half(first.z) + low_half(second.z), high_half(first.z) + high_half(second.z)),
                  pack_halves(low_half(first.w) + low_half(second.w), high_half(first.w) + high_half(second.w))};
    return sum;
}
DEVICE float square_sum(u32 pair) { return low_half(pair) * low_half(pair) + high_half(pair) * high_half(pair); }
DEVICE u32 normed(u32 pair, float factor, u32 weight) {
    return pack_halves(rounded(low_half(pair) * factor) * low_half(weight),
                       rounded(high_half(pair) * factor) * high_half(weight));
}

// A block a row. A thread has its columns in registers from the first look to the last.
extern "C" __global__ void __launch_bounds__(THREADS) batch_norm_rows(const NormJob job) {
    __shared__ float squares[WARPS];
    Words4 weight[CHUNKS], held[CHUNKS];
#pragma unroll
    for (int c = 0; c < CHUNKS; c++) {
        int column = (c * THREADS + threadIdx.x) * 8;
        Words4 none = {0, 0, 0, 0};
        weight[c] = column < job.width ? *(const Words4*)(job.weight + column) : none;
        held[c] = none;
    }
    await_last();
    let_next_start();
    float sum = 0.0f;
#pragma unroll
    for (int c = 0; c < CHUNKS; c++) {
        int column = (c * THREADS + threadIdx.x) * 8;
        if (column >= job.width) continue;
        long long spot = (long long)blockIdx.x * job.width + column;
        held[c] = load_written(job.residual + spot);
        if (job.parts) {
            float value[8] = {};
#pragma unroll 4
            for (int part = 0; part < job.part_count; part++) {
                const float* from = job.parts + (long long)part * gridDim.x * job.width + spot;
                Words4 low = load_written(from), high = load_written(from + 4);
                value[0] += as_float(low.x), value[1] += as_float(low.y), value[2] += as_float(low.z), value[3] += as_float(low.w);
                value[4] += as_float(high.x), value[5] += as_float(high.y), value[6] += as_float(high.z), value[7] += as_float(high.w);
            }
            Words4 added = {pack_halves(value[0], value[1]), pack_halves(value[2], value[3]),
                            pack_halves(value[4], value[5]), pack_halves(value[6], value[7])};
            held[c] = plus(held[c], added);
        } else if (job.added) {
            held[c] = plus(held[c], load_written(job.added + spot));
        }
        if (job.parts || job.added) *(Words4*)(job.residual + spot) = held[c];
        sum += (square_sum(held[c].x) + square_sum(held[c].y)) + (square_sum(held[c].z) + square_sum(held[c].w));
    }
    for (int mask = 16; mask; mask >>= 1) sum += exchange(sum, mask);
    if (threadIdx.x % LANES == 0) squares[threadIdx.x / LANES] = sum;
    __syncthreads();
    sum = 0.0f;
    for (int i = 0; i < WARPS; i++) sum += squares[i];
    float factor = rsqrtf(sum / job.width + job.eps);
#pragma unroll
    for (int c = 0; c < CHUNKS; c++) {
        int column = (c * THREADS + threadIdx.x) * 8;
        Words4 eight = {normed(held[c].x, factor, weight[c].x), normed(held[c].y, factor, weight[c].y),
                        normed(held[c].z, factor, weight[c].z), normed(held[c].w, factor, weight[c].w)};
        store_eight(job.out, job.sums, blockIdx.x, job.width, column, eight);
    }
}

struct HeadsJob {
    const u16* qkv;  // [R, heads + 2 kv_heads, HEAD_DIM]
    const u16 *query_norm, *key_norm;
    const u16* rope;  // [positions, 2, HEAD_DIM], the sine with the sign of its half
    u16* query;       // [R, heads, HEAD_DIM]
    u16 *keys, *values;  // of one layer: [slots, kv_heads, tokens, HEAD_DIM], strides below
    const long long *positions, *deltas, *slots, *done;
    long long slot_stride, head_stride;
    int heads, kv_heads, spare;  // `spare`: where a row that is done writes
    float eps;
};

// A block a row, a warp a head: norm and rotation, queries for the attention, keys and values into their slot.
extern "C" __global__ void __launch_bounds__(THREADS) batch_place_heads(const HeadsJob job) {
    await_last();
    let_next_start();
    int row = blockIdx.x, lane = threadIdx.x % LANES, all = job.heads + 2 * job.kv_heads;
    int ended = job.done[row] != 0;
    long long token = ended ? job.spare : job.positions[row];
    long long turn = ended ? 0 : job.positions[row] + job.deltas[row];
    const u16* rope = job.rope + turn * 2 * HEAD_DIM + lane * 4;
    for (int head = threadIdx.x / LANES; head < all; head += WARPS) {
        Words2 raw = *(const Words2*)(job.qkv + ((long long)row * all + head) * HEAD_DIM + lane * 4);
        int place = head < job.heads + job.kv_heads ? head - job.heads : head - job.heads - job.kv_heads;
        long long spot = job.slots[row] * job.slot_stride + place * job.head_stride + token * HEAD_DIM + lane * 4;
        if (head >= job.heads + job.kv_heads) {
            *(Words2*)(job.values + spot) = raw;
            continue;
        }
        Words2 weight = *(const Words2*)((head < job.heads ? job.query_norm : job.key_norm) + lane * 4);
        Words2 cosine = *(const Words2*)rope, sine = *(const Words2*)(rope + HEAD_DIM);
        Words2 packed = turned_head(raw, weight, cosine, sine, job.eps);
        if (head < job.heads)
            *(Words2*)(job.query + ((long long)row * job.heads + head) * HEAD_DIM + lane * 4) = packed;
        else
            *(Words2*)(job.keys + spot) = packed;
    }
}

struct GateJob {
    const u16* gate_up;  // [R, 2, width]
    u16* out;            // [R, width]
    float* sums;         // as in NormJob
    int width, rows;
};

// Two gates and what they open, rounded where the plain operations round.
DEVICE u32 opened(u32 gate, u32 up) {
    float low = low_half(gate), high = high_half(gate);
    low = rounded(low / (1.0f + exp2_fast(-1.4426950408889634f * low))) * low_half(up);
    high = rounded(high / (1.0f + exp2_fast(-1.4426950408889634f * high))) * high_half(up);
    return pack_halves(low, high);
}

// A thread eight neighbours of a row.
extern "C" __global__ void __launch_bounds__(THREADS) batch_gate(const GateJob job) {
    await_last();
    let_next_start();
    int pieces = job.width / 8, index = blockIdx.x * THREADS + threadIdx.x, row = index / pieces;
    int column = row < job.rows ? index % pieces * 8 : job.width;
    Words4 eight = {0, 0, 0, 0};
    if (row < job.rows) {
        const u16* both = job.gate_up + (long long)row * 2 * job.width + column;
        Words4 gate = load_written(both), up = load_written(both + job.width);
        eight = {opened(gate.x, up.x), opened(gate.y, up.y), opened(gate.z, up.z), opened(gate.w, up.w)};
    }
    store_eight(job.out, job.sums, row, job.width, column, eight);
}
