// A whole greedy token in one kernel, several tokens a launch: a block a multiprocessor, all resident at once.
//
// Blocks hand vectors to each other as words that carry their epoch (primitives.cu, send): six hand-overs a layer,
// no barrier. A buffer is written again one layer later; by then every block has read it, because each that reads
// it owes a message that all writers wait for. The one exception, `best`, has two copies.
//
// state: token, position, rotary position, slot, done, count, limit, epoch, error (see State in fused_step.py).

enum State { TOKEN, POSITION, ROPE_POSITION, SLOT, DONE, COUNT, LIMIT, EPOCH, ERROR };

struct Layers {
    Block& block;
    Stream& stream;
    const Params& p;
    int position, cache_slot, active;

    DEVICE Layers(Block& b, Stream& s, const Params& params) : block(b), stream(s), p(params) {
        active = attends();
        for (int phase = QKV; phase <= DOWN; phase++) active |= Share(p, phase).count > 0;
    }

    DEVICE int attends() const { return blockIdx.x < (u32)(KV_HEADS << p.split_bits); }

    // What a phase of a layer makes of its rows: a lane each, in lanes 0 to 15 and again in 16 to 31.
    DEVICE void finish_row(int phase, int row, float sum, u32 epoch) {
        int lane = block.lane;
        if (phase == QKV) {
            float other = exchange(sum, 1);
            if (lane < 16 && !(lane & 1)) send(p.qkv + row / 2, pack_halves(sum, other), epoch);
        } else if (phase == GATE_UP) {
            // Rows 0 to 7 of a tile are gates, 8 to 15 what they open.
            float value = rounded(sum), open = exchange(value, 8);
            value = rounded(rounded(value / (1.0f + exp2_fast(-1.4426950408889634f * value))) * open);
            float other = exchange(value, 1);
            if (lane < 8 && !(lane & 1)) send(p.product + row / 16 * 4 + lane / 2, pack_halves(value, other), epoch);
        } else {
            float value = rounded(sum) + low_half(block.shared->residual[row]), other = exchange(value, 1);
            u64* words = phase == OUTPUT ? p.middle : p.hidden;
            if (lane < 16 && !(lane & 1)) send(words + row / 2, pack_halves(value, other), epoch);
        }
    }

    DEVICE void run(int layer, u32 epoch, int token) {
        const LayerWeights& w = block.shared->layers[layer];
#pragma unroll 1
        for (int phase = QKV; phase <= DOWN; phase++) {
            block.refresh();
            if (phase == KEYS) {
                if (attends()) {
                    Attention attention = {block, p, (int)blockIdx.x >> p.split_bits, (int)blockIdx.x & (p.splits - 1)};
                    long long base = layer * p.layer_stride + cache_slot * p.slot_stride;
                    attention.run(stream, epoch, w, p.keys + base, p.values + base, position);
                }
                continue;
            }
            Work work = block.shared->seeds[block.warp][phase].work;
            int turn = -1;
            if (phase == QKV || phase == GATE_UP) {
                // Also a block without rows takes it: it owes the residual to the rows it adds to later.
                int first = phase == QKV;
                turn = !first;
                block.take_weighted<false>(p, first ? p.hidden : p.middle, first ? epoch - 1 : epoch, first ? token : -1,
                                           first ? w.attention_norm : w.mlp_norm, turn);
            } else if (work.count) {
                block.take_vector(work, phase == OUTPUT ? p.mixed : p.product, epoch);
            }
            block.refresh();
            block.tiles<false>(stream, p, work, turn, [&](int tile, int row, float sum) {
                finish_row(phase, (work.first + tile) * 16 + row, sum, epoch);
            });
        }
    }

