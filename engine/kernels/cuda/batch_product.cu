// Weights in 4 bits times up to 32 rows, without unpacking them to memory: nibbles become bf16 in registers and meet the
// rows on the matrix units. A warp streams its share of a matrix through a ring of its own in shared memory, and asks for
// the first of it before the kernel ahead has ended. Warps that share the columns of a row add up at the end.

#define PRODUCT_WARPS 8
#define DEPTH 8
#define GROUP 128
#define TILE_BYTES 1024
#define SCALE_BYTES 128

struct ProductJob {
    const u8* weights;   // [rows, columns / 2], two nibbles a byte
    const u16* scale;    // bf16 a group: [rows, columns / GROUP]
    const u16* zero;
    const u16* input;    // [tokens, columns] bf16, spread
    const float* sums;   // [columns / GROUP, 32] of the inputs
    void* out;           // [tokens, rows] bf16, or where `splits` is not one [splits, tokens, rows] fp32
    int rows, columns, tokens;
    int splits;          // blocks that share the columns of a row
    int sharers;         // warps of a block that share its columns; the others take other rows
    int steps;           // rows of a block one after the other, in tiles
    int kept;            // steps whose sums are kept before they are added up
};

// What one warp streams: 16 or 32 rows by a group of columns at a time, a lane 16 bytes of two rows.
template <int ROW_TILES> struct Stream {
    static constexpr int STAGE = ROW_TILES * (TILE_BYTES + SCALE_BYTES);
    const ProductJob& job;
    Spot ring;
    int lane, groups, first, last;  // groups of this warp
    int row, group, stride, left, slot;

    DEVICE Stream(const ProductJob& job, Spot ring, int lane, int first, int last, int row, int stride)
        : job(job), ring(ring), lane(lane), groups(job.columns / GROUP), first(first), last(last), row(row), group(first),
          stride(stride), left(job.steps * (last - first)), slot(0) {}

    // The next stage into the ring; nothing when there is none, which counts as one all the same.
    DEVICE void ask() {
        if (left > 0) {
            Spot to = ring + slot * STAGE;
            int begin = row < job.rows ? row : job.rows - ROW_TILES * 16;
#pragma unroll
            for (int half = 0; half < 2 * ROW_TILES; half++) {
                const u8* from = job.weights + (long long)(begin + half * 8 + lane / 4) * (job.columns / 2) + group * 64 + (lane & 3) * 16;
                copy_async(to + half * 512 + lane * 16, from);
            }
#pragma unroll
            for (int tile = 0; tile < ROW_TILES; tile++) {
                long long element = (long long)(begin + tile * 16 + lane % 16) * groups + group;
                copy_word_async(to + ROW_TILES * TILE_BYTES + tile * SCALE_BYTES + lane * 4,
                                (const u32*)(lane < 16 ? job.scale : job.zero) + (element >> 1));
            }
            left--;
            if (++group == last) group = first, row += stride;
        }
        slot = slot + 1 == DEPTH ? 0 : slot + 1;
        copy_commit();
    }
};

DEVICE u32 word_of(const Words4& words, int index) {
    return index == 0 ? words.x : index == 1 ? words.y : index == 2 ? words.z : words.w;
}
DEVICE float half_of(u32 pair, int upper) { return as_float(upper ? pair & 0xffff0000u : pair << 16); }

