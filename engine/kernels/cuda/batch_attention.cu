// Attention of several rows, each over its own slot as far as it has come: a block is a key head of a row and a split of
// its tokens, a warp takes pairs of them, half a warp a token. RATIO queries share a key head and attend together.
// Stored tokens come through a ring of each warp, the first of them before the kernel ahead has ended. The row's own
// token is normed, turned and stored on the way, and the last split takes it.

#define THREADS 256
#define LANES 32
#define WARPS (THREADS / LANES)
#define AHEAD 2
#define DEPTH 4
#define STAGE_BYTES (AHEAD * 1024)

struct AttentionJob {
    const u16* qkv;              // [R, heads + 2 kv_heads, HEAD_DIM]
    const u16 *query_norm, *key_norm;
    const u16* rope;             // [positions, 2, HEAD_DIM], the sine with the sign of its half
    u16 *keys, *values;          // of one layer: [slots, kv_heads, tokens, HEAD_DIM], strides below
    float *partial, *peaks;      // [R, heads, splits, HEAD_DIM] sums not yet divided, and (peak, total) beside them
    u16* out;                    // [R, heads, HEAD_DIM]
    float* sums;                 // [heads, 32], for `out` spread; else null
    const long long *positions, *deltas, *slots, *done;
    long long slot_stride, head_stride;
    int kv_heads, splits, rows, spare;  // `spare`: where a row that is done writes
    float eps;
};

DEVICE void unpack(Words4 raw, float* eight) {
    eight[0] = low_half(raw.x), eight[1] = high_half(raw.x), eight[2] = low_half(raw.y), eight[3] = high_half(raw.y);
    eight[4] = low_half(raw.z), eight[5] = high_half(raw.z), eight[6] = low_half(raw.w), eight[7] = high_half(raw.w);
}

DEVICE Words4 packed_eight(const float* value, float factor) {
    Words4 eight = {pack_halves(value[0] * factor, value[1] * factor), pack_halves(value[2] * factor, value[3] * factor),
                    pack_halves(value[4] * factor, value[5] * factor), pack_halves(value[6] * factor, value[7] * factor)};
    return eight;
}

// What half a warp has seen: its largest score, and sums in units of exp2(peak).
struct Seen {
    float peak[RATIO], total[RATIO], mix[RATIO][8];

    DEVICE void begin() {
#pragma unroll
        for (int r = 0; r < RATIO; r++) {
            peak[r] = -1e30f, total[r] = 0.0f;
#pragma unroll
            for (int i = 0; i < 8; i++) mix[r][i] = 0.0f;
        }
    }

    // COUNT tokens at once; a token that is not there has no share.
    template <int COUNT> DEVICE void take(const float (*query)[8], const Words4* key_words, const Words4* value_words, const int* there) {
        float score[RATIO][COUNT];
#pragma unroll
        for (int a = 0; a < COUNT; a++) {
            float key[8];
            unpack(key_words[a], key);
#pragma unroll
            for (int r = 0; r < RATIO; r++) {
                float sum = 0.0f;
#pragma unroll
                for (int i = 0; i < 8; i++) sum += query[r][i] * key[i];
#pragma unroll
                for (int mask = 8; mask; mask >>= 1) sum += exchange(sum, mask);
                score[r][a] = there[a] ? sum : -1e30f;
            }
        }
#pragma unroll
        for (int r = 0; r < RATIO; r++) {
            float top = peak[r];
#pragma unroll
            for (int a = 0; a < COUNT; a++) top = fmaxf(top, score[r][a]);
            float keep = exp2_fast(peak[r] - top);
            peak[r] = top;
            total[r] *= keep;
#pragma unroll
            for (int i = 0; i < 8; i++) mix[r][i] *= keep;
        }
#pragma unroll
        for (int a = 0; a < COUNT; a++) {
            float value[8];
            unpack(value_words[a], value);
#pragma unroll
            for (int r = 0; r < RATIO; r++) {
                float share = there[a] ? exp2_fast(score[r][a] - peak[r]) : 0.0f;
                total[r] += share;
#pragma unroll
                for (int i = 0; i < 8; i++) mix[r][i] += share * value[i];
            }
        }
    }
};

struct Merged {
    float mixed[WARPS][RATIO * HEAD_DIM];
    float peak[WARPS][RATIO], total[WARPS][RATIO];
};

