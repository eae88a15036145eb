// Matrix rows times one vector: what warps do with the stages of their ring, and how their parts become rows.

#define MAX2(a, b) ((a) > (b) ? (a) : (b))
#define VECTOR MAX2(MAX2(FFN, Q_HEADS * HEAD_DIM), 2 * HIDDEN)
#define POLL_LIMIT (1 << 18)

// Everything a block keeps in shared memory beside its ring.
struct __align__(16) Shared {
    u16 vector[VECTOR];  // the phase's input, in the order its products want
    u16 residual[HIDDEN];
    float parts[2][PART_UNITS * 16];
    float mixed[WARPS][RATIO * HEAD_DIM];
    float query[RATIO][HEAD_DIM];
    float turn[2][HEAD_DIM];
    u16 new_key[HEAD_DIM], new_value[HEAD_DIM];
    float mixed_peak[WARPS][RATIO], mixed_sum[WARPS][RATIO];
    float group_sum[VECTOR / 128];
    float square_sum[2][WARPS];
    float best_value[WARPS], best_total[WARPS];
    int best_token[WARPS];
    Seed seeds[WARPS][END];
    LayerWeights layers[LAYERS];
    int next_token, dead;
    float next_value, next_total;
};

static_assert(sizeof(Shared) == SHARED_BYTES, "the host counts these bytes too");

struct Block {
    Shared* shared;
    int warp, lane, buffer;

    // Called between phases: what a phase derives from its warp and lane then lives no longer than the phase. Carried
    // over the whole token it takes more registers than there are, and beside a full ring even the L1 has no room.
    DEVICE void refresh() {
        warp = (int)kept((u32)warp);
        lane = (int)kept((u32)lane);
    }

    // Waits for words of this epoch, for a fraction of a second at most: a card must not hang, and Windows
    // resets one that does not answer for two.
    DEVICE Words4 receive_pair(const u64* words, u32 epoch) {
        Words4 seen = peek_pair(words);
        for (int i = 0; seen.y != epoch || seen.w != epoch; i++) {
            if (i > POLL_LIMIT || *(volatile int*)&shared->dead) {
                *(volatile int*)&shared->dead = 1;
                break;
            }
            relax();
            seen = peek_pair(words);
        }
        return seen;
    }
    DEVICE u32 receive(const u64* word, u32 epoch) {
        Words2 seen = peek(word);
        for (int i = 0; seen.y != epoch; i++) {
            if (i > POLL_LIMIT || *(volatile int*)&shared->dead) {
                *(volatile int*)&shared->dead = 1;
                break;
            }
            relax();
            seen = peek(word);
        }
        return seen.x;
    }

    // Four neighbouring values of a group of 128 into the vector. int4 pairs column i of eight with column i + 4.
    DEVICE void store(int group, float v0, float v1, float v2, float v3) {
        u32 low = pack_halves(v0, v1), high = pack_halves(v2, v3);
        Words2* to = (Words2*)(shared->vector + group * 128 + lane * 4);
#if INT4
        u32 received = exchange(lane & 1 ? low : high, 1);
        Words2 mine;
        if (lane & 1) {
            mine.x = (received & 0xffff) | (high << 16);
            mine.y = (received >> 16) | (high & 0xffff0000u);
        } else {
            mine.x = (low & 0xffff) | (received << 16);
            mine.y = (low >> 16) | (received & 0xffff0000u);
        }
        *to = mine;
        sum_group(group, v0, v1, v2, v3);
#else
        Words2 mine = {low, high};
        *to = mine;
#endif
    }
    DEVICE void store_for_head(int group, float v0, float v1, float v2, float v3) {
#if INT4
        // int8 splits into two nibbles, sixteen times one and once the other; words hold columns 0, 2, 1, 3.
        Words2 once = {pack_halves(v0, v2), pack_halves(v1, v3)};
        Words2 sixteen = {pack_halves(v0 * 16, v2 * 16), pack_halves(v1 * 16, v3 * 16)};
        *(Words2*)(shared->vector + group * 128 + lane * 4) = once;
        *(Words2*)(shared->vector + HIDDEN + group * 128 + lane * 4) = sixteen;
        sum_group(group, v0, v1, v2, v3);
#else
        store(group, v0, v1, v2, v3);
#endif
    }
    DEVICE void sum_group(int group, float v0, float v1, float v2, float v3) {
        float sum = (v0 + v1) + (v2 + v3);
        for (int mask = 16; mask; mask >>= 1) sum += exchange(sum, mask);
        if (lane == 0) shared->group_sum[group] = sum;
    }

