// Weights in 4 and 8 bits to bf16, in one pass, for the products of many rows: what engine/int4.py computes, with the
// same roundings. A thread takes 8 weights, so that a warp writes 512 bytes that lie side by side.

typedef unsigned short u16;
typedef unsigned int u32;

struct __align__(8) Words2 { u32 x, y; };
struct __align__(16) Words4 { u32 x, y, z, w; };

struct Job {
    const void* values;  // [rows, columns], two nibbles a byte or one int8
    const void* scale;   // [groups, stride] pairs of scale and zero in bf16, or fp32 a row
    Words4* out;         // [rows, columns] bf16
    u32 count;           // weights, a multiple of 8
    u32 columns;
    u32 run;             // weights that share a scale: a group, or a row
    u32 stride;          // rows from group to group
};

static __device__ __forceinline__ float wide(u16 half) { return __uint_as_float((u32)half << 16); }
static __device__ __forceinline__ u32 pack_halves(float low, float high) {
    u32 pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
}

extern "C" __global__ void __launch_bounds__(256) unpack_int4(const Job job) {
    u32 index = blockIdx.x * 256 + threadIdx.x;
    if (index * 8 >= job.count) return;
    u32 line = index * 8 / job.columns, group = (index * 8 - line * job.columns) / job.run;
    u32 pair = ((const u32*)job.scale)[group * job.stride + line];
    float scale = wide((u16)pair), zero = wide((u16)(pair >> 16));
    u32 word = ((const u32*)job.values)[index], pairs[4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        float low = __fadd_rn(__fmul_rn((float)(int)(word >> 8 * i & 15) - 8.0f, scale), zero);
        float high = __fadd_rn(__fmul_rn((float)(int)(word >> 8 * i + 4 & 15) - 8.0f, scale), zero);
        pairs[i] = pack_halves(low, high);
    }
    Words4 row = {pairs[0], pairs[1], pairs[2], pairs[3]};
    job.out[index] = row;
}

extern "C" __global__ void __launch_bounds__(256) unpack_int8(const Job job) {
    u32 index = blockIdx.x * 256 + threadIdx.x;
    if (index * 8 >= job.count) return;
    float scale = ((const float*)job.scale)[index * 8 / job.run];
    Words2 packed = ((const Words2*)job.values)[index];
    u32 pairs[4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        u32 word = (i / 2 ? packed.y : packed.x) >> 16 * (i & 1);
        pairs[i] = pack_halves((float)(signed char)(word & 255) * scale, (float)(signed char)(word >> 8 & 255) * scale);
    }
    Words4 row = {pairs[0], pairs[1], pairs[2], pairs[3]};
    job.out[index] = row;
}