// Both halves of a warp saw other tokens: each keeps the sums of half of its columns.
DEVICE void keep_warp(Merged* merged, const Seen& seen, int warp, int lane) {
    int half = lane / 16, column = (lane % 16) * 8;
#pragma unroll
    for (int r = 0; r < RATIO; r++) {
        float top = fmaxf(seen.peak[r], exchange(seen.peak[r], 16));
        float keep = exp2_fast(seen.peak[r] - top), total = seen.total[r] * keep;
        total += exchange(total, 16);
#pragma unroll
        for (int i = 0; i < 4; i++) {
            float given = exchange((half ? seen.mix[r][i] : seen.mix[r][i + 4]) * keep, 16);
            merged->mixed[warp][r * HEAD_DIM + column + half * 4 + i] =
                (half ? seen.mix[r][i + 4] : seen.mix[r][i]) * keep + given;
        }
        if (lane == 0) merged->peak[warp][r] = top, merged->total[warp][r] = total;
    }
}

// A round of a warp's tokens into its ring: 16 bytes of a key and of a value a lane, which the same lane takes out again.
struct Ring {
    Spot at;
    const u16 *keys, *values;
    int next, stop, slot;

    DEVICE void ask() {
#pragma unroll
        for (int a = 0; a < AHEAD; a++) {
            int token = next + a * WARPS * 2, there = token < stop;
            long long spot = (long long)(there ? token : 0) * HEAD_DIM;
            copy_async(at + slot * STAGE_BYTES + a * 1024, keys + spot, there);
            copy_async(at + slot * STAGE_BYTES + a * 1024 + 512, values + spot, there);
        }
        next += WARPS * 2 * AHEAD;
        slot = (slot + 1) % DEPTH;
        copy_commit();
    }
};

