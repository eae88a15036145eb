// Weights in 4 bits times up to 32 rows, without unpacking them to memory: nibbles become bf16 in registers and meet the
// rows on the matrix units. A warp streams its share of a matrix through a ring of its own in shared memory, and asks for
// the first of it before the kernel ahead has ended. It has the inputs of a group of columns in registers while it goes
// through all rows of its block; warps that share the columns of a row add up at the end.

#ifndef PRODUCT_WARPS
#define PRODUCT_WARPS 8
#endif
#ifndef DEPTH
#define DEPTH 5
#endif
#define GROUP 128
#define TILE_BYTES 1024
#define STAGE_BYTES (TILE_BYTES + 64)

struct ProductJob {
    const u8* weights;   // [rows, columns / 2], two nibbles a byte
    const u32* pairs;    // scale and zero in bf16: [columns / GROUP, stride]
    const u16* input;    // [tokens, columns] bf16, spread
    const float* sums;   // [columns / GROUP, 32] of the inputs
    void* out;           // [tokens, rows] bf16, or where it `leaves` parts [splits, tokens, rows] fp32
    int rows, columns, tokens;
    int leaves;          // whether the next kernel adds up
    int splits;          // blocks that share the columns of a row
    int sharers;         // warps of a block that share its columns; the others take other rows
    int steps;           // rows of a block one after the other, in tiles
    int stride;          // rows of `pairs` from group to group
};

DEVICE u32 word_of(const Words4& words, int index) {
    return index == 0 ? words.x : index == 1 ? words.y : index == 2 ? words.z : words.w;
}
// What one warp streams: 16 rows by a group of columns at a time, a lane 16 bytes of two rows; a group through all rows
// of the block, then the next group.
struct Stream {
    const u8* weights;
    const u32* pairs;
    Spot ring;
    int first_row, stride, rows;
    int row_bytes, pair_stride, steps, sharers, slot, step, group, last;

    DEVICE Stream(const ProductJob& job, Spot ring, int lane, int row, int stride, int group, int last)
        : weights(job.weights + (u32)(lane / 4) * (job.columns / 2) + (lane & 3) * 16),
          pairs(job.pairs + (lane & 3) * 4), ring(ring),
          first_row(row), stride(stride), rows(job.rows), row_bytes(job.columns / 2),
          pair_stride(job.stride), steps(job.steps), sharers(job.sharers), slot(0), step(0), group(group), last(last) {}

    // The next stage into the ring; nothing when there is none, which counts as one all the same. Rows beyond the last
    // stand for the first: nobody stores what comes of them.
    DEVICE void ask(int lane) {
        if (group < last) {
            int row = first_row + step * stride;
            row = row < rows ? row : 0;
            Spot to = ring + slot * STAGE_BYTES;
            const u8* from = weights + (u32)row * row_bytes + group * 64;
            copy_passing(to + lane * 16, from);
            copy_passing(to + 512 + lane * 16, from + 8 * row_bytes);
            if (lane < 4) copy_passing(to + TILE_BYTES + lane * 16, pairs + ((u32)group * pair_stride + row));
            if (++step == steps) step = 0, group += sharers;
        }
        slot = slot + 1 == DEPTH ? 0 : slot + 1;
        copy_commit();
    }
};

// A group of the inputs as the matrix units take it, and its sums.
template <int TILES> struct Inputs {
    Words4 x[TILES][4];
    float given[TILES][2];

    // Rows that are not there stand for the last that is: nobody looks at what comes of them.
    DEVICE void load(const ProductJob& job, int group, int g, int t) {
#pragma unroll
        for (int n = 0; n < TILES; n++) {
            int token = n * 8 + g < job.tokens ? n * 8 + g : job.tokens - 1;
            const u16* from = job.input + (u32)token * job.columns + group * GROUP + t * 8;
#pragma unroll
            for (int j = 0; j < 4; j++) x[n][j] = *(const Words4*)(from + j * 32);
            Words2 sums = *(const Words2*)(job.sums + group * 32 + n * 8 + t * 2);
            given[n][0] = as_float(sums.x), given[n][1] = as_float(sums.y);
        }
    }
};

// Four sums of a tile, rows g and g + 8 of tokens 2t and 2t + 1, by the warps that share it.
template <int TILES> DEVICE void summed(const float* sums, const ProductJob& job, int team, int step, int n, int lane, float* four) {
    four[0] = four[1] = four[2] = four[3] = 0.0f;
    for (int i = 0; i < job.sharers; i++) {
        const float* part = sums + ((((team * job.sharers + i) * job.steps + step) * TILES + n) * 32 + lane) * 4;
#pragma unroll
        for (int k = 0; k < 4; k++) four[k] += part[k];
    }
}

template <int TILES> DEVICE void store_sums(const ProductJob& job, const float* sums, int team, int step, int n, int lane, int row, int split) {
    float four[4];
    summed<TILES>(sums, job, team, step, n, lane, four);
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int token = n * 8 + (lane & 3) * 2 + (k & 1);
        long long spot = (long long)token * job.rows + row + k / 2 * 8 + lane / 4;
        if (token >= job.tokens) continue;
        if (job.leaves) ((float*)job.out)[(long long)split * job.tokens * job.rows + spot] = four[k];
        else ((u16*)job.out)[spot] = (u16)pack_halves(four[k], 0.0f);
    }
}