template <int TILES, int ROW_TILES> DEVICE void product_int4(const ProductJob& job, u8* memory) {
    constexpr int STAGE = Stream<ROW_TILES>::STAGE, ROWS = ROW_TILES * 16, WIDTH = TILES * 8 + 1;
    const u32 nibbles = kept(0x000f000fu), base = kept(0x43004300u);
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane & 3;
    int team = warp / job.sharers, place = warp % job.sharers, teams = PRODUCT_WARPS / job.sharers;
    int split = blockIdx.x % job.splits, groups = job.columns / GROUP;
    int begin = groups * split / job.splits, share = groups * (split + 1) / job.splits - begin;
    int first = begin + share * place / job.sharers, last = begin + share * (place + 1) / job.sharers;
    int block_row = blockIdx.x / job.splits * job.steps * teams * ROWS, stride = teams * ROWS;
    Spot ring = spot_of(memory) + warp * DEPTH * STAGE;
    float* sums = (float*)(memory + PRODUCT_WARPS * DEPTH * STAGE);
    Stream<ROW_TILES> stream(job, ring, lane, first, last, block_row + team * ROWS, stride);
#pragma unroll 1
    for (int i = 0; i < DEPTH - 1; i++) stream.ask();
    await_last();  // the first weights are on their way by now
    let_next_start();
    // Rows of the inputs that are not there stand for the last that is: nobody looks at what comes of them.
    const u16* inputs[TILES];
#pragma unroll
    for (int n = 0; n < TILES; n++) {
        int token = n * 8 + g < job.tokens ? n * 8 + g : job.tokens - 1;
        inputs[n] = job.input + (long long)token * job.columns + t * 8;
    }
    int slot = 0, odd = g & groups;  // where a row's scales begin in the upper half of a word
#pragma unroll 1
    for (int step = 0; step < job.steps; step++) {
        float total[ROW_TILES][TILES][4] = {};
#pragma unroll 1
        for (int group = first; group < last; group++) {
            copy_wait<DEPTH - 2>();
            __syncwarp();
            Spot at = ring + slot * STAGE;
            slot = slot + 1 == DEPTH ? 0 : slot + 1;
            Words4 words[ROW_TILES][2];
            float scale[ROW_TILES][2], zero[ROW_TILES][2];
#pragma unroll
            for (int i = 0; i < 2 * ROW_TILES; i++) {
                words[i / 2][i & 1] = load_words(at + i * 512 + lane * 16);
                Spot pair = at + ROW_TILES * TILE_BYTES + i / 2 * SCALE_BYTES + ((i & 1) * 8 + g) * 4;
                scale[i / 2][i & 1] = half_of(load_word(pair), (group ^ odd) & 1);
                zero[i / 2][i & 1] = half_of(load_word(pair + 64), (group ^ odd) & 1);
            }
            stream.ask();
            float sum[ROW_TILES][TILES][4] = {};
#pragma unroll
            for (int j = 0; j < 4; j++) {
                Words4 x[TILES];
#pragma unroll
                for (int n = 0; n < TILES; n++) x[n] = *(const Words4*)(inputs[n] + group * GROUP + j * 32);
#pragma unroll
                for (int tile = 0; tile < ROW_TILES; tile++) {
                    u32 a[8];
#pragma unroll
                    for (int i = 0; i < 8; i++)
                        a[i] = and_or(word_of(words[tile][i & 1], j) >> (i / 2 * 4), nibbles, base);
#pragma unroll
                    for (int n = 0; n < TILES; n++) multiply(sum[tile][n], a[0], a[1], a[2], a[3], x[n].x, x[n].y);
#pragma unroll
                    for (int n = 0; n < TILES; n++) multiply(sum[tile][n], a[4], a[5], a[6], a[7], x[n].z, x[n].w);
                }
            }
            // Each nibble came with 128 added, and stands for eight less.
#pragma unroll
            for (int n = 0; n < TILES; n++) {
                Words2 pair = *(const Words2*)(job.sums + group * 32 + n * 8 + t * 2);
                float given[2] = {as_float(pair.x), as_float(pair.y)};
#pragma unroll
                for (int tile = 0; tile < ROW_TILES; tile++)
#pragma unroll
                    for (int i = 0; i < 4; i++)
                        total[tile][n][i] += scale[tile][i / 2] * (sum[tile][n][i] - 136.0f * given[i & 1]) +
                                             zero[tile][i / 2] * given[i & 1];
            }
        }
        int spot = step % job.kept;
#pragma unroll
        for (int tile = 0; tile < ROW_TILES; tile++)
#pragma unroll
            for (int n = 0; n < TILES; n++)
#pragma unroll
                for (int i = 0; i < 4; i++)
                    sums[((spot * PRODUCT_WARPS + warp) * ROWS + tile * 16 + (i / 2) * 8 + g) * WIDTH + n * 8 + t * 2 + (i & 1)] =
                        total[tile][n][i];
        if (spot + 1 < job.kept && step + 1 < job.steps) continue;
        __syncthreads();
        int row = threadIdx.x % ROWS, head = block_row + (step - spot) * stride + row;
#pragma unroll 1
        for (int item = threadIdx.x / ROWS; item < (spot + 1) * teams * TILES * 8; item += PRODUCT_WARPS * 32 / ROWS) {
            int token = item % (TILES * 8), tile = item / (TILES * 8), out_row = head + tile * ROWS;
            if (token >= job.tokens || out_row >= job.rows) continue;
            const float* part = sums + (tile * job.sharers * ROWS + row) * WIDTH + token;
            float sum = 0.0f;
            for (int i = 0; i < job.sharers; i++) sum += part[i * ROWS * WIDTH];
            if (job.splits == 1) ((u16*)job.out)[(long long)token * job.rows + out_row] = (u16)pack_halves(sum, 0.0f);
            else ((float*)job.out)[((long long)split * job.tokens + token) * job.rows + out_row] = sum;
        }
        __syncthreads();
    }
}

#define INT4_PRODUCT(TILES, ROW_TILES)                                                                                   \
    extern "C" __global__ void __launch_bounds__(PRODUCT_WARPS * 32) batch_int4_##TILES(const ProductJob job) {         \
        extern __shared__ __align__(16) u8 memory[];                                                                     \
        product_int4<TILES, ROW_TILES>(job, memory);                                                                     \
    }
INT4_PRODUCT(1, 1)
INT4_PRODUCT(2, 1)
INT4_PRODUCT(4, 1)
