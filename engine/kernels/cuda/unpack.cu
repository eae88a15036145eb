// Weights in 4 and 8 bits to bf16, in one pass, for the products of many rows: what engine/int4.py computes, with the
// same roundings. A thread takes 16 weights.

typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

struct Words2 { u32 x, y; };
struct __align__(16) Words4 { u32 x, y, z, w; };

struct Job {
    const void* values;  // [rows, columns], two nibbles a byte or one int8
    const void* scale;   // bf16 a group, or fp32 a row
    const u16* zero;     // bf16 a group
    Words4* out;         // [rows, columns] bf16
    u64 count;           // weights, a multiple of 16
    u32 run;             // weights that share a scale: a group, or a row
};

static __device__ __forceinline__ float wide(u16 half) { return __uint_as_float((u32)half << 16); }
static __device__ __forceinline__ u32 pack_halves(float low, float high) {
    u32 pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
}

extern "C" __global__ void __launch_bounds__(256) unpack_int4(const Job job) {
    u64 index = (u64)blockIdx.x * 256 + threadIdx.x;
    if (index * 16 >= job.count) return;
    u64 group = index * 16 / job.run;
    float scale = wide(((const u16*)job.scale)[group]), zero = wide(job.zero[group]);
    Words2 packed = ((const Words2*)job.values)[index];
#pragma unroll
    for (int half = 0; half < 2; half++) {
        u32 word = half ? packed.y : packed.x, pairs[4];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            float low = __fadd_rn(__fmul_rn((float)(int)(word >> 8 * i & 15) - 8.0f, scale), zero);
            float high = __fadd_rn(__fmul_rn((float)(int)(word >> 8 * i + 4 & 15) - 8.0f, scale), zero);
            pairs[i] = pack_halves(low, high);
        }
        Words4 row = {pairs[0], pairs[1], pairs[2], pairs[3]};
        job.out[index * 2 + half] = row;
    }
}

extern "C" __global__ void __launch_bounds__(256) unpack_int8(const Job job) {
    u64 index = (u64)blockIdx.x * 256 + threadIdx.x;
    if (index * 16 >= job.count) return;
    float scale = ((const float*)job.scale)[index * 16 / job.run];
    Words4 packed = ((const Words4*)job.values)[index];
    u32 words[4] = {packed.x, packed.y, packed.z, packed.w};
#pragma unroll
    for (int half = 0; half < 2; half++) {
        u32 pairs[4];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            u32 word = words[half * 2 + i / 2] >> 16 * (i & 1);
            pairs[i] = pack_halves((float)(signed char)(word & 255) * scale, (float)(signed char)(word >> 8 & 255) * scale);
        }
        Words4 row = {pairs[0], pairs[1], pairs[2], pairs[3]};
        job.out[index * 2 + half] = row;
    }
}
