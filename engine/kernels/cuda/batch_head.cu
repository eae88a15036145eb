// A table in 8 bits times up to 32 rows: a warp takes 16 rows of the table from end to end and streams them through a ring
// of its own, the inputs of all rows lie in shared memory, and no warp waits for another.

#define HEAD_WARPS 8
#define HEAD_DEPTH 4
#define GROUP 128
#define STAGE_BYTES 2048

struct TableJob {
    const u8* values;    // [rows, columns] int8
    const float* scale;  // [rows]
    const u16* input;    // [tokens, columns] bf16, spread
    float* out;          // [tokens, rows], rounded to bf16
    int rows, columns, tokens;
};

// Four bytes, each the upper bit the other way round, as fp32 two at a time: 2^23 + byte, less 2^23 + 128.
DEVICE u32 signed_pair(u32 first, u32 second, int index) {
    float low = as_float(pick_bytes(first, 0x4b000000u, 0x7650u | (u32)index)) - 8388736.0f;
    float high = as_float(pick_bytes(second, 0x4b000000u, 0x7650u | (u32)index)) - 8388736.0f;
    return high_halves(as_bits(low), as_bits(high));  // a whole number below 256 is exact in bf16
}

// 128 bytes of 16 rows into the ring, whole sectors at a time; odd rows lie with neighbouring pieces swapped.
DEVICE void ask_stage(const TableJob& job, Spot to, int lane, long long tile, int group) {
#pragma unroll
    for (int i = 0; i < 4; i++) {
        int row = i * 4 + lane / 8, piece = lane % 8;
        copy_passing(to + row * 128 + (piece ^ (row & 1)) * 16,
                   job.values + (tile * 16 + row) * job.columns + group * GROUP + piece * 16);
    }
}

template <int TILES> DEVICE void product_int8(const TableJob& job, u8* memory) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane & 3;
    int groups = job.columns / GROUP, tiles = job.rows / 16, warps = gridDim.x * HEAD_WARPS;
    int place = warp * gridDim.x + blockIdx.x;
    int first = (int)((long long)tiles * place / warps), last = (int)((long long)tiles * (place + 1) / warps);
    int stages = (last - first) * groups, asked = 0, ask_tile = first, ask_group = 0;
    int row_bytes = job.columns * 2 + 64;
    Spot ring = spot_of(memory) + warp * HEAD_DEPTH * STAGE_BYTES;
    u8* rows = memory + HEAD_WARPS * HEAD_DEPTH * STAGE_BYTES;
#pragma unroll 1
    for (; asked < HEAD_DEPTH - 1; asked++) {
        if (asked < stages) ask_stage(job, ring + asked * STAGE_BYTES, lane, ask_tile, ask_group);
        if (++ask_group == groups) ask_group = 0, ask_tile++;
        copy_commit();
    }
    let_next_start();
    await_last();
    int pieces = job.columns / 8;
    for (int index = threadIdx.x; index < TILES * 8 * pieces; index += HEAD_WARPS * 32) {
        int token = index / pieces, piece = index % pieces;
        int given = token < job.tokens ? token : job.tokens - 1;
        *(Words4*)(rows + token * row_bytes + piece * 16) =
            load_written(job.input + (long long)given * job.columns + piece * 8);
    }
    __syncthreads();
    Spot inputs = spot_of(rows) + g * row_bytes + t * 16;
    int slot = 0;
#pragma unroll 1
    for (int tile = first; tile < last; tile++) {
        float sum[TILES][2][4] = {};
#pragma unroll 1
        for (int group = 0; group < groups; group++) {
            copy_wait<HEAD_DEPTH - 2>();
            __syncwarp();
            Spot at = ring + slot * STAGE_BYTES;
            Words4 words[2][2];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                Words4 raw = load_words(at + (i / 2 * 8 + g) * 128 + ((t * 2 + (i & 1)) ^ (g & 1)) * 16);
                words[i / 2][i & 1] = {raw.x ^ 0x80808080u, raw.y ^ 0x80808080u, raw.z ^ 0x80808080u, raw.w ^ 0x80808080u};
            }
            if (asked < stages) {
                int free = slot == 0 ? HEAD_DEPTH - 1 : slot - 1;
                ask_stage(job, ring + free * STAGE_BYTES, lane, ask_tile, ask_group);
                if (++ask_group == groups) ask_group = 0, ask_tile++;
                asked++;
            }
            copy_commit();
            slot = slot + 1 == HEAD_DEPTH ? 0 : slot + 1;
            // A lane's 32 columns of a row are four blocks of eight: two words each, whose bytes i make a pair.
#pragma unroll
            for (int j = 0; j < 4; j++) {
                u32 a[2][4];
#pragma unroll
                for (int half = 0; half < 2; half++)
#pragma unroll
                    for (int i = 0; i < 4; i++) {
                        const Words4& four = words[half][j / 2];
                        a[half][i] = j & 1 ? signed_pair(four.z, four.w, i) : signed_pair(four.x, four.y, i);
                    }
#pragma unroll
                for (int n = 0; n < TILES; n++) {
                    Words4 x = load_words(inputs + n * 8 * row_bytes + (group * GROUP + j * 32) * 2);
                    multiply(sum[n][0], a[0][0], a[1][0], a[0][1], a[1][1], x.x, x.y);
                    multiply(sum[n][TILES < 4], a[0][2], a[1][2], a[0][3], a[1][3], x.z, x.w);
                }
            }
        }
#pragma unroll
        for (int n = 0; n < TILES; n++)
#pragma unroll
            for (int i = 0; i < 4; i++) {
                int row = tile * 16 + (i / 2) * 8 + g, token = n * 8 + t * 2 + (i & 1);
                if (token < job.tokens)
                    job.out[(long long)token * job.rows + row] = rounded((sum[n][0][i] + (TILES < 4 ? sum[n][1][i] : 0.0f)) * job.scale[row]);
            }
    }
}

#define TABLE_PRODUCT(TILES)                                                                                   \
    extern "C" __global__ void __launch_bounds__(HEAD_WARPS * 32) batch_int8_##TILES(const TableJob job) {     \
        extern __shared__ __align__(16) u8 memory[];                                                           \
        product_int8<TILES>(job, memory);                                                                      \
    }
TABLE_PRODUCT(1)
TABLE_PRODUCT(2)
TABLE_PRODUCT(4)
