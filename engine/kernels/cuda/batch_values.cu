// Rows as the products of a step of several rows take them: eight neighbours of a row at a time.

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
