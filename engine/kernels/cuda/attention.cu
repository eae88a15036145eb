// One token's attention. Blocks are (key head, split of the cached tokens); queries that share a key head attend
// together. Splits exchange slices, so that each block finishes a slice of its heads and no block waits to merge all.

DEVICE u32 word_of_pair(float value) {
    float other = exchange(value, 1);
    return pack_halves(value, other);
}

struct Attention {
    Block& block;
    const Params& p;
    int kv_head, split;

    // Whether this block takes the new token itself.
    DEVICE int owns(int position) const { return (position & (p.splits - 1)) == split; }

    // Queries, and in the block that owns the new token its key and value: norm, rotation, roundings as in eager.
    DEVICE void take_heads(u32 epoch, const LayerWeights& weights, u16* keys, u16* values, int position) {
        Shared* shared = block.shared;
        int lane = block.lane, owner = owns(position);
        const float scale = 0.08838834764831845f * 1.4426950408889634f;  // 1 / sqrt(128), in powers of two
#pragma unroll 1
        for (int item = block.warp; item < RATIO + 2; item += WARPS) {
            if (item >= RATIO && !owner) continue;
            int head = item < RATIO ? kv_head * RATIO + item
                                    : Q_HEADS + kv_head + (item == RATIO ? 0 : KV_HEADS);
            Words2 weight = {0, 0};
            if (item <= RATIO) weight = *(const Words2*)((item < RATIO ? weights.query_norm : weights.key_norm) + lane * 4);
            Words4 seen = block.receive_pair(p.qkv + head * 64 + lane * 2, epoch);
            Words2 raw = {seen.x, seen.z};
            long long spot = kv_head * p.head_stride + (long long)position * HEAD_DIM + lane * 4;
            if (item == RATIO + 1) {
                *(Words2*)(shared->new_value + lane * 4) = raw;
                *(Words2*)(values + spot) = raw;
                continue;
            }
            float v[4] = {low_half(raw.x), high_half(raw.x), low_half(raw.y), high_half(raw.y)};
            float w[4] = {low_half(weight.x), high_half(weight.x), low_half(weight.y), high_half(weight.y)};
            float squares = (v[0] * v[0] + v[1] * v[1]) + (v[2] * v[2] + v[3] * v[3]);
            for (int mask = 16; mask; mask >>= 1) squares += exchange(squares, mask);
            float factor = rsqrtf(squares / HEAD_DIM + (float)(EPS));
            float turned[4];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                float normed = rounded(rounded(v[i] * factor) * w[i]);
                float partner = exchange(normed, 16);
                turned[i] = rounded(rounded(normed * shared->turn[0][lane * 4 + i]) +
                                    rounded(partner * shared->turn[1][lane * 4 + i]));
            }
            if (item < RATIO) {
                for (int i = 0; i < 4; i++) shared->query[item][lane * 4 + i] = turned[i] * scale;
            } else {
                Words2 key = {pack_halves(turned[0], turned[1]), pack_halves(turned[2], turned[3])};
                *(Words2*)(shared->new_key + lane * 4) = key;
                *(Words2*)(keys + spot) = key;
            }
        }
        __syncthreads();
    }

    DEVICE void unpack(Words4 raw, float* eight) {
        eight[0] = low_half(raw.x), eight[1] = high_half(raw.x), eight[2] = low_half(raw.y), eight[3] = high_half(raw.y);
        eight[4] = low_half(raw.z), eight[5] = high_half(raw.z), eight[6] = low_half(raw.w), eight[7] = high_half(raw.w);
    }

    // COUNT tokens of a half warp at once, so that sums are scaled anew once; a token that is not there has no share.
    template <int COUNT>
    DEVICE void attend(const float (*query)[8], const Words4* key_words, const Words4* value_words, const int* there,
                       float* peak, float* sum, float (*mix)[8]) {
        float score[RATIO][COUNT];
#pragma unroll
        for (int c = 0; c < COUNT; c++) {
            float key[8];
            unpack(key_words[c], key);
#pragma unroll
            for (int r = 0; r < RATIO; r++) {
                float part = 0.0f;
#pragma unroll
                for (int i = 0; i < 8; i++) part += query[r][i] * key[i];
#pragma unroll
                for (int mask = 8; mask; mask >>= 1) part += exchange(part, mask);
                score[r][c] = there[c] ? part : -1e30f;
            }
        }
#pragma unroll
        for (int r = 0; r < RATIO; r++) {
            float top = peak[r];
#pragma unroll
            for (int c = 0; c < COUNT; c++) top = fmaxf(top, score[r][c]);
            float keep = exp2_fast(peak[r] - top);
            peak[r] = top;
            sum[r] *= keep;
#pragma unroll
            for (int i = 0; i < 8; i++) mix[r][i] *= keep;
        }
#pragma unroll
        for (int c = 0; c < COUNT; c++) {
            float value[8];
            unpack(value_words[c], value);
#pragma unroll
            for (int r = 0; r < RATIO; r++) {
                float share = there[c] ? exp2_fast(score[r][c] - peak[r]) : 0.0f;
                sum[r] += share;
#pragma unroll
                for (int i = 0; i < 8; i++) mix[r][i] += share * value[i];
            }
        }
    }

    DEVICE void run(Stream& stream, u32 epoch, const LayerWeights& weights, u16* keys, u16* values,
                    int position) {
        Shared* shared = block.shared;
        int warp = block.warp, lane = block.lane, half = lane / 16, column = (lane % 16) * 8;
        take_heads(epoch, weights, keys, values, position);
        float query[RATIO][8], mix[RATIO][8], peak[RATIO], sum[RATIO];
#pragma unroll
        for (int r = 0; r < RATIO; r++) {
            peak[r] = -1e30f;
            sum[r] = 0.0f;
#pragma unroll
            for (int i = 0; i < 8; i++) query[r][i] = shared->query[r][column + i], mix[r][i] = 0.0f;
        }
        // The new token is one more stage of the warp whose turn it is, in the block that owns it.
        int turn = split_stages(position, p.split_bits, split) % WARPS;
        int stages = key_stages(position, p.split_bits, split, warp), all = stages + (owns(position) && warp == turn);
        int token = ((warp << p.split_bits) + split) * TOKENS_A_STAGE + half;
        const int pairs = TOKENS_A_STAGE / 2, at_once = INT4 ? 2 : 1;  // stages at once
        Words4 key[pairs * at_once], value[pairs * at_once];
        int there[pairs * at_once];
#pragma unroll 1
        for (int stage = 0; stage < all; stage += at_once) {
#pragma unroll
            for (int s = 0; s < at_once; s++) {
                if (stage + s >= stages) {
                    // Where no token is, anything finite.
                    Words4 new_key = *(const Words4*)(shared->new_key + column), new_value = *(const Words4*)(shared->new_value + column);
                    int fresh = stage + s < all && half == 0;
#pragma unroll
                    for (int i = 0; i < pairs; i++) {
                        key[s * pairs + i] = new_key;
                        value[s * pairs + i] = fresh ? new_value : Words4{0, 0, 0, 0};
                        there[s * pairs + i] = i == 0 && fresh;
                    }
                    continue;
                }
                Spot tokens = stream.await();
#pragma unroll
                for (int i = 0; i < pairs; i++) {
                    key[s * pairs + i] = load_words(tokens + i * 512 + lane * 16);
                    value[s * pairs + i] = load_words(tokens + (pairs + i) * 512 + lane * 16);
                    there[s * pairs + i] = token + 2 * i < position;
                }
                token += WARPS * TOKENS_A_STAGE << p.split_bits;
                stream.release(p);
            }
            attend<pairs * at_once>(query, key, value, there, peak, sum, mix);
        }
        join_halves(peak, sum, mix, half, column);
        __syncthreads();
        publish_split(epoch);
        finish_slice(epoch);
    }

    // Both halves saw other tokens: each keeps the sums of half of its columns, four neighbours in one store.
    DEVICE void join_halves(float* peak, float* sum, float (*mix)[8], int half, int column) {
        Shared* shared = block.shared;
#pragma unroll
        for (int r = 0; r < RATIO; r++) {
            float other = exchange(peak[r], 16), top = other > peak[r] ? other : peak[r];
            float keep = exp2_fast(peak[r] - top), total = sum[r] * keep;
            total += exchange(total, 16);
            u32 kept_sums[4];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                float given = exchange((half ? mix[r][i] : mix[r][i + 4]) * keep, 16);
                kept_sums[i] = as_bits((half ? mix[r][i + 4] : mix[r][i]) * keep + given);
            }
            Words4 words = {kept_sums[0], kept_sums[1], kept_sums[2], kept_sums[3]};
            *(Words4*)(shared->mixed[block.warp] + r * HEAD_DIM + column + half * 4) = words;
            if (block.lane == 0) shared->mixed_peak[block.warp][r] = top, shared->mixed_sum[block.warp][r] = total;
        }
    }

    // What this split saw, for its siblings: sums that are not yet divided, and peak and total beside them.
    DEVICE void publish_split(u32 epoch) {
        Shared* shared = block.shared;
        int place = kv_head * p.splits + split, lane = block.lane;
#pragma unroll 1
        for (int index = threadIdx.x; index < RATIO * HEAD_DIM; index += THREADS) {
            int r = index / HEAD_DIM;
            // A lane a warp's share of the whole, then each of them to every lane.
            float peak = shared->mixed_peak[lane % WARPS][r], top = peak;
            for (int mask = WARPS / 2; mask; mask >>= 1) top = fmaxf(top, exchange(top, mask));
            float keep = exp2_fast(peak - top), total = keep * shared->mixed_sum[lane % WARPS][r];
            for (int mask = WARPS / 2; mask; mask >>= 1) total += exchange(total, mask);
            float value = 0.0f;
#pragma unroll
            for (int w = 0; w < WARPS; w++) value += from_lane(keep, w) * shared->mixed[w][index];
            send(p.partial + place * (RATIO * HEAD_DIM) + index, as_bits(value), epoch);
            if (index % HEAD_DIM == 0) {
                send(p.peaks + (place * RATIO + r) * 2, as_bits(top), epoch);
                send(p.peaks + (place * RATIO + r) * 2 + 1, as_bits(total), epoch);
            }
        }
    }

    // This block's slice of its heads over all splits: half a warp a value, a lane a split.
    DEVICE void finish_slice(u32 epoch) {
        int slice = RATIO * HEAD_DIM >> p.split_bits, lane = block.lane, sibling = lane % 16;
#pragma unroll 1
        for (int first = block.warp * 2; first < slice; first += WARPS * 2) {
            int index = split * slice + first + lane / 16, r = index / HEAD_DIM;
            float top = -1e30f, total = 0.0f, value = 0.0f;
            if (sibling < p.splits) {
                int place = kv_head * p.splits + sibling;
                Words4 peaks;
                value = as_float(block.receive_with(p.partial + place * (RATIO * HEAD_DIM) + index,
                                                    p.peaks + (place * RATIO + r) * 2, epoch, peaks));
                top = as_float(peaks.x);
                total = as_float(peaks.z);
            }
            __syncwarp();
            float peak = top;
            for (int mask = 8; mask; mask >>= 1) peak = fmaxf(peak, exchange(peak, mask));
            float keep = exp2_fast(top - peak);
            value *= keep;
            total *= keep;
            for (int mask = 8; mask; mask >>= 1) value += exchange(value, mask), total += exchange(total, mask);
            value /= total;
            float other = exchange(value, 16);
            if (lane == 0) send(p.mixed + (kv_head * RATIO * HEAD_DIM + index) / 2, pack_halves(value, other), epoch);
        }
    }
};
