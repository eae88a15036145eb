// Queries and keys of a picture's patches, turned in place: in fp32 from bf16 to bf16, with the roundings of the plain
// operations. A block a row, a thread two neighbours of a half and their partners in the other.

#define THREADS 256

struct TurnJob {
    u16* rows;        // [N, heads, 2, half], rows `stride` values apart
    const float *cosine, *sine;  // [N, 2, half], the sine with the sign of its half
    long long stride;
    int heads, half;
};

static __device__ __forceinline__ float turned(float own, float other, float cosine, float sine) {
    return __fadd_rn(__fmul_rn(own, cosine), __fmul_rn(other, sine));
}

extern "C" __global__ void __launch_bounds__(THREADS) turn_rows(const TurnJob job) {
    u32* row = (u32*)(job.rows + blockIdx.x * job.stride);
    const float* cosine = job.cosine + (long long)blockIdx.x * 2 * job.half;
    const float* sine = job.sine + (long long)blockIdx.x * 2 * job.half;
    int pairs = job.half / 2;
    for (int index = threadIdx.x; index < job.heads * pairs; index += THREADS) {
        int pair = index % pairs, at = 2 * pair, far = job.half + at;
        u32* place = row + (index / pairs) * 2 * pairs + pair;
        u32 near = place[0], other = place[pairs];
        float a = low_half(near), b = high_half(near), c = low_half(other), d = high_half(other);
        place[0] = pack_halves(turned(a, c, cosine[at], sine[at]), turned(b, d, cosine[at + 1], sine[at + 1]));
        place[pairs] = pack_halves(turned(c, a, cosine[far], sine[far]), turned(d, b, cosine[far + 1], sine[far + 1]));
    }
}