    // The vector of a phase straight from messages.
    DEVICE void take_vector(const Shape& shape, const u64* words, u32 epoch) {
        int mine = groups_of_warp(shape.groups, warp);
#pragma unroll 1
        for (int i = 0; i < mine; i++) {
            int group = warp * shape.each + i;
            Words4 seen = receive_pair(words + group * 64 + lane * 2, epoch);
            store(group, low_half(seen.x), high_half(seen.x), low_half(seen.z), high_half(seen.z));
        }
        __syncwarp();  // a warp reads only what it stored
    }

    DEVICE Words2 embedding(const Params& p, int token, int index) {
        Words2 pair;
#if INT4
        u32 bytes = *(const u32*)(p.table + (long long)token * HIDDEN + index);
        float scale = p.table_scale[token];
        pair.x = pack_halves((float)(signed char)(bytes & 255) * scale, (float)(signed char)(bytes >> 8 & 255) * scale);
        pair.y = pack_halves((float)(signed char)(bytes >> 16 & 255) * scale, (float)(signed char)(bytes >> 24) * scale);
#else
        pair = *(const Words2*)(p.table + ((long long)token * HIDDEN + index) * 2);
#endif
        return pair;
    }

    // The residual row, from messages or from the table, and its norm into the vector: rounded as eager rounds.
    template <bool FOR_HEAD>
    DEVICE void take_normed(const Params& p, const u64* words, u32 epoch, int token, const u16* weight, int turn) {
        const int rounds = groups_each(HIDDEN_GROUPS);
        int mine = groups_of_warp(HIDDEN_GROUPS, warp), base = warp * rounds;
        Words2 raw[rounds], scale[rounds];
        float squares = 0.0f;
#pragma unroll
        for (int i = 0; i < rounds; i++) {
            int index = (base + i) * 128 + lane * 4;
            if (i < mine) scale[i] = *(const Words2*)(weight + index);
        }
#pragma unroll
        for (int i = 0; i < rounds; i++) {
            int index = (base + i) * 128 + lane * 4;
            if (i < mine) {
                if (token >= 0) {
                    raw[i] = embedding(p, token, index);
                } else {
                    Words4 seen = receive_pair(words + index / 2, epoch);
                    raw[i].x = seen.x;
                    raw[i].y = seen.z;
                }
                *(Words2*)(shared->residual + index) = raw[i];
                float a = low_half(raw[i].x), b = high_half(raw[i].x), c = low_half(raw[i].y), d = high_half(raw[i].y);
                squares += (a * a + b * b) + (c * c + d * d);
            }
        }
        for (int mask = 16; mask; mask >>= 1) squares += exchange(squares, mask);
        if (lane == 0) shared->square_sum[turn][warp] = squares;
        __syncthreads();
        float total = 0.0f;
#pragma unroll
        for (int i = 0; i < WARPS; i++) total += shared->square_sum[turn][i];
        float factor = rsqrtf(total / HIDDEN + (float)(EPS));
#pragma unroll
        for (int i = 0; i < rounds; i++) {
            int group = base + i;
            if (i < mine) {
                float a = rounded(rounded(low_half(raw[i].x) * factor) * low_half(scale[i].x));
                float b = rounded(rounded(high_half(raw[i].x) * factor) * high_half(scale[i].x));
                float c = rounded(rounded(low_half(raw[i].y) * factor) * low_half(scale[i].y));
                float d = rounded(rounded(high_half(raw[i].y) * factor) * high_half(scale[i].y));
                if (FOR_HEAD) store_for_head(group, a, b, c, d);
                else store(group, a, b, c, d);
            }
        }
        __syncwarp();
    }

