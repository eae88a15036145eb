// The stream of weights and cached keys: each warp owns a ring in shared memory and fills it itself, far ahead of
// what it computes, through every phase and layer of the token. Between phases memory therefore never idles.
//
// A stage is what one step of the ring holds: 16 rows x 64 columns of bf16 (2 KB), 16 rows x 128 columns of int4 with
// their scales and zeros (1088 bytes), 16 rows x 64 columns of the int8 head (1 KB), or keys and values of
// TOKENS_A_STAGE tokens. Two stages make a unit of 16 rows x 128 columns, a group (int4: one). In every tile of 16 rows
// a warp has the same groups, side by side, so that it needs only these of the vector.

#define HEAD_DIM 128
#define LANES 32
#define THREADS (WARPS * LANES)
#define RATIO (Q_HEADS / KV_HEADS)
#define HIDDEN_GROUPS (HIDDEN / 128)
#define FFN_GROUPS (FFN / 128)
#define QKV_TILES ((Q_HEADS + 2 * KV_HEADS) * 8)
#define HIDDEN_TILES (HIDDEN / 16)
#define GATE_UP_TILES (FFN / 8)
#define HEAD_TILES (VOCAB / 16)
#define SLOT_BYTES (INT4 ? 1088 : 2048)
#define TOKENS_A_STAGE (INT4 ? 2 : 4)
#define PART_TILES (96 / WARPS)  // tiles whose parts a block keeps at a time, one a warp
#define UNIT_STAGES (INT4 ? 1 : 2)
#define GROUP_BYTES (INT4 ? 64 : 256)
#define HEAD_GROUP_BYTES (INT4 ? 128 : 256)
#define ROW_BYTES(columns) (INT4 ? (columns) / 2 : (columns) * 2)
#define HEAD_ROW_BYTES (INT4 ? HIDDEN : HIDDEN * 2)

enum Phase { QKV, KEYS, OUTPUT, GATE_UP, DOWN, HEAD, END };

// Whether each warp has as many groups as the others in every phase.
#define EVEN_GROUPS (HIDDEN_GROUPS % WARPS == 0 && Q_HEADS % WARPS == 0 && FFN_GROUPS % WARPS == 0)

// The groups of a warp.
DEVICE constexpr int groups_each(int groups) { return (groups + WARPS - 1) / WARPS; }
DEVICE constexpr int groups_of_warp(int groups, int warp) {
    int each = groups_each(groups), rest = groups - warp * each;
    return EVEN_GROUPS || groups % WARPS == 0 ? each : rest < 0 ? 0 : rest > each ? each : rest;
}

// A phase's matrix, in tiles of 16 rows of which the upper eight lie `upper` bytes below the lower.
struct Shape { int tiles, groups, each, row_bytes, group_bytes, tile_bytes, upper, unit_stages, rows, tile_rows, upper_rows; };
#define SHAPE(columns, tiles, tile_rows, upper_rows, rows)                                                             \
    { tiles, (columns) / 128, groups_each((columns) / 128), ROW_BYTES(columns), GROUP_BYTES, (tile_rows) * ROW_BYTES(columns), \
      (upper_rows) * ROW_BYTES(columns), UNIT_STAGES, rows, tile_rows, upper_rows }
// One way into every phase, by table: a layer runs through the whole program once, so that code costs fetching.
__constant__ const Shape shapes[END] = {
    SHAPE(HIDDEN, QKV_TILES, 16, 8, QKV_TILES * 16),
    {},
    SHAPE(Q_HEADS * HEAD_DIM, HIDDEN_TILES, 16, 8, HIDDEN),
    SHAPE(HIDDEN, GATE_UP_TILES, 8, FFN, FFN * 2),
    SHAPE(FFN, HIDDEN_TILES, 16, 8, HIDDEN),
    {HEAD_TILES, HIDDEN_GROUPS, groups_each(HIDDEN_GROUPS), HEAD_ROW_BYTES, HEAD_GROUP_BYTES, 16 * HEAD_ROW_BYTES,
     8 * HEAD_ROW_BYTES, 2, VOCAB, 16, 8},
};

struct LayerWeights {
    const u8* matrices[4];  // qkv, output, gate and up, down
    const u8* scales[4];    // [group, row] pairs of scale and zero in bf16
    const u16 *attention_norm, *mlp_norm, *query_norm, *key_norm;
};