    // The next token, the same in every block.
    DEVICE Best head(u32 epoch, int step) {
        Shared* shared = block.shared;
        Work work = shared->seeds[block.warp][HEAD].work;
        int lane = block.lane, warp = block.warp;
        block.refresh();
        block.take_weighted<true>(p, p.hidden, epoch - 1, -1, p.final_norm, 0);
        Best best = {-1e30f, 0.0f, VOCAB};
        block.tiles<true>(stream, p, work, 0, [&](int tile, int row, float sum) {
            int token = (work.first + tile) * 16 + row;
#if INT4
            sum *= p.head_scale[token];
#endif
            sum = rounded(sum);
            if (lane < 16) {
                best.take(sum, 1.0f, token);
                if (p.logits && step + 1 == p.steps) p.logits[token] = sum;
            }
        });
        best.join_lanes();
        if (lane == 0) shared->best_value[warp] = best.value, shared->best_total[warp] = best.total, shared->best_token[warp] = best.token;
        __syncthreads();
        u64* box = p.best + (long long)(step & 1) * gridDim.x * 4;
        if (warp == 0) {
            Best whole = {-1e30f, 0.0f, VOCAB};
            if (lane < WARPS) whole = {shared->best_value[lane], shared->best_total[lane], shared->best_token[lane]};
            whole.join_lanes();
            if (lane < 4)
                send(box + blockIdx.x * 4 + lane,
                     lane == 0 ? as_bits(whole.value) : lane == 1 ? as_bits(whole.total) : (u32)whole.token, epoch);
        }
        Best all = {-1e30f, 0.0f, VOCAB};
        for (int other = threadIdx.x; other < (int)gridDim.x; other += THREADS) {
            Words4 first = block.receive_pair(box + other * 4, epoch), rest = block.receive_pair(box + other * 4 + 2, epoch);
            all.take(as_float(first.x), as_float(first.z), (int)rest.x);
        }
        __syncthreads();
        all.join_lanes();
        if (lane == 0) shared->best_value[warp] = all.value, shared->best_total[warp] = all.total, shared->best_token[warp] = all.token;
        __syncthreads();
        all = {-1e30f, 0.0f, VOCAB};
        for (int i = 0; i < WARPS; i++) all.take(shared->best_value[i], shared->best_total[i], shared->best_token[i]);
        return all;
    }
};

extern "C" __global__ void __launch_bounds__(THREADS, 1) fused_step(const Params p) {
    extern __shared__ __align__(16) u8 memory[];
    Shared* shared = (Shared*)(memory + WARPS * SLOTS * SLOT_BYTES);
    Block block = {shared, (int)threadIdx.x / LANES, (int)threadIdx.x % LANES, 0};
    int token = p.state[TOKEN], position = p.state[POSITION], rope_position = p.state[ROPE_POSITION];
    int done = p.state[DONE], count = p.state[COUNT], limit = p.state[LIMIT];
    u32 epoch = (u32)p.state[EPOCH];
    if (done || p.state[ERROR]) return;

    for (int i = threadIdx.x; i < (int)(LAYERS * sizeof(LayerWeights) / 8); i += THREADS)
        ((u64*)shared->layers)[i] = ((const u64*)p.layers)[i];
    if (block.lane < END) shared->seeds[block.warp][block.lane] = seed_of(p, block.lane, block.warp);
    if (threadIdx.x == 0) shared->dead = 0;
    __syncthreads();

    Spot ring = spot_of(memory + block.warp * SLOTS * SLOT_BYTES);
    Stream stream;
    Layers layers(block, stream, p);
    layers.cache_slot = p.state[SLOT];
    stream.begin(p, ring, shared->layers, shared->seeds[block.warp], position, layers.cache_slot, layers.active);

    int step = 0, failed = 0;
    for (; step < p.steps && !done; step++) {
        if (position >= p.context || rope_position < 0 || rope_position >= p.positions || token < 0 || token >= VOCAB) {
            failed = 2;
            break;
        }
        for (int i = threadIdx.x; i < 2 * HEAD_DIM; i += THREADS)
            shared->turn[i / HEAD_DIM][i % HEAD_DIM] = low_half(p.rope[rope_position * 2 * HEAD_DIM + i]);
        __syncthreads();
        layers.position = position;
        if (layers.active)
#pragma unroll 1
            for (int layer = 0; layer < LAYERS; layer++) {
                layers.run(layer, epoch + 1, layer ? -1 : token);
                epoch++;
            }
        else
            epoch += LAYERS;
        Best best = layers.head(epoch + 1, step);
        epoch++;
        token = best.token;
        if (*(volatile int*)&shared->dead) {
            failed = 1;
            break;
        }
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            p.ring[count % RING_TOKENS] = token;
            p.top[count % RING_TOKENS * 2] = best.value;
            p.top[count % RING_TOKENS * 2 + 1] = best.value + logf(best.total);
        }
        count++;
        position++;
        rope_position++;
        done = count >= limit;
        for (int i = 0; i < STOPS; i++) done |= p.stops[i] == token;
    }
    copy_wait<0>();
    if (failed) {
        if (threadIdx.x == 0) p.state[ERROR] = failed;
    } else if (blockIdx.x == 0 && threadIdx.x == 0) {
        p.state[TOKEN] = token;
        p.state[POSITION] = position;
        p.state[ROPE_POSITION] = rope_position;
        p.state[DONE] = done;
        p.state[COUNT] = count;
        p.state[EPOCH] = (int)epoch;
    }
}