    // One unit: 16 rows x 128 columns. Lane (g, t) with t < 2 returns the sum of row g + 8 t.
    template <bool FOR_HEAD> DEVICE float unit(Stream& stream, const Params& p, int group) {
        float even[4] = {0, 0, 0, 0}, odd[4] = {0, 0, 0, 0};
        int t = lane & 3;
#if INT4
        const u32 nibbles = kept(0x000f000fu), base = kept(0x43004300u);  // bf16 128 + nibble, exactly
        if (FOR_HEAD) {
            const u32 signed_base = kept(0x43084308u);
#pragma unroll
            for (int part = 0; part < 2; part++) {
                Spot stage = stream.await();
                Words4 upper = load_words(stage + lane * 16), lower = load_words(stage + 512 + lane * 16);
                const u16* x = shared->vector + group * 128 + part * 64 + t * 16;
                u32 w[8] = {upper.x, upper.y, upper.z, upper.w, lower.x, lower.y, lower.z, lower.w};
#pragma unroll
                for (int pair = 0; pair < 2; pair++) {
                    Words4 once = *(const Words4*)(x + pair * 8), sixteen = *(const Words4*)(x + HIDDEN + pair * 8);
#pragma unroll
                    for (int j = 0; j < 2; j++) {
                        u32 a = w[pair * 2 + j], b = w[4 + pair * 2 + j];
                        multiply(even, and_or(a, nibbles, base), and_or(b, nibbles, base), and_or(a >> 8, nibbles, base),
                                 and_or(b >> 8, nibbles, base), j ? once.z : once.x, j ? once.w : once.y);
                        multiply(odd, and_xor(a >> 4, nibbles, signed_base), and_xor(b >> 4, nibbles, signed_base),
                                 and_xor(a >> 12, nibbles, signed_base), and_xor(b >> 12, nibbles, signed_base),
                                 j ? sixteen.z : sixteen.x, j ? sixteen.w : sixteen.y);
                    }
                }
                stream.release(p);
            }
            // value = 16 high + low - 128, each nibble with 128 added: 2048 + 128 + 128 too much.
            return (t ? even[2] + odd[2] : even[0] + odd[0]) - 2304.0f * shared->group_sum[group];
        }
        Spot stage = stream.await();
        Words4 upper = load_words(stage + lane * 16), lower = load_words(stage + 512 + lane * 16);
        u32 scale_zero = load_word(stage + 1024 + (lane / 4 + (t & 1) * 8) * 4);
        const u16* x = shared->vector + group * 128 + t * 32;
        u32 w[8] = {upper.x, upper.y, upper.z, upper.w, lower.x, lower.y, lower.z, lower.w};
#pragma unroll
        for (int j = 0; j < 4; j++) {
            Words4 input = *(const Words4*)(x + j * 8);
            u32 a = w[j], b = w[4 + j];
            multiply(even, and_or(a, nibbles, base), and_or(b, nibbles, base), and_or(a >> 4, nibbles, base),
                     and_or(b >> 4, nibbles, base), input.x, input.y);
            multiply(odd, and_or(a >> 8, nibbles, base), and_or(b >> 8, nibbles, base), and_or(a >> 12, nibbles, base),
                     and_or(b >> 12, nibbles, base), input.z, input.w);
        }
        stream.release(p);
        float scale = low_half(scale_zero), zero = high_half(scale_zero);
        float sum = t ? even[2] + odd[2] : even[0] + odd[0];
        return scale * (sum - 136.0f * shared->group_sum[group]) + zero * shared->group_sum[group];
#else
#pragma unroll
        for (int part = 0; part < 2; part++) {
            int row = lane / 4, turn = (row & 1) << 2;
            Spot upper = stream.await() + row * 128;
            const u16* x = shared->vector + group * 128 + part * 64 + t * 8;
#pragma unroll
            for (int j = 0; j < 2; j++) {
                int spot = ((j * 4 + t) ^ turn) * 16;
                Words4 a = load_words(upper + spot), b = load_words(upper + 1024 + spot);
                Words4 input = *(const Words4*)(x + j * 32);
                multiply(even, a.x, b.x, a.y, b.y, input.x, input.y);
                multiply(odd, a.z, b.z, a.w, b.w, input.z, input.w);
            }
            stream.release(p);
        }
        return t ? even[2] + odd[2] : even[0] + odd[0];
#endif
    }

    // All tiles of a phase: `done(tile, row, sum)` is called by whole warps, lanes 0 to 15 with a row each and
    // 16 to 31 with the same again, in the order of the tiles.
    template <bool FOR_HEAD, class Done>
    DEVICE void tiles(Stream& stream, const Params& p, const Shape& shape, int count, Done done) {
        int groups = shape.groups, chunk = shape.chunk;
        int mine = groups_of_warp(groups, warp), base = warp * shape.each;
#pragma unroll 1
        for (int first = 0; first < count; first += chunk) {
            int here = count - first < chunk ? count - first : chunk;
            float* parts = shared->parts[buffer];
#pragma unroll 1
            for (int tile = 0; tile < here; tile++) {
#pragma unroll 1
                for (int i = 0; i < mine; i++) {
                    float sum = unit<FOR_HEAD>(stream, p, base + i);
                    if ((lane & 3) < 2) parts[(tile * groups + base + i) * 16 + lane / 4 + (lane & 1) * 8] = sum;
                }
            }
            __syncthreads();
            buffer ^= 1;
#pragma unroll 1
            for (int tile = warp; tile < here; tile += WARPS) {
                float sum = 0.0f;
#pragma unroll 8
                for (int group = lane / 16; group < groups; group += 2)
                    sum += parts[(tile * groups + group) * 16 + lane % 16];
                sum += exchange(sum, 16);
                done(first + tile, lane % 16, sum);
            }
        }
    }
};
