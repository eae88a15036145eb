// Rows as the products of a step of several rows take them, eight neighbours of a row at a time, and its heads.

#define HEAD_DIM 128

DEVICE float half_sum(u32 pair) { return low_half(pair) + high_half(pair); }

// Whole warps call it, a lane eight columns beside its neighbours'; nothing is stored from `width` on. Where there are
// `sums`, columns lie as `spread` says, and each 128 of them leave their sum.
DEVICE void store_eight(u16* out, float* sums, long long row, int width, int column, const Words4& eight) {
    float sum = (half_sum(eight.x) + half_sum(eight.y)) + (half_sum(eight.z) + half_sum(eight.w));
    for (int mask = 8; mask; mask >>= 1) sum += exchange(sum, mask);
    if (column >= width) return;
    if (!sums) {
        *(Words4*)(out + row * width + column) = eight;
        return;
    }
    Words4 pairs = {low_halves(eight.x, eight.z), high_halves(eight.x, eight.z),
                    low_halves(eight.y, eight.w), high_halves(eight.y, eight.w)};
    *(Words4*)(out + row * width + spread(column)) = pairs;
    if (column % 128 == 0) sums[column / 128 * 32 + row] = sum;
}

// A head of a row, four columns a lane: norm and rotation. `cosine` and `sine` as in the table, the sine with the sign of
// its half.
DEVICE Words2 turned_head(Words2 raw, Words2 weight, Words2 cosine, Words2 sine, float eps) {
    float v[4] = {low_half(raw.x), high_half(raw.x), low_half(raw.y), high_half(raw.y)};
    float w[4] = {low_half(weight.x), high_half(weight.x), low_half(weight.y), high_half(weight.y)};
    float c[4] = {low_half(cosine.x), high_half(cosine.x), low_half(cosine.y), high_half(cosine.y)};
    float s[4] = {low_half(sine.x), high_half(sine.x), low_half(sine.y), high_half(sine.y)};
    float squares = (v[0] * v[0] + v[1] * v[1]) + (v[2] * v[2] + v[3] * v[3]);
    for (int mask = 16; mask; mask >>= 1) squares += exchange(squares, mask);
    float factor = rsqrtf(squares / HEAD_DIM + eps), turned[4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        float normed = rounded(rounded(v[i] * factor) * w[i]);
        float partner = exchange(normed, 16);
        turned[i] = rounded(normed * c[i]) + rounded(partner * s[i]);
    }
    Words2 packed = {pack_halves(turned[0], turned[1]), pack_halves(turned[2], turned[3])};
    return packed;
}
