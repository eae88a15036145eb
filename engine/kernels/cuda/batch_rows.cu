// What lies between the products of a step of several rows: norms, heads and gates, each one pass over the rows. They
// round where the plain operations round; only sums are taken in another order. A block has THREADS threads.

#define HEAD_DIM 128
#define THREADS 256
#define LANES 32
#define WARPS (THREADS / LANES)

// A pair of neighbours of a row for such a product, and the sum of each 32 columns beside the rows.
DEVICE void store_spread(u16* out, float* sums, int pair, u32 halves) {
    out[spread(pair * 2)] = (u16)halves;
    out[spread(pair * 2 + 1)] = (u16)(halves >> 16);
    float sum = low_half(halves) + high_half(halves);
    for (int mask = 8; mask; mask >>= 1) sum += exchange(sum, mask);
    if (pair % 16 == 0) sums[pair / 16] = sum;
}

struct NormJob {
    u16* residual;     // [R, width]; `added` is added to it in place
    const u16* added;  // [R, width], or null
    const u16* weight; // [width]
    u16* out;          // [R, width]
    float* sums;       // [R, width / 32], for `out` spread; else null
    int width;
    float eps;
};

// A block a row.
extern "C" __global__ void __launch_bounds__(THREADS) batch_norm_rows(const NormJob job) {
    __shared__ float squares[WARPS];
    let_next_start();
    await_last();
    u32* residual = (u32*)(job.residual + (long long)blockIdx.x * job.width);
    const u32* added = (const u32*)(job.added + (long long)blockIdx.x * job.width);
    u32* out = (u32*)(job.out + (long long)blockIdx.x * job.width);
    int pairs = job.width / 2;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < pairs; i += THREADS) {
        u32 pair = residual[i];
        if (job.added) {
            u32 other = added[i];
            pair = pack_halves(low_half(pair) + low_half(other), high_half(pair) + high_half(other));
            residual[i] = pair;
        }
        sum += low_half(pair) * low_half(pair) + high_half(pair) * high_half(pair);
    }
    for (int mask = 16; mask; mask >>= 1) sum += exchange(sum, mask);
    if (threadIdx.x % LANES == 0) squares[threadIdx.x / LANES] = sum;
    __syncthreads();
    sum = 0.0f;
    for (int i = 0; i < WARPS; i++) sum += squares[i];
    float factor = rsqrtf(sum / job.width + job.eps);
    for (int i = threadIdx.x; i < pairs; i += THREADS) {
        u32 pair = residual[i], weight = ((const u32*)job.weight)[i];
        u32 normed = pack_halves(rounded(low_half(pair) * factor) * low_half(weight),
                                 rounded(high_half(pair) * factor) * high_half(weight));
        if (job.sums) store_spread((u16*)out, job.sums + (long long)blockIdx.x * (job.width / 32), i, normed);
        else out[i] = normed;
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
    let_next_start();
    await_last();
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
        float v[4] = {low_half(raw.x), high_half(raw.x), low_half(raw.y), high_half(raw.y)};
        float w[4] = {low_half(weight.x), high_half(weight.x), low_half(weight.y), high_half(weight.y)};
        float c[4] = {low_half(cosine.x), high_half(cosine.x), low_half(cosine.y), high_half(cosine.y)};
        float s[4] = {low_half(sine.x), high_half(sine.x), low_half(sine.y), high_half(sine.y)};
        float squares = (v[0] * v[0] + v[1] * v[1]) + (v[2] * v[2] + v[3] * v[3]);
        for (int mask = 16; mask; mask >>= 1) squares += exchange(squares, mask);
        float factor = rsqrtf(squares / HEAD_DIM + job.eps), turned[4];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            float normed = rounded(rounded(v[i] * factor) * w[i]);
            float partner = exchange(normed, 16);
            turned[i] = rounded(normed * c[i]) + rounded(partner * s[i]);
        }
        Words2 packed = {pack_halves(turned[0], turned[1]), pack_halves(turned[2], turned[3])};
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

// A thread two neighbours of a row.
extern "C" __global__ void __launch_bounds__(THREADS) batch_gate(const GateJob job) {
    let_next_start();
    await_last();
    int pairs = job.width / 2, index = blockIdx.x * THREADS + threadIdx.x, row = index / pairs, pair = index % pairs;
    if (row >= job.rows) return;
    const u32* both = (const u32*)job.gate_up + (long long)row * 2 * pairs;
    u32 gate = both[pair], up = both[pairs + pair];
    float low = low_half(gate), high = high_half(gate);
    low = rounded(low / (1.0f + exp2_fast(-1.4426950408889634f * low))) * low_half(up);
    high = rounded(high / (1.0f + exp2_fast(-1.4426950408889634f * high))) * high_half(up);
    u32 opened = pack_halves(low, high);
    if (job.sums) store_spread(job.out + (long long)row * job.width, job.sums + (long long)row * (job.width / 32), pair, opened);
    else ((u32*)job.out)[(long long)row * pairs + pair] = opened;
}
