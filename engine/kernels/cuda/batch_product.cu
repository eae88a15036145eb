// Weights in 4 and 8 bits times a few rows, without unpacking them to memory: nibbles become bf16 in registers and
// meet up to 32 rows on the matrix units. A block has 16 or 32 rows of the matrix; its 16 warps share the columns,
// a group of 128 at a time, and add up at the end.

#define PRODUCT_WARPS 16
#define GROUP 128

struct ProductJob {
    const u8* weights;   // [rows, columns], two nibbles a byte or one int8
    const void* scale;   // bf16 a group [rows, columns / GROUP], or fp32 a row
    const u16* zero;     // bf16 a group
    const u16* input;    // [tokens, columns] bf16
    void* out;           // [tokens, rows]: bf16, or fp32 rounded to bf16 for the head
    int rows, columns, tokens;
};

// Eight neighbouring inputs of a row; zeros beyond the last.
DEVICE Words4 inputs(const ProductJob& job, int token, int column) {
    Words4 eight = {0, 0, 0, 0};
    if (token < job.tokens) eight = *(const Words4*)(job.input + (long long)token * job.columns + column);
    return eight;
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

template <int TILES, int ROW_TILES> DEVICE void product_int4(const ProductJob& job, float* sums) {
    const u32 nibbles = kept(0x000f000fu), base = kept(0x43004300u), one = kept(0x3f803f80u);
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane & 3;
    int first = blockIdx.x * ROW_TILES * 16, groups = job.columns / GROUP, warps = groups < PRODUCT_WARPS ? groups : PRODUCT_WARPS;
    float total[ROW_TILES][TILES][4] = {};
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
        float sum[ROW_TILES][TILES][4] = {}, inputs_sum[TILES][4] = {};
#pragma unroll
        for (int j = 0; j < 4; j++) {
            u32 a[ROW_TILES][8];
#pragma unroll
            for (int tile = 0; tile < ROW_TILES; tile++)
#pragma unroll
                for (int i = 0; i < 8; i++)
                    a[tile][i] = and_or(word_of(words[tile][i & 1], j) >> (i / 2 * 4), nibbles, base);
#pragma unroll
            for (int n = 0; n < TILES; n++) {
                Words4 x = inputs(job, n * 8 + g, group * GROUP + t * 32 + j * 8);
                // A word's nibbles i and i + 4 make a pair.
                u32 b0 = low_halves(x.x, x.z), b1 = high_halves(x.x, x.z);
                u32 b2 = low_halves(x.y, x.w), b3 = high_halves(x.y, x.w);
                multiply(inputs_sum[n], one, one, one, one, b0, b1);
                multiply(inputs_sum[n], one, one, one, one, b2, b3);
#pragma unroll
                for (int tile = 0; tile < ROW_TILES; tile++) {
                    multiply(sum[tile][n], a[tile][0], a[tile][1], a[tile][2], a[tile][3], b0, b1);
                    multiply(sum[tile][n], a[tile][4], a[tile][5], a[tile][6], a[tile][7], b2, b3);
                }
            }
        }
        // Each nibble came with 128 added, and stands for eight less.
#pragma unroll
        for (int tile = 0; tile < ROW_TILES; tile++)
#pragma unroll
            for (int n = 0; n < TILES; n++)
#pragma unroll
                for (int i = 0; i < 4; i++)
                    total[tile][n][i] += scale[tile][i / 2] * (sum[tile][n][i] - 136.0f * inputs_sum[n][i]) +
                                         zero[tile][i / 2] * inputs_sum[n][i];
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
    const u32 one = kept(0x3f803f80u);
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane & 3;
    int first = blockIdx.x * 16, groups = job.columns / GROUP, warps = groups < PRODUCT_WARPS ? groups : PRODUCT_WARPS;
    float low[TILES][4] = {}, high[TILES][4] = {}, inputs_sum[TILES][4] = {};
#pragma unroll 1
    for (int group = warp; group < groups; group += PRODUCT_WARPS) {
        Words4 words[2][2];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            int row = first + (i & 1) * 8 + g;
            row = row < job.rows ? row : job.rows - 1;
            words[i & 1][i / 2] = load_once(job.weights + (long long)row * job.columns + group * GROUP + t * 32 + i / 2 * 16);
        }
#pragma unroll
        for (int j = 0; j < 8; j++) {
            u32 upper = word_of(words[0][j / 4], j % 4), lower = word_of(words[1][j / 4], j % 4), a[8];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                u32 word = i & 1 ? lower : upper;
                a[i] = and_or(word >> (i / 2 * 8), nibbles, base);
                a[4 + i] = and_xor(word >> (i / 2 * 8 + 4), nibbles, signed_base);
            }
#pragma unroll
            for (int n = 0; n < TILES; n++) {
                Words2 x = {0, 0};
                if (n * 8 + g < job.tokens)
                    x = *(const Words2*)(job.input + (long long)(n * 8 + g) * job.columns + group * GROUP + t * 32 + j * 4);
                u32 b0 = low_halves(x.x, x.y), b1 = high_halves(x.x, x.y);
                multiply(inputs_sum[n], one, one, one, one, b0, b1);
                multiply(low[n], a[0], a[1], a[2], a[3], b0, b1);
                multiply(high[n], a[4], a[5], a[6], a[7], b0, b1);
            }
        }
    }
    // value = 16 high + low - 128, each nibble with 128 added: 2048 + 128 + 128 too much.
    float total[1][TILES][4];
#pragma unroll
    for (int n = 0; n < TILES; n++)
#pragma unroll
        for (int i = 0; i < 4; i++) total[0][n][i] = low[n][i] + 16.0f * high[n][i] - 2304.0f * inputs_sum[n][i];
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
