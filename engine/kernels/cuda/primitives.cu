// What the other sources need of the hardware, and nothing else: every line of PTX is here.
// Floor: sm_80 (cp.async, bf16 matrix products). No header is included: bf16 is the upper half of fp32.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define DEVICE __device__ __forceinline__
#define FULL 0xffffffffu

struct Words2 { u32 x, y; };
struct __align__(16) Words4 { u32 x, y, z, w; };

DEVICE float as_float(u32 bits) { return __uint_as_float(bits); }
DEVICE u32 as_bits(float value) { return __float_as_uint(value); }
DEVICE float low_half(u32 pair) { return __uint_as_float(pair << 16); }
DEVICE float high_half(u32 pair) { return __uint_as_float(pair & 0xffff0000u); }

// Two fp32 to two bf16, nearest even; `low` in the lower half.
DEVICE u32 pack_halves(float low, float high) {
    u32 pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
}
DEVICE float rounded(float value) { return high_half(pack_halves(0.0f, value)); }

// A place in shared memory, as short as the hardware takes it.
typedef u32 Spot;
DEVICE Spot spot_of(const void* pointer) { return (u32)__cvta_generic_to_shared(pointer); }
DEVICE Words4 load_words(Spot at) {
    Words4 words;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words.x), "=r"(words.y), "=r"(words.z), "=r"(words.w)
                 : "r"(at)
                 : "memory");
    return words;
}
DEVICE u32 load_word(Spot at) {
    u32 word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(at) : "memory");
    return word;
}

// (bits & mask) | base in one operation, which two immediates would prevent.
DEVICE u32 and_or(u32 bits, u32 mask, u32 base) {
    u32 result;
    asm("lop3.b32 %0, %1, %2, %3, 0xea;" : "=r"(result) : "r"(bits), "r"(mask), "r"(base));
    return result;
}
// Both lower and both upper halves of two words.
DEVICE u32 low_halves(u32 first, u32 second) { return __byte_perm(first, second, 0x5410); }
DEVICE u32 high_halves(u32 first, u32 second) { return __byte_perm(first, second, 0x7632); }
// Four bytes of eight, by their numbers in the nibbles of `which`.
DEVICE u32 pick_bytes(u32 first, u32 second, u32 which) { return __byte_perm(first, second, which); }
// 16 bytes that a kernel before this one wrote, perhaps while this one's blocks were starting; past the L1.
DEVICE Words4 load_written(const void* from) {
    Words4 words;
    asm volatile("ld.global.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words.x), "=r"(words.y), "=r"(words.z), "=r"(words.w)
                 : "l"(from)
                 : "memory");
    return words;
}
// A constant that stays in a register.
DEVICE u32 kept(u32 value) {
    u32 held;
    asm volatile("mov.u32 %0, %1;" : "=r"(held) : "r"(value));
    return held;
}

// 16 bytes from device memory to shared memory, past the L1; zeros when `valid` is 0.
DEVICE void copy_async(Spot to, const void* from, int valid) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from),
                 "r"(valid ? 16 : 0)
                 : "memory");
}
DEVICE void copy_async(Spot to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from)
                 : "memory");
}
// The same of weights, which a token reads once: they leave the L2 first, and cached keys and messages stay. The policy
// is what createpolicy.fractional.L2::evict_first makes for all of what is read.
DEVICE void copy_passing(Spot to, const void* from) {
    asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2;" ::"r"(to), "l"(from),
                 "l"(0x12f0000000000000ull)
                 : "memory");
}
DEVICE void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int PENDING> DEVICE void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(PENDING) : "memory"); }

// sum += A [16, 16] * B [16, 8]. A lane (g, t) holds a = rows g, g+8, g, g+8 of two pairs of columns; b = the
// same two pairs of B's column g. In the fused step every column of B is the same, and so is every column of the result.
DEVICE void multiply(float* sum, u32 a0, u32 a1, u32 a2, u32 a3, u32 b0, u32 b1) {
    asm(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

// The same over bytes, A [16, 32] * B [32, 8], exactly: a = columns 4 t and 16 + 4 t of rows g, g+8, g, g+8. Columns of
// B are even and odd parts of one vector (Inputs in rows.cu), and so are the columns of the result.
DEVICE void multiply_nibbles(int* sum, u32 a0, u32 a1, u32 a2, u32 a3, u32 b0, u32 b1) {
    asm(
        "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}
DEVICE void multiply_bytes(int* sum, u32 a0, u32 a1, u32 a2, u32 a3, u32 b0, u32 b1) {
    asm(
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

// Over a warp, in every lane.
DEVICE u32 largest(u32 value) {
    u32 most;
    asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(value));
    return most;
}
DEVICE int total(int value) {
    int sum;
    asm volatile("redux.sync.add.s32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(value));
    return sum;
}
DEVICE int nearest(float value) {
    int whole;
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(whole) : "f"(value));
    return whole;
}

// Messages between blocks: a word of data and the epoch it belongs to travel in one 8-byte store, so that a
// reader needs neither a fence nor a counter. Eight bytes are seen whole or not at all.
DEVICE void send(u64* word, u32 data, u32 epoch) {
    u64 both = (u64)epoch << 32 | data;
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(both) : "memory");
}
DEVICE Words2 peek(const u64* word) {
    u64 both;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(both) : "l"(word) : "memory");
    Words2 seen = {(u32)both, (u32)(both >> 32)};
    return seen;
}
DEVICE Words4 peek_pair(const u64* words) {
    u64 first, second;
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(first), "=l"(second) : "l"(words) : "memory");
    Words4 seen = {(u32)first, (u32)(first >> 32), (u32)second, (u32)(second >> 32)};
    return seen;
}

DEVICE float exp2_fast(float value) {
    float result;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(value));
    return result;
}
DEVICE float exchange(float value, int mask) { return __shfl_xor_sync(FULL, value, mask); }
DEVICE float from_lane(float value, int lane) { return __shfl_sync(FULL, value, lane); }
DEVICE u32 exchange(u32 value, int mask) { return __shfl_xor_sync(FULL, value, mask); }

// Kernels that follow each other may overlap where the launch allows it: the next one's blocks start when all of this
// one's have said so, and wait here before they touch what others wrote, or overwrite what others read.
DEVICE void let_next_start() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
DEVICE void await_last() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// Where a column lies among its group's inputs of a product in 4 or 8 bits: the words that four neighbouring lanes take at
// once are side by side, and within eight columns i and i + 4 make a word.
DEVICE int spread(int column) {
    int block = column / 8 % 16, i = column % 8;
    return column / 128 * 128 + (block % 4 * 4 + block / 4) * 8 + i % 4 * 2 + i / 4;
}
