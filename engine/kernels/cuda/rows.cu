// Matrix rows times one vector: what warps do with the stages of their ring, and how their parts become rows.

#define MAX2(a, b) ((a) > (b) ? (a) : (b))
#define VECTOR MAX2(MAX2(FFN, Q_HEADS * HEAD_DIM), HIDDEN)
#define POLL_LIMIT (1 << 18)

// Everything a block keeps in shared memory beside its ring.
struct __align__(16) Shared {
    __align__(16) u8 vector[VECTOR * 2];  // the phase's input, in the order its products want
    u16 residual[HIDDEN];
    float parts[2][PART_TILES * WARPS * 16];
    float mixed[WARPS][RATIO * HEAD_DIM];
    float query[RATIO][HEAD_DIM];
    float turn[2][HEAD_DIM];
    u16 new_key[HEAD_DIM], new_value[HEAD_DIM];
    float mixed_peak[WARPS][RATIO], mixed_sum[WARPS][RATIO];
    float group_step[VECTOR / 128];  // int4: what one step of a group's whole numbers is worth
    int group_sum[VECTOR / 128];     // of them
    __align__(16) float square_sum[2][WARPS];
    float best_value[WARPS], best_total[WARPS];
    int best_token[WARPS];
    Seed seeds[WARPS][END];
    LayerWeights layers[LAYERS];
    int next_token, dead;
    float next_value, next_total;
};

static_assert(sizeof(Shared) == SHARED_BYTES, "the host counts these bytes too");
static_assert(WARPS % 4 == 0, "squares are read by fours");

struct Block {
    Shared* shared;
    int warp, lane, buffer;

    // Called between phases: what a phase derives from its warp and lane then lives no longer than the phase. Carried
    // over the whole token it takes more registers than there are, and beside a full ring even the L1 has no room.
    DEVICE void refresh() {
        warp = (int)kept((u32)warp);
        lane = (int)kept((u32)lane);
    }

    // After that many looks: a card must not hang, and Windows resets one that does not answer for two seconds.
    DEVICE int given_up(int looks) {
        if (looks > POLL_LIMIT || *(volatile int*)&shared->dead) {
            *(volatile int*)&shared->dead = 1;
            return 1;
        }
        return 0;
    }

    // Waits for words of this epoch.
    DEVICE Words4 receive_pair(const u64* words, u32 epoch) {
        Words4 seen = peek_pair(words);
        for (int i = 0; seen.y != epoch || seen.w != epoch; i++) {
            if (given_up(i)) break;
            seen = peek_pair(words);
        }
        return seen;
    }
    // One word and a pair, both asked for at once.
    DEVICE u32 receive_with(const u64* word, const u64* words, u32 epoch, Words4& pair) {
        Words2 seen = peek(word);
        pair = peek_pair(words);
        for (int i = 0; seen.y != epoch || pair.y != epoch || pair.w != epoch; i++) {
            if (given_up(i)) break;
            seen = peek(word);
            pair = peek_pair(words);
        }
        return seen.x;
    }

    // Four neighbouring values of a group of 128 into the vector.
#if INT4
    // As whole numbers of 15 bits, of which the group's largest value fixes the step: products with whole weights are then
    // exact. A value no further than 2^6 below the largest is exact itself, and no other is off by more than the largest
    // times 2^-14. The upper byte of each is one column of the product, the lower byte another.
    template <bool FOR_HEAD> DEVICE void store(int group, float v0, float v1, float v2, float v3) {
        u32 most = largest(as_bits(fmaxf(fmaxf(fabsf(v0), fabsf(v1)), fmaxf(fabsf(v2), fabsf(v3)))));
        u32 exponent = most >> 23;
        exponent = exponent < 14 ? 14 : exponent;
        float steps = as_float((267 - exponent) << 23);  // 2^13 over the power of two below the largest
        int w0 = nearest(v0 * steps), w1 = nearest(v1 * steps), w2 = nearest(v2 * steps), w3 = nearest(v3 * steps);
        int sum = total((w0 + w1) + (w2 + w3));
        if (lane == 0) shared->group_sum[group] = sum, shared->group_step[group] = as_float((exponent - 13) << 23);
        u8* to = shared->vector + group * 256;
#pragma unroll
        for (int part = 0; part < 2; part++, to += 128) {
            if (FOR_HEAD) {
                *(u32*)(to + lane * 4) = bytes_of(w0, w1) | bytes_of(w2, w3) << 16;
            } else {
                // A word of nibbles holds eight columns: even ones make a word of bytes, odd ones the next.
                u8* at = to + lane / 2 * 8 + (lane & 1) * 2;
                *(u16*)at = (u16)bytes_of(w0, w2);
                *(u16*)(at + 4) = (u16)bytes_of(w1, w3);
            }
            w0 = (w0 + 128) >> 8, w1 = (w1 + 128) >> 8, w2 = (w2 + 128) >> 8, w3 = (w3 + 128) >> 8;
        }
    }
    DEVICE u32 bytes_of(int first, int second) { return (u32)(first & 255) | (u32)(second & 255) << 8; }
#else
    template <bool FOR_HEAD> DEVICE void store(int group, float v0, float v1, float v2, float v3) {
        Words2 mine = {pack_halves(v0, v1), pack_halves(v2, v3)};
        *(Words2*)(shared->vector + group * 256 + lane * 8) = mine;
    }
#endif