extern "C" __global__ void __launch_bounds__(THREADS, 2) batch_attend(const AttentionJob job) {
    extern __shared__ __align__(16) u8 memory[];
    __shared__ __align__(16) u16 fresh[(RATIO + 2) * HEAD_DIM];  // queries, and the row's own key and value
    int split = blockIdx.x % job.splits, kv_head = blockIdx.x / job.splits % job.kv_heads;
    int row = blockIdx.x / job.splits / job.kv_heads, warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
    int half = lane / 16, column = (lane % 16) * 8, heads = job.kv_heads * RATIO, all = heads + 2 * job.kv_heads;
    int ended = job.done[row] != 0, last = split == job.splits - 1;
    long long position = job.positions[row], turn = ended ? 0 : position + job.deltas[row];
    int stored = ended ? 1 : (int)position, share = (stored + job.splits - 1) / job.splits, first = split * share;
    int stop = first + share < stored ? first + share : stored;
    long long base = job.slots[row] * job.slot_stride + kv_head * job.head_stride;
    Ring ring = {spot_of(memory) + warp * DEPTH * STAGE_BYTES + lane * 16, job.keys + base + column,
                 job.values + base + column, first + warp * 2 + half, stop, 0};
#pragma unroll
    for (int i = 0; i < DEPTH - 1; i++) ring.ask();
    Words2 cosine = *(const Words2*)(job.rope + turn * 2 * HEAD_DIM + lane * 4);
    Words2 sine = *(const Words2*)(job.rope + turn * 2 * HEAD_DIM + HEAD_DIM + lane * 4);
    await_last();
    let_next_start();
    for (int head = warp; head < RATIO + 2; head += WARPS) {
        if (head >= RATIO && !last) continue;
        int place = head < RATIO ? kv_head * RATIO + head : heads + (head - RATIO) * job.kv_heads + kv_head;
        Words2 raw = *(const Words2*)(job.qkv + ((long long)row * all + place) * HEAD_DIM + lane * 4);
        if (head <= RATIO) {
            Words2 weight = *(const Words2*)((head < RATIO ? job.query_norm : job.key_norm) + lane * 4);
            raw = turned_head(raw, weight, cosine, sine, job.eps);
        }
        *(Words2*)(fresh + head * HEAD_DIM + lane * 4) = raw;
        if (head >= RATIO)
            *(Words2*)((head == RATIO ? job.keys : job.values) + base + (ended ? job.spare : position) * HEAD_DIM + lane * 4) = raw;
    }
    __syncthreads();
    float query[RATIO][8];
    const float scale = 0.08838834764831845f * 1.4426950408889634f;  // 1 / sqrt(128), in powers of two
#pragma unroll
    for (int r = 0; r < RATIO; r++) {
        unpack(*(const Words4*)(fresh + r * HEAD_DIM + column), query[r]);
#pragma unroll
        for (int i = 0; i < 8; i++) query[r][i] *= scale;
    }
    Seen seen;
    seen.begin();
    int slot = 0;
#pragma unroll 1
    for (int begin = first; begin < stop; begin += WARPS * 2 * AHEAD) {
        copy_wait<DEPTH - 2>();
        Words4 key[AHEAD], value[AHEAD];
        int there[AHEAD];
#pragma unroll
        for (int a = 0; a < AHEAD; a++) {
            there[a] = begin + warp * 2 + half + a * WARPS * 2 < stop;
            key[a] = load_words(ring.at + slot * STAGE_BYTES + a * 1024);
            value[a] = load_words(ring.at + slot * STAGE_BYTES + a * 1024 + 512);
        }
        slot = (slot + 1) % DEPTH;
        ring.ask();
        seen.take<AHEAD>(query, key, value, there);
    }
    if (last && warp == 0 && !ended) {
        Words4 key = *(const Words4*)(fresh + RATIO * HEAD_DIM + column);
        Words4 value = *(const Words4*)(fresh + (RATIO + 1) * HEAD_DIM + column);
        int there = half == 0;
        seen.take<1>(query, &key, &value, &there);
    }
    copy_wait<0>();
    __syncthreads();  // nobody needs the rings any more
    Merged& merged = *(Merged*)memory;
    keep_warp(&merged, seen, warp, lane);
    __syncthreads();
    // Eight columns of a head a thread; whole warps go through it.
    for (int index = threadIdx.x; index < (RATIO * HEAD_DIM / 8 + LANES - 1) / LANES * LANES; index += THREADS) {
        int r = index / (HEAD_DIM / 8) < RATIO ? index / (HEAD_DIM / 8) : RATIO - 1, from = index % (HEAD_DIM / 8) * 8;
        float top = -1e30f, total = 0.0f, value[8] = {};
#pragma unroll
        for (int w = 0; w < WARPS; w++) top = fmaxf(top, merged.peak[w][r]);
#pragma unroll
        for (int w = 0; w < WARPS; w++) {
            float keep = exp2_fast(merged.peak[w][r] - top);
            total += keep * merged.total[w][r];
#pragma unroll
            for (int i = 0; i < 8; i++) value[i] += keep * merged.mixed[w][r * HEAD_DIM + from + i];
        }
        int head = kv_head * RATIO + r, there = index / (HEAD_DIM / 8) < RATIO;
        if (job.splits == 1) {
            store_eight(job.out, job.sums, row, heads * HEAD_DIM, there ? head * HEAD_DIM + from : heads * HEAD_DIM,
                        packed_eight(value, 1.0f / total));
        } else if (there) {
            long long place = ((long long)row * heads + head) * job.splits + split;
#pragma unroll
            for (int i = 0; i < 8; i++) job.partial[place * HEAD_DIM + from + i] = value[i];
            if (from == 0) job.peaks[place * 2] = top, job.peaks[place * 2 + 1] = total;
        }
    }
}

// A warp a block, two heads of a row or of two: what their splits saw, divided.
extern "C" __global__ void __launch_bounds__(LANES) batch_join_splits(const AttentionJob job) {
    await_last();
    let_next_start();
    int heads = job.kv_heads * RATIO, index = blockIdx.x * 2 + threadIdx.x / 16, there = index < job.rows * heads;
    long long first = (long long)(there ? index : 0) * job.splits;
    int from = threadIdx.x % 16 * 8;
    float top = -1e30f, total = 0.0f, value[8] = {};
    for (int split = 0; split < job.splits; split++) top = fmaxf(top, job.peaks[(first + split) * 2]);
#pragma unroll 4
    for (int split = 0; split < job.splits; split++) {
        float keep = exp2_fast(job.peaks[(first + split) * 2] - top);
        const float* partial = job.partial + (first + split) * HEAD_DIM + from;
        Words4 low = load_written(partial), high = load_written(partial + 4);
        float eight[8] = {as_float(low.x),  as_float(low.y),  as_float(low.z),  as_float(low.w),
                          as_float(high.x), as_float(high.y), as_float(high.z), as_float(high.w)};
        total += keep * job.peaks[(first + split) * 2 + 1];
#pragma unroll
        for (int i = 0; i < 8; i++) value[i] += keep * eight[i];
    }
    int row = there ? index / heads : 0, head = index % heads;
    store_eight(job.out, job.sums, row, heads * HEAD_DIM, there ? head * HEAD_DIM + from : heads * HEAD_DIM,
                packed_eight(value, 1.0f / total));
}