template <int TILES> DEVICE void product_int4(const ProductJob& job, u8* memory) {
    const u32 nibbles = kept(0x000f000fu), base = kept(0x43004300u);
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane & 3;
    int team = warp / job.sharers, place = warp % job.sharers, teams = PRODUCT_WARPS / job.sharers;
    int split = blockIdx.x % job.splits, groups = job.columns / GROUP;
    int first = groups * split / job.splits + place, last = groups * (split + 1) / job.splits;
    int stride = teams * 16, block_row = blockIdx.x / job.splits * job.steps * stride;
    Spot ring = spot_of(memory) + warp * DEPTH * STAGE_BYTES;
    float* sums = (float*)(memory + PRODUCT_WARPS * DEPTH * STAGE_BYTES);
    Words4* mine = (Words4*)sums + warp * job.steps * TILES * 32 + lane;
    Stream stream(job, ring, lane, block_row + team * 16, stride, first, last);
#pragma unroll 1
    for (int i = 0; i < DEPTH - 1; i++) stream.ask(lane);
    // What follows reads nothing of what this one waits for before it waits itself. Of few rows, whose blocks are two a
    // multiprocessor, it had better start later: measured, see docs/log.md.
    if (TILES > 1) let_next_start();
    await_last();  // the first weights are on their way by now
    if (TILES == 1) let_next_start();
    int slot = 0;
    Inputs<TILES> inputs, next;  // of few rows the next group's inputs are asked for before this one's are used
    if (TILES == 1) next.load(job, first, g, t);
#pragma unroll 1
    for (int group = first; group < last; group += job.sharers) {
        if (TILES == 1) {
            inputs = next;
            if (group + job.sharers < last) next.load(job, group + job.sharers, g, t);
        } else {
            inputs.load(job, group, g, t);
        }
#pragma unroll 1
        for (int step = 0; step < job.steps; step++) {
            copy_wait<DEPTH - 2>();
            __syncwarp();
            Spot at = ring + slot * STAGE_BYTES;
            slot = slot + 1 == DEPTH ? 0 : slot + 1;
            Words4 words[2] = {load_words(at + lane * 16), load_words(at + 512 + lane * 16)};
            float scale[2], zero[2];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                u32 pair = load_word(at + TILE_BYTES + (i * 8 + g) * 4);
                scale[i] = low_half(pair), zero[i] = high_half(pair);
            }
            stream.ask(lane);
            float sum[TILES][2][4] = {};
#pragma unroll
            for (int j = 0; j < 4; j++) {
                u32 a[8];
#pragma unroll
                for (int i = 0; i < 8; i++) a[i] = and_or(word_of(words[i & 1], j) >> (i / 2 * 4), nibbles, base);
#pragma unroll
                for (int n = 0; n < TILES; n++)
                    multiply(sum[n][0], a[0], a[1], a[2], a[3], inputs.x[n][j].x, inputs.x[n][j].y);
#pragma unroll
                for (int n = 0; n < TILES; n++)
                    multiply(sum[n][TILES < 4], a[4], a[5], a[6], a[7], inputs.x[n][j].z, inputs.x[n][j].w);
            }
            // Each nibble came with 128 added, and stands for eight less.
#pragma unroll
            for (int n = 0; n < TILES; n++) {
                float total[4];
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    float both = sum[n][0][i] + (TILES < 4 ? sum[n][1][i] : 0.0f), given = inputs.given[n][i & 1];
                    total[i] = scale[i / 2] * (both - 136.0f * given) + zero[i / 2] * given;
                }
                Words4* at = mine + (step * TILES + n) * 32;
                Words4 before = {0, 0, 0, 0};
                if (group != first) before = *at;
                Words4 now = {as_bits(as_float(before.x) + total[0]), as_bits(as_float(before.y) + total[1]),
                              as_bits(as_float(before.z) + total[2]), as_bits(as_float(before.w) + total[3])};
                *at = now;
            }
        }
    }
    __syncthreads();
#pragma unroll 1
    for (int item = warp; item < job.steps * teams * TILES; item += PRODUCT_WARPS) {
        int n = item % TILES, at = item / TILES, row = block_row + at * 16;
        if (row < job.rows) store_sums<TILES>(job, sums, at % teams, at / teams, n, lane, row, split);
    }
}

#define INT4_PRODUCT(TILES)                                                                                              \
    extern "C" __global__ void __launch_bounds__(PRODUCT_WARPS * 32, 16 / PRODUCT_WARPS) batch_int4_##TILES(             \
        const ProductJob job) {                                                                                          \
        extern __shared__ __align__(16) u8 memory[];                                                                     \
        product_int4<TILES>(job, memory);                                                                                \
    }
INT4_PRODUCT(1)
INT4_PRODUCT(2)
INT4_PRODUCT(4)
