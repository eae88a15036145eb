// Weights in 4 and 8 bits times a few rows, without unpacking them to memory: nibbles become bf16 in registers and
// meet up to 32 rows on the matrix units. A block has 16 or 32 rows of the matrix; its 16 warps share the columns,
// a group of 128 at a time, and add up at the end.

#define PRODUCT_WARPS 16
#define GROUP 128

struct ProductJob {
    const u8* weights;   // [rows, columns], two nibbles a byte or one int8
    const void* scale;   // bf16 a group [rows, columns / GROUP], or fp32 a row
    const u16* zero;     // bf16 a group
    const u16* input;    // [tokens, columns] bf16, spread
    const float* sums;   // [tokens, columns / 32] of the inputs
    void* out;           // [tokens, rows]: bf16, or fp32 rounded to bf16 for the head
    int rows, columns, tokens;
};

// What four lanes take of a row at once: eight columns each; zeros beyond the last row.
DEVICE Words4 inputs(const ProductJob& job, int token, int group, int block, int t) {
    Words4 eight = {0, 0, 0, 0};
    if (token < job.tokens)
        eight = *(const Words4*)(job.input + (long long)token * job.columns + group * GROUP + block * 32 + t * 8);
    return eight;
}
// The sum of a group of a row's inputs.
DEVICE float inputs_sum(const ProductJob& job, int token, int group) {
    if (token >= job.tokens) return 0.0f;
    Words4 sums = *(const Words4*)(job.sums + (long long)token * (job.columns / 32) + group * 4);
    return (as_float(sums.x) + as_float(sums.y)) + (as_float(sums.z) + as_float(sums.w));
}
DEVICE u32 word_of(const Words4& words, int index) {
    return index == 0 ? words.x : index == 1 ? words.y : index == 2 ? words.z : words.w;
}

// This warp's sums beside those of its block's other warps, [warp, row, token] with a word of padding a row.
template <int TILES, int ROW_TILES> DEVICE void keep_sums(float* sums, int warp, int lane, float (*total)[TILES][4]) {
#pragma unroll
    for (int tile = 0; tile < ROW_TILES; tile++)
#pragma unroll
        for (int n = 0; n < TILES; n++)
#pragma unroll
            for (int i = 0; i < 4; i++) {
                int row = tile * 16 + (i / 2) * 8 + lane / 4, token = n * 8 + (lane & 3) * 2 + (i & 1);
                sums[(warp * ROW_TILES * 16 + row) * (TILES * 8 + 1) + token] = total[tile][n][i];
            }
}
template <int TILES, int ROW_TILES> DEVICE float summed(const float* sums, int warps, int row, int token) {
    float sum = 0.0f;
    for (int warp = 0; warp < warps; warp++)
        sum += sums[(warp * ROW_TILES * 16 + row) * (TILES * 8 + 1) + token];
    return sum;
}

// The same words, but what was made of them is made anew.
template <int ROW_TILES> DEVICE void renew(Words4 (*words)[2]) {
#pragma unroll
    for (int i = 0; i < 2 * ROW_TILES; i++) {
        Words4& four = words[i / 2][i & 1];
        four.x = kept(four.x), four.y = kept(four.y), four.z = kept(four.z), four.w = kept(four.w);
    }
}

template <int TILES, int ROW_TILES> DEVICE void product_int4(const ProductJob& job, float* sums) {
    const u32 nibbles = kept(0x000f000fu), base = kept(0x43004300u);
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane & 3;
    int first = blockIdx.x * ROW_TILES * 16, groups = job.columns / GROUP, warps = groups < PRODUCT_WARPS ? groups : PRODUCT_WARPS;
    float total[ROW_TILES][TILES][4] = {};
    let_next_start();
#pragma unroll 1
    for (int group = warp; group < groups; group += PRODUCT_WARPS) {
        Words4 words[ROW_TILES][2];
        float scale[ROW_TILES][2], zero[ROW_TILES][2];
#pragma unroll
        for (int i = 0; i < 2 * ROW_TILES; i++) {
            int row = first + (i / 2) * 16 + (i & 1) * 8 + g;
            row = row < job.rows ? row : job.rows - 1;
            words[i / 2][i & 1] = load_once(job.weights + (long long)row * (job.columns / 2) + group * 64 + t * 16);
            scale[i / 2][i & 1] = low_half(((const u16*)job.scale)[(long long)row * groups + group]);
            zero[i / 2][i & 1] = low_half(job.zero[(long long)row * groups + group]);
        }
        if (group == warp) await_last();  // the first weights are on their way by now
        // Sixteen rows at a time: sums of all 32 would not fit into registers.
#pragma unroll
        for (int pass = 0; pass < TILES; pass += 2) {
            const int most = TILES - pass < 2 ? TILES - pass : 2;
            if (pass) renew<ROW_TILES>(words);
            float sum[ROW_TILES][2][4] = {};
#pragma unroll
            for (int j = 0; j < 4; j++) {
                u32 a[ROW_TILES][8];
#pragma unroll
                for (int tile = 0; tile < ROW_TILES; tile++)
#pragma unroll
                    for (int i = 0; i < 8; i++)
                        a[tile][i] = and_or(word_of(words[tile][i & 1], j) >> (i / 2 * 4), nibbles, base);
#pragma unroll
                for (int n = 0; n < most; n++) {
                    Words4 x = inputs(job, (pass + n) * 8 + g, group, j, t);
#pragma unroll
                    for (int tile = 0; tile < ROW_TILES; tile++) {
                        multiply(sum[tile][n], a[tile][0], a[tile][1], a[tile][2], a[tile][3], x.x, x.y);
                        multiply(sum[tile][n], a[tile][4], a[tile][5], a[tile][6], a[tile][7], x.z, x.w);
                    }
                }
            }
            // Each nibble came with 128 added, and stands for eight less.
#pragma unroll
            for (int n = 0; n < most; n++)
#pragma unroll
                for (int side = 0; side < 2; side++) {
                    float given = inputs_sum(job, (pass + n) * 8 + t * 2 + side, group);
#pragma unroll
                    for (int tile = 0; tile < ROW_TILES; tile++)
#pragma unroll
                        for (int i = 0; i < 2; i++)
                            total[tile][pass + n][i * 2 + side] +=
                                scale[tile][i] * (sum[tile][n][i * 2 + side] - 136.0f * given) + zero[tile][i] * given;
                }
        }
    }
    if (warp < warps) keep_sums<TILES, ROW_TILES>(sums, warp, lane, total);
    __syncthreads();
    for (int index = threadIdx.x; index < ROW_TILES * 16 * job.tokens; index += PRODUCT_WARPS * 32) {
        int row = index % (ROW_TILES * 16), token = index / (ROW_TILES * 16);
        if (first + row >= job.rows) continue;
        u32 value = pack_halves(summed<TILES, ROW_TILES>(sums, warps, row, token), 0.0f);
        ((u16*)job.out)[(long long)token * job.rows + first + row] = (u16)value;
    }
}