struct Params {
    const LayerWeights* layers;
    const u8* table;           // embedding [VOCAB, HIDDEN], bf16 or int8
    const float* table_scale;  // [VOCAB], int8 only
    const u8* head;
    const float* head_scale;
    const u16* final_norm;
    const u16* rope;  // [positions, 2, HEAD_DIM]
    u16* keys;        // [layers, slots, KV_HEADS, tokens, HEAD_DIM], strides below
    u16* values;
    int* state;
    const int* stops;
    int* ring;
    float* top;
    float* logits;  // [VOCAB] of the last step, or null
    u64 *hidden, *middle, *qkv, *partial, *peaks, *mixed, *product, *best;
    long long layer_stride, slot_stride, head_stride;  // of keys and values, in elements
    int context, positions, steps;
    int splits, split_bits;  // a power of two, and which
    int tiles_each[END];     // tiles a block in each phase
};

// How many tiles of a phase a block has, and which is its first.
struct Share {
    int first, count;
    DEVICE Share(const Params& p, int phase) {
        int each = p.tiles_each[phase];
        first = (int)blockIdx.x * each;
        count = shapes[phase].tiles - first;
        count = count < 0 ? 0 : (count > each ? each : count);
    }
};

// Stages of cached tokens: stage j belongs to split j mod splits, there to warp (j / splits) mod WARPS.
DEVICE int split_stages(int tokens, int split_bits, int split) {
    return (((tokens + TOKENS_A_STAGE - 1) / TOKENS_A_STAGE - split - 1) >> split_bits) + 1;
}
DEVICE int key_stages(int tokens, int split_bits, int split, int warp) {
    return (u32)(split_stages(tokens, split_bits, split) - warp + WARPS - 1) / WARPS;
}

// A block's tiles in a phase, and a warp's groups of each: the same in every layer.
struct __align__(16) Work { int first, count, base, mine; };
// Where a warp begins in a phase's matrix of any layer, and how it goes on there.
struct __align__(16) Seed { u32 offset, scale_offset; int left, inner, tile_step, scale_step, upper, row_bytes; Work work; int scale_group, scale_upper, spare[2]; };

DEVICE Seed seed_of(const Params& p, int phase, int warp) {
    const Shape& shape = shapes[phase];
    Share share(p, phase);
    int mine = groups_of_warp(shape.groups, warp), inner = mine * shape.unit_stages;
    Seed seed = {(u32)share.first * (u32)shape.tile_bytes + (u32)(warp * shape.each * shape.group_bytes),
                 (u32)(warp * shape.each * shape.rows + share.first * shape.tile_rows) * 4u,
                 share.count * inner,
                 inner,
                 shape.tile_bytes - mine * shape.group_bytes,
                 (shape.tile_rows - mine * shape.rows) * 4,
                 shape.upper,
                 shape.row_bytes,
                 {share.first, share.count, warp * shape.each, mine},
                 shape.rows * 4,
                 shape.upper_rows * 4};
    return seed;
}

struct Stream {
    Spot ring;
    const LayerWeights* layers;
    const Seed* seeds;  // of this warp, a phase each
    const u8 *source, *scales;
    int warp, lane, slot, left, phase, layer, step, position, cache_slot, active;
    int inner, stages, upper, row_step, tile_step, scale_step, scale_group, token;

    DEVICE void begin(const Params& p, Spot ring_memory, const LayerWeights* table, const Seed* phase_table,
                      int position_now, int slot_now, int is_active) {
        ring = ring_memory;
        layers = table;
        seeds = phase_table;
        warp = threadIdx.x / LANES;
        lane = threadIdx.x % LANES;
        slot = 0;
        phase = is_active ? QKV : HEAD;
        layer = 0;
        step = 0;
        position = position_now;
        cache_slot = slot_now;
        active = is_active;
        open(p);
#pragma unroll 1
        for (int i = 0; i < SLOTS; i++) issue(p);
    }

