// The likeliest token so far, and how likely: what a greedy choice takes from logits, in any order.

struct Best {
    float value, total;  // the largest logit, and the sum of exp(logit - value)
    int token;
    DEVICE void take(float other_value, float other_total, int other_token) {
        if (other_value > value || (other_value == value && other_token < token)) {
            total = total * exp2_fast((value - other_value) * 1.4426950408889634f) + other_total;
            value = other_value;
            token = other_token;
        } else {
            total += other_total * exp2_fast((other_value - value) * 1.4426950408889634f);
        }
    }
    DEVICE void join_lanes() {
        for (int mask = 16; mask; mask >>= 1) {
            float other_value = exchange(value, mask), other_total = exchange(total, mask);
            int other_token = (int)exchange((u32)token, mask);
            take(other_value, other_total, other_token);
        }
    }
};