template <int TILES> DEVICE void product_int8(const ProductJob& job, float* sums) {
    const u32 nibbles = kept(0x000f000fu), base = kept(0x43004300u), signed_base = kept(0x43084308u);
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane & 3;
    int first = blockIdx.x * 16, groups = job.columns / GROUP, warps = groups < PRODUCT_WARPS ? groups : PRODUCT_WARPS;
    float low[TILES][4] = {}, high[TILES][4] = {}, total[1][TILES][4] = {};
    let_next_start();
#pragma unroll 1
    for (int group = warp; group < groups; group += PRODUCT_WARPS) {
        Words4 words[2][2];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            int row = first + (i & 1) * 8 + g;
            row = row < job.rows ? row : job.rows - 1;
            words[i & 1][i / 2] = load_once(job.weights + (long long)row * job.columns + group * GROUP + t * 32 + i / 2 * 16);
        }
        if (group == warp) await_last();
#pragma unroll
        for (int j = 0; j < 4; j++) {
            u32 a[2][8];
#pragma unroll
            for (int part = 0; part < 2; part++)
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    u32 word = word_of(words[i & 1][j / 2], j % 2 * 2 + part);
                    a[part][i] = and_or(word >> (i / 2 * 8), nibbles, base);
                    a[part][4 + i] = and_xor(word >> (i / 2 * 8 + 4), nibbles, signed_base);
                }
#pragma unroll
            for (int n = 0; n < TILES; n++) {
                Words4 x = inputs(job, n * 8 + g, group, j, t);
                u32 b[2][2] = {{low_halves(x.x, x.z), low_halves(x.y, x.w)}, {high_halves(x.x, x.z), high_halves(x.y, x.w)}};
#pragma unroll
                for (int part = 0; part < 2; part++) {
                    multiply(low[n], a[part][0], a[part][1], a[part][2], a[part][3], b[part][0], b[part][1]);
                    multiply(high[n], a[part][4], a[part][5], a[part][6], a[part][7], b[part][0], b[part][1]);
                }
            }
        }
        // value = 16 high + low - 128, each nibble with 128 added: 2048 + 128 + 128 too much.
#pragma unroll
        for (int n = 0; n < TILES; n++)
#pragma unroll
            for (int i = 0; i < 4; i++)
                total[0][n][i] -= 2304.0f * inputs_sum(job, n * 8 + t * 2 + (i & 1), group);
    }
#pragma unroll
    for (int n = 0; n < TILES; n++)
#pragma unroll
        for (int i = 0; i < 4; i++) total[0][n][i] += low[n][i] + 16.0f * high[n][i];
    if (warp < warps) keep_sums<TILES, 1>(sums, warp, lane, total);
    __syncthreads();
    for (int index = threadIdx.x; index < 16 * job.tokens; index += PRODUCT_WARPS * 32) {
        int row = index % 16, token = index / 16;
        if (first + row >= job.rows) continue;
        float scale = ((const float*)job.scale)[first + row];
        ((float*)job.out)[(long long)token * job.rows + first + row] =
            rounded(summed<TILES, 1>(sums, warps, row, token) * scale);
    }
}

#define INT4_PRODUCT(TILES, ROW_TILES, BLOCKS)                                                                            \
    extern "C" __global__ void __launch_bounds__(PRODUCT_WARPS * 32, BLOCKS) batch_int4_##TILES(const ProductJob job) { \
        extern __shared__ __align__(16) u8 memory[];                                                                     \
        product_int4<TILES, ROW_TILES>(job, (float*)memory);                                                             \
    }
#define INT8_PRODUCT(TILES, BLOCKS)                                                                                       \
    extern "C" __global__ void __launch_bounds__(PRODUCT_WARPS * 32, BLOCKS) batch_int8_##TILES(const ProductJob job) { \
        extern __shared__ __align__(16) u8 memory[];                                                                     \
        product_int8<TILES>(job, (float*)memory);                                                                        \
    }
// As many rows of the matrix a block as registers allow: each then reads the inputs for fewer blocks.
INT4_PRODUCT(1, 2, 2)
INT4_PRODUCT(2, 2, 1)
INT4_PRODUCT(4, 1, 1)
INT8_PRODUCT(1, 2)
INT8_PRODUCT(2, 1)
INT8_PRODUCT(4, 1)