    DEVICE void open(const Params& p) {
        left = 0;
        if (phase == KEYS) {
            int kv_head = blockIdx.x >> p.split_bits, split = blockIdx.x & (p.splits - 1);
            if (kv_head < KV_HEADS) {
                left = key_stages(position, p.split_bits, split, warp);
                token = ((warp << p.split_bits) + split) * TOKENS_A_STAGE + lane / 16;
                source = (const u8*)(p.keys + layer * p.layer_stride + cache_slot * p.slot_stride +
                                     kv_head * p.head_stride + (long long)token * HEAD_DIM + (lane % 16) * 8);
            }
        } else if (phase != END) {
            Seed seed = seeds[phase];
            int matrix = phase ? phase - 1 : 0;
            stages = inner = seed.inner;
            left = seed.left;
            row_step = seed.row_bytes * 4;
            upper = seed.upper;
            tile_step = seed.tile_step;
            const u8* weights = phase == HEAD ? p.head : layers[layer].matrices[matrix];
#if INT4
            int row = lane / 4, column = (lane % 4) * 16;
            scale_step = seed.scale_step;
            scale_group = seed.scale_group;
            scales = layers[layer].scales[matrix & 3] + seed.scale_offset + ((lane & 1) * 16 + (lane & 2) / 2 * seed.scale_upper);
#else
            int row = lane / 8, column = (lane % 8) * 16;
#endif
            source = weights + seed.offset + (row * seed.row_bytes + column);
        }
    }

    DEVICE void next_phase(const Params& p) {
        warp = (int)kept((u32)warp);  // see Block::refresh
        lane = (int)kept((u32)lane);
        do {
            if (phase == DOWN) {
                layer++;
                phase = layer < LAYERS ? QKV : HEAD;
                if (phase == HEAD) layer = 0;
            } else if (phase == HEAD) {
                step++;
                position++;
                phase = step < p.steps ? (active ? QKV : HEAD) : END;
            } else {
                phase++;
            }
            open(p);
        } while (left == 0 && phase != END);
        if (phase == END) left = 1 << 30;
    }

    // Ask for the next stage into the slot that was just used.
    DEVICE void issue(const Params& p) {
        if (left == 0) next_phase(p);  // out of line it costs a quarter of the token: calls move registers to memory
        left--;
        Spot to = ring + slot * SLOT_BYTES;
        slot = slot + 1 == SLOTS ? 0 : slot + 1;
        if (phase == KEYS) {
            issue_keys(p, to);
        } else if (phase != END) {
#if INT4
            copy_passing(to + lane * 16, source);
            copy_passing(to + 512 + lane * 16, source + upper);
            if (phase != HEAD && lane < 4) copy_passing(to + 1024 + lane * 16, scales);
            scales += scale_group;
            source += 64;
#else
            // A row's 128 bytes in one request; readers of neighbouring rows then meet other banks.
            int row = lane / 8, spot = row * 128 + ((lane % 8) ^ ((row & 1) << 2)) * 16;
            copy_async(to + spot, source);
            copy_async(to + spot + 512, source + row_step);
            copy_async(to + spot + 1024, source + upper);
            copy_async(to + spot + 1536, source + upper + row_step);
            source += 128;
#endif
            if (--inner == 0) {
                inner = stages;
                source += tile_step;
                scales += scale_step;
            }
        }
        copy_commit();
    }

    DEVICE void issue_keys(const Params& p, Spot to) {
#pragma unroll
        for (int i = 0; i < TOKENS_A_STAGE / 2; i++) {
            int valid = token + 2 * i < position;
            const u8* from = valid ? source + i * 4 * HEAD_DIM : (const u8*)p.keys;
            copy_async(to + i * 512 + lane * 16, from, valid);
            if (valid) from += (const u8*)p.values - (const u8*)p.keys;
            copy_async(to + (TOKENS_A_STAGE / 2 + i) * 512 + lane * 16, from, valid);
        }
        int stride = WARPS * TOKENS_A_STAGE << p.split_bits;
        token += stride;
        source += (long long)stride * HEAD_DIM * 2;
    }

    // The oldest stage, once it has arrived. The ring is always full, so its slot is also the next to be filled.
    DEVICE Spot await() {
        copy_wait<SLOTS - 1>();
        __syncwarp();
        return ring + slot * SLOT_BYTES;
    }
    DEVICE void release(const Params& p) {
        __syncwarp();
        issue(p);
    }
};