    // The vector of a phase straight from messages: all groups are asked for at once, and again until they are there.
    DEVICE void take_vector(const Work& work, const u64* words, u32 epoch) {
        const int most = groups_each(MAX2(FFN_GROUPS, Q_HEADS));
        Words4 seen[most];
#pragma unroll
        for (int i = 0; i < most; i++) seen[i].y = ~epoch;
        words += work.base * 64 + lane * 2;
        int waiting = 1;
#pragma unroll 1
        for (int round = 0; waiting; round++) {
            waiting = 0;
#pragma unroll
            for (int i = 0; i < most; i++)
                if (i < work.mine && (seen[i].y != epoch || seen[i].w != epoch)) seen[i] = peek_pair(words + i * 64);
#pragma unroll
            for (int i = 0; i < most; i++) waiting |= i < work.mine && (seen[i].y != epoch || seen[i].w != epoch);
            if (waiting && given_up(round)) break;
        }
        __syncwarp();
#pragma unroll
        for (int i = 0; i < most; i++) {
            if (i >= work.mine) break;
            store<false>(work.base + i, low_half(seen[i].x), high_half(seen[i].x), low_half(seen[i].z), high_half(seen[i].z));
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

    // The residual row, from messages or from the table, and its product with the norm's weights into the vector. The
    // norm's factor is the same for the whole row: rows are multiplied by it when they are done, so that a warp begins
    // with what it has instead of waiting for the others' squares.
    template <bool FOR_HEAD>
    DEVICE void take_weighted(const Params& p, const u64* words, u32 epoch, int token, const u16* weight, int turn) {
        const int rounds = groups_each(HIDDEN_GROUPS);
        int mine = groups_of_warp(HIDDEN_GROUPS, warp), base = warp * rounds;
        Words2 scale[rounds];
        float squares = 0.0f;
#pragma unroll
        for (int i = 0; i < rounds; i++) {
            int index = (base + i) * 128 + lane * 4;
            if (i < mine) scale[i] = *(const Words2*)(weight + index);
        }
#pragma unroll
        for (int i = 0; i < rounds; i++) {
            int index = (base + i) * 128 + lane * 4;
            if (i >= mine) break;
            Words2 raw;
            if (token >= 0) {
                raw = embedding(p, token, index);
            } else {
                Words4 seen = receive_pair(words + index / 2, epoch);
                raw = {seen.x, seen.z};
            }
            __syncwarp();
            *(Words2*)(shared->residual + index) = raw;
            float a = low_half(raw.x), b = high_half(raw.x), c = low_half(raw.y), d = high_half(raw.y);
            squares += (a * a + b * b) + (c * c + d * d);
            store<FOR_HEAD>(base + i, a * low_half(scale[i].x), b * high_half(scale[i].x), c * low_half(scale[i].y),
                            d * high_half(scale[i].y));
        }
        for (int mask = 16; mask; mask >>= 1) squares += exchange(squares, mask);
        if (lane == 0) shared->square_sum[turn][warp] = squares;
        __syncwarp();
    }

    // Once all warps have taken the row: what its products are to be multiplied by.
    DEVICE float norm_factor(int turn) {
        float total = 0.0f;
#pragma unroll
        for (int i = 0; i < WARPS; i += 4) {
            Words4 four = *(const Words4*)(shared->square_sum[turn] + i);
            total += (as_float(four.x) + as_float(four.y)) + (as_float(four.z) + as_float(four.w));
        }
        return rsqrtf(total / HIDDEN + (float)(EPS));
    }

    // A group's inputs as the matrix units take them: kept over all tiles where a warp has one group.
#if INT4
    struct Inputs { Words4 words[2]; float step, offset; };  // lanes of even g have lower bytes, of odd g upper ones
    DEVICE void take_inputs(Inputs& inputs, int group) {
        const u8* x = shared->vector + group * 256 + (lane & 4) * 32 + (lane & 3) * 32;
        inputs.words[0] = *(const Words4*)x;
        inputs.words[1] = *(const Words4*)(x + 16);
        inputs.step = shared->group_step[group];
        inputs.offset = (float)shared->group_sum[group];
    }
#else
    struct Inputs { Words4 words[4]; };
    DEVICE void take_inputs(Inputs& inputs, int group) {
#pragma unroll
        for (int j = 0; j < 4; j++) inputs.words[j] = *(const Words4*)(shared->vector + group * 256 + (lane & 3) * 16 + j * 64);
    }
#endif

    // What a warp takes out of a stage before it asks for the next one.
#if INT4
    struct Taken { Words4 upper, lower; u32 scale_zero; };
#else
    struct Taken { Words4 upper[2], lower[2]; };
#endif
    DEVICE Taken take(Stream& stream, const Params& p) {
        Taken taken;
#if INT4
        Spot stage = stream.await();
        taken.upper = load_words(stage + lane * 16);
        taken.lower = load_words(stage + 512 + lane * 16);
        taken.scale_zero = load_word(stage + 1024 + (lane / 4 + (lane & 1) * 8) * 4);
#else
        int row = lane / 4, turn = (row & 1) << 2;
        Spot upper = stream.await() + row * 128;
#pragma unroll
        for (int j = 0; j < 2; j++) {
            int spot = ((j * 4 + (lane & 3)) ^ turn) * 16;
            taken.upper[j] = load_words(upper + spot);
            taken.lower[j] = load_words(upper + 1024 + spot);
        }
#endif
        stream.release(p);
        return taken;
    }

    // 16 rows x 128 columns: lane (g, t) with t < 2 returns the sum of row g + 8 t.
#if INT4
    // Both columns of a product, as one number.
    DEVICE int row_of(const int* a, const int* b) {
        int t = lane & 3;
        return (t ? a[2] + b[2] : a[0] + b[0]) + ((t ? a[3] + b[3] : a[1] + b[1]) << 8);
    }
    DEVICE float unit(const Taken& taken, const Inputs& inputs) {
        const u32 nibbles = 0x0f0f0f0fu;
        int sums[2][4] = {};
        u32 w[8] = {taken.upper.x, taken.upper.y, taken.upper.z, taken.upper.w, taken.lower.x, taken.lower.y, taken.lower.z, taken.lower.w};
#pragma unroll
        for (int j = 0; j < 4; j++) {
            Words4 input = inputs.words[j / 2];
            u32 a = w[j], b = w[4 + j];
            multiply_nibbles(sums[j & 1], a & nibbles, b & nibbles, a >> 4 & nibbles, b >> 4 & nibbles, j & 1 ? input.z : input.x,
                             j & 1 ? input.w : input.y);
        }
        float scale = low_half(taken.scale_zero), zero = high_half(taken.scale_zero);
        return (scale * ((float)row_of(sums[0], sums[1]) - 8.0f * inputs.offset) + zero * inputs.offset) * inputs.step;
    }

    DEVICE float head_unit(Stream& stream, const Params& p, int group) {
        int sums[2][4] = {};
        const u8* x = shared->vector + group * 256 + (lane & 4) * 32 + (lane & 3) * 16;
#pragma unroll
        for (int part = 0; part < 2; part++) {
            Spot stage = stream.await();
            Words4 upper = load_words(stage + lane * 16), lower = load_words(stage + 512 + lane * 16);
            stream.release(p);
            Words4 input = *(const Words4*)(x + part * 64);
            multiply_bytes(sums[0], upper.x, lower.x, upper.y, lower.y, input.x, input.y);
            multiply_bytes(sums[1], upper.z, lower.z, upper.w, lower.w, input.z, input.w);
        }
        return (float)row_of(sums[0], sums[1]) * shared->group_step[group];
    }
#else
    DEVICE float unit(const Taken& first, const Taken& second, const Inputs& inputs) {
        float sums[4][4] = {};
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const Taken& taken = j < 2 ? first : second;
            Words4 a = taken.upper[j & 1], b = taken.lower[j & 1], input = inputs.words[j];
            multiply(sums[j & 1], a.x, b.x, a.y, b.y, input.x, input.y);
            multiply(sums[2 + (j & 1)], a.z, b.z, a.w, b.w, input.z, input.w);
        }
        int t = lane & 3;
        return ((t ? sums[0][2] : sums[0][0]) + (t ? sums[1][2] : sums[1][0])) + ((t ? sums[2][2] : sums[2][0]) + (t ? sums[3][2] : sums[3][0]));
    }
#endif

    // This warp's share of some tiles: the sum over its groups, a row a lane.
    DEVICE void keep_part(float* parts, int tile, float sum) {
        if ((lane & 3) < 2) parts[(tile * WARPS + warp) * 16 + lane / 4 + (lane & 1) * 8] = sum;
    }
    template <bool FOR_HEAD> DEVICE void parts_of(Stream& stream, const Params& p, int tiles, int base, int mine, float* parts) {
        Inputs inputs;
        if (mine == 0) {
            for (int tile = 0; tile < tiles; tile++) keep_part(parts, tile, 0.0f);
            return;
        }
#if INT4
        if (FOR_HEAD) {
#pragma unroll 1
            for (int tile = 0; tile < tiles; tile++) {
                float sum = 0.0f;
#pragma unroll 1
                for (int i = 0; i < mine; i++) sum += head_unit(stream, p, base + i);
                keep_part(parts, tile, sum);
            }
            return;
        }
        take_inputs(inputs, base);
#pragma unroll 1
        for (int tile = 0; tile < tiles; tile++) {
            float sum = 0.0f;
#pragma unroll 1
            for (int i = 0; i < mine; i++) {
                if (mine > 1) take_inputs(inputs, base + i);
                Taken taken = take(stream, p);
                sum += unit(taken, inputs);
            }
            keep_part(parts, tile, sum);
        }
#else
        take_inputs(inputs, base);
#pragma unroll 1
        for (int tile = 0; tile < tiles; tile++) {
            float sum = 0.0f;
#pragma unroll 1
            for (int i = 0; i < mine; i++) {
                if (mine > 1) take_inputs(inputs, base + i);
                Taken first = take(stream, p), second = take(stream, p);
                sum += unit(first, second, inputs);
            }
            keep_part(parts, tile, sum);
        }
#endif
    }

    // All tiles of a phase: `done(tile, row, sum)` is called by whole warps, lanes 0 to 15 with a row each and
    // 16 to 31 with the same again, in the order of the tiles. `turn` says whose norm's factor they want, -1 nobody's.
    template <bool FOR_HEAD, class Done>
    DEVICE void tiles(Stream& stream, const Params& p, const Work& work, int turn, Done done) {
        int count = work.count;
#pragma unroll 1
        for (int first = 0; first < count; first += PART_TILES) {
            int here = count - first < PART_TILES ? count - first : PART_TILES;
            float* parts = shared->parts[buffer];
            parts_of<FOR_HEAD>(stream, p, here, work.base, work.mine, parts);
            __syncthreads();
            buffer ^= 1;
#pragma unroll 1
            for (int tile = warp; tile < here; tile += WARPS) {
                const float* rows = parts + (tile * WARPS + lane / 16 * (WARPS / 2)) * 16 + lane % 16;
                float sum = 0.0f;
#pragma unroll
                for (int other = 0; other < WARPS / 2; other++) sum += rows[other * 16];
                sum += exchange(sum, 16);
                if (turn >= 0) sum *= norm_factor(turn);
                done(first + tile, lane % 16, sum);
            }
        }
    }
};
