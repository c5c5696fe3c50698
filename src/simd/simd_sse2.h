/* simd_sse2.h — the words of simd.h on 128-bit registers: 4 lanes (SSE2; on other machines NEON or WebAssembly's simd128). */
#ifndef SEPAL_SIMD_SIMD_SSE2_H
#define SEPAL_SIMD_SIMD_SSE2_H

#include <simde/x86/sse2.h>
#include <string.h>

typedef simde__m128 w;
typedef simde__m128 wm;
typedef simde__m128d wd;
typedef simde__m128d wdm;
typedef simde__m128i wi;

#if defined(SIMDE_X86_SSE2_NATIVE)
#define W_NAME "sse2"
#elif defined(SIMDE_WASM_SIMD128_NATIVE)
#define W_NAME "simd128"
#else
#define W_NAME "neon"
#endif

/* WebAssembly has an instruction for each of these, with the bits of SSE2 for NaN and signed zeros, too. SIMDe composes them of several
 * others. */
#if defined(SIMDE_WASM_SIMD128_NATIVE)
static inline w w_max(w a, w b) {
    return simde__m128_from_wasm_v128(wasm_f32x4_pmax(simde__m128_to_wasm_v128(b), simde__m128_to_wasm_v128(a)));
}
static inline unsigned wm_bits(wm m) {
    return (unsigned)wasm_i32x4_bitmask(simde__m128_to_wasm_v128(m));
}
static inline wd wd_min(wd a, wd b) {
    return simde__m128d_from_wasm_v128(wasm_f64x2_pmin(simde__m128d_to_wasm_v128(b), simde__m128d_to_wasm_v128(a)));
}
static inline wd wd_max(wd a, wd b) {
    return simde__m128d_from_wasm_v128(wasm_f64x2_pmax(simde__m128d_to_wasm_v128(b), simde__m128d_to_wasm_v128(a)));
}
static inline unsigned wdm_bits(wdm m) {
    return (unsigned)wasm_i64x2_bitmask(simde__m128d_to_wasm_v128(m));
}
#else
static inline w w_max(w a, w b) {
    return simde_mm_max_ps(a, b);
}
static inline unsigned wm_bits(wm m) {
    return (unsigned)simde_mm_movemask_ps(m);
}
static inline wd wd_min(wd a, wd b) {
    return simde_mm_min_pd(a, b);
}
static inline wd wd_max(wd a, wd b) {
    return simde_mm_max_pd(a, b);
}
static inline unsigned wdm_bits(wdm m) {
    return (unsigned)simde_mm_movemask_pd(m);
}
#endif

static inline w w_set1(float s) {
    return simde_mm_set1_ps(s);
}
static inline w w_load(const float *p) {
    return simde_mm_loadu_ps(p);
}
static inline void w_store(float *p, w a) {
    simde_mm_storeu_ps(p, a);
}
static inline w w_add(w a, w b) {
    return simde_mm_add_ps(a, b);
}
static inline w w_sub(w a, w b) {
    return simde_mm_sub_ps(a, b);
}
static inline w w_mul(w a, w b) {
    return simde_mm_mul_ps(a, b);
}
static inline w w_div(w a, w b) {
    return simde_mm_div_ps(a, b);
}
static inline w w_sqrt(w a) {
    return simde_mm_sqrt_ps(a);
}
static inline w w_madd(w a, w b, w c) {
    return w_add(w_mul(a, b), c);
}
static inline w w_msub(w a, w b, w c) {
    return w_sub(w_mul(a, b), c);
}
static inline w w_min(w a, w b) {
    return simde_mm_min_ps(a, b);
}
static inline w w_abs(w a) {
    return simde_mm_andnot_ps(simde_mm_set1_ps(-0.0F), a);
}
static inline w w_flip(w a, w s) {
    return simde_mm_xor_ps(a, simde_mm_and_ps(simde_mm_set1_ps(-0.0F), s));
}
static inline w w_neg(w a) {
    return simde_mm_xor_ps(a, simde_mm_set1_ps(-0.0F));
}
static inline wm w_gt(w a, w b) {
    return simde_mm_cmpgt_ps(a, b);
}
static inline wm w_eq(w a, w b) {
    return simde_mm_cmpeq_ps(a, b);
}
static inline w w_select(wm m, w a, w b) { /* SSE2 has no blend */
    return simde_mm_or_ps(simde_mm_and_ps(m, a), simde_mm_andnot_ps(m, b));
}
static inline wm wm_none(void) {
    return simde_mm_setzero_ps();
}
static inline wm wm_all(void) {
    return simde_mm_castsi128_ps(simde_mm_set1_epi32(-1));
}
static inline wm wm_not(wm a) {
    return simde_mm_xor_ps(a, wm_all());
}
static inline wm wm_and(wm a, wm b) {
    return simde_mm_and_ps(a, b);
}
static inline wm wm_or(wm a, wm b) {
    return simde_mm_or_ps(a, b);
}
static inline wm wm_andnot(wm a, wm b) {
    return simde_mm_andnot_ps(b, a);
}
static inline float w_greatest(w a) {
    w q = simde_mm_max_ps(a, simde_mm_movehl_ps(a, a));
    return simde_mm_cvtss_f32(simde_mm_max_ss(q, simde_mm_shuffle_ps(q, q, 1)));
}

static inline w w_next(w a, w b) {
    simde__m128 mixed = simde_mm_move_ss(a, b);
    return simde_mm_shuffle_ps(mixed, mixed, 0x39);
}
static inline wd wd_of(w a, int half) {
    return simde_mm_cvtps_pd(half == 0 ? a : simde_mm_movehl_ps(a, a));
}
static inline wd wd_of_floats(const float *p) {
    return simde_mm_cvtps_pd(simde_mm_setr_ps(p[0], p[1], 0, 0));
}
static inline w w_of(wd low, wd high) {
    return simde_mm_movelh_ps(simde_mm_cvtpd_ps(low), simde_mm_cvtpd_ps(high));
}
static inline wd wd_set1(double s) {
    return simde_mm_set1_pd(s);
}
static inline wd wd_add(wd a, wd b) {
    return simde_mm_add_pd(a, b);
}
static inline wd wd_sub(wd a, wd b) {
    return simde_mm_sub_pd(a, b);
}
static inline wd wd_mul(wd a, wd b) {
    return simde_mm_mul_pd(a, b);
}
static inline wd wd_div(wd a, wd b) {
    return simde_mm_div_pd(a, b);
}
static inline wd wd_abs(wd a) {
    return simde_mm_andnot_pd(simde_mm_set1_pd(-0.0), a);
}
static inline wd wd_flip(wd a, wd s) {
    return simde_mm_xor_pd(a, simde_mm_and_pd(simde_mm_set1_pd(-0.0), s));
}
static inline wdm wd_gt(wd a, wd b) {
    return simde_mm_cmpgt_pd(a, b);
}
static inline wdm wd_ge(wd a, wd b) {
    return simde_mm_cmpge_pd(a, b);
}
static inline wdm wd_eq(wd a, wd b) {
    return simde_mm_cmpeq_pd(a, b);
}
static inline wd wd_select(wdm m, wd a, wd b) { /* SSE2 has no blend */
    return simde_mm_or_pd(simde_mm_and_pd(m, a), simde_mm_andnot_pd(m, b));
}
static inline double wd_greatest(wd a) {
    return simde_mm_cvtsd_f64(simde_mm_max_pd(a, simde_mm_unpackhi_pd(a, a)));
}
static inline double wd_sum(wd a) {
    return simde_mm_cvtsd_f64(simde_mm_add_pd(a, simde_mm_unpackhi_pd(a, a)));
}
static inline wdm wdm_none(void) {
    return simde_mm_setzero_pd();
}
static inline wdm wdm_all(void) {
    return simde_mm_castsi128_pd(simde_mm_set1_epi32(-1));
}
static inline wdm wdm_not(wdm a) {
    return simde_mm_xor_pd(a, wdm_all());
}
static inline wdm wdm_and(wdm a, wdm b) {
    return simde_mm_and_pd(a, b);
}
static inline wdm wdm_or(wdm a, wdm b) {
    return simde_mm_or_pd(a, b);
}
static inline wdm wdm_andnot(wdm a, wdm b) {
    return simde_mm_andnot_pd(b, a);
}

static inline wi wi_set1(int32_t s) {
    return simde_mm_set1_epi32(s);
}
/* Four bytes as numbers. */
static inline w w_of_bytes(const uint8_t *p) {
    const simde__m128i zero = simde_mm_setzero_si128();
    int32_t word;
    memcpy(&word, p, sizeof word);
    const simde__m128i pairs = simde_mm_unpacklo_epi8(simde_mm_cvtsi32_si128(word), zero);
    return simde_mm_cvtepi32_ps(simde_mm_unpacklo_epi16(pairs, zero));
}
static inline wi wi_load(const void *p) {
    return simde_mm_loadu_si128(p);
}
static inline void wi_store(void *p, wi a) {
    simde_mm_storeu_si128(p, a);
}
static inline wi wi_lane_numbers(void) {
    return simde_mm_setr_epi32(0, 1, 2, 3);
}
static inline wi wi_of_bits(w a) {
    return simde_mm_castps_si128(a);
}
static inline w w_of_bits(wi a) {
    return simde_mm_castsi128_ps(a);
}
static inline wi wi_add(wi a, wi b) {
    return simde_mm_add_epi32(a, b);
}
static inline wi wi_sub(wi a, wi b) {
    return simde_mm_sub_epi32(a, b);
}
static inline wi wi_and(wi a, wi b) {
    return simde_mm_and_si128(a, b);
}
static inline wi wi_or(wi a, wi b) {
    return simde_mm_or_si128(a, b);
}
static inline wm wi_gt(wi a, wi b) {
    return simde_mm_castsi128_ps(simde_mm_cmpgt_epi32(a, b));
}
static inline wm wi_eq(wi a, wi b) {
    return simde_mm_castsi128_ps(simde_mm_cmpeq_epi32(a, b));
}
static inline wi wi_select(wm m, wi a, wi b) {
    return wi_of_bits(w_select(m, w_of_bits(a), w_of_bits(b)));
}
static inline wi wi_exponent(w a) {
    return wi_and(simde_mm_srli_epi32(wi_of_bits(a), 23), wi_set1(0xff));
}
static inline wi wi_halves(wi low, wi high) {
    return wi_or(wi_and(low, wi_set1(0xffff)), simde_mm_slli_epi32(high, 16));
}

/* Row k of four holds the quad of lane k. */
static inline w w_quad_row(const float *const *at, int quad) {
    return simde_mm_load_ps(at[0] + 4 * quad);
}
static inline w w_any_row(const float *const *at) {
    return simde_mm_loadu_ps(at[0]);
}
static inline void w_transpose(w *rows) {
    w a = simde_mm_unpacklo_ps(rows[0], rows[1]), b = simde_mm_unpackhi_ps(rows[0], rows[1]);
    w c = simde_mm_unpacklo_ps(rows[2], rows[3]), d = simde_mm_unpackhi_ps(rows[2], rows[3]);
    rows[0] = simde_mm_movelh_ps(a, c);
    rows[1] = simde_mm_movehl_ps(c, a);
    rows[2] = simde_mm_movelh_ps(b, d);
    rows[3] = simde_mm_movehl_ps(d, b);
}

static inline void w_store_row(float *const *at, int quad, w row) {
    simde_mm_store_ps(at[0] + 4 * quad, row);
}

static inline w w_load_part(const float *p, int quads) {
    (void)quads; /* 1 */
    return simde_mm_load_ps(p);
}
static inline w w_load_around(const float *p, int quads) {
    (void)quads; /* the first */
    return simde_mm_load_ps(p);
}

/* There is one quad in a register. */
static inline void w_transpose_quads(w *rows) {
    (void)rows;
}

static inline wd wd_load(const double *p) {
    return simde_mm_loadu_pd(p);
}
SPECIALISED void wd_load_fours(const double *const *at, wd *out) {
    for (int k = 0; k < 4; k += 2) {
        const wd a = simde_mm_load_pd(at[0] + k), b = simde_mm_load_pd(at[1] + k);
        out[k] = simde_mm_unpacklo_pd(a, b);
        out[k + 1] = simde_mm_unpackhi_pd(a, b);
    }
}
static inline void wd_store(double *p, wd a) {
    simde_mm_storeu_pd(p, a);
}
static inline wd wd_sqrt(wd a) {
    return simde_mm_sqrt_pd(a);
}

typedef simde__m128i wl;

static inline wl wl_set1(int64_t s) {
    return simde_mm_set1_epi64x(s);
}
static inline wl wl_add(wl a, wl b) {
    return simde_mm_add_epi64(a, b);
}
static inline wl wl_sub(wl a, wl b) {
    return simde_mm_sub_epi64(a, b);
}
static inline wl wl_mul(wl a,
                        wl b) { /* SSE2 multiplies 32 bits by 32: the low halves, and both mixed products into the upper half */
    simde__m128i mixed =
        simde_mm_add_epi64(simde_mm_mul_epu32(simde_mm_srli_epi64(a, 32), b), simde_mm_mul_epu32(a, simde_mm_srli_epi64(b, 32)));
    return simde_mm_add_epi64(simde_mm_mul_epu32(a, b), simde_mm_slli_epi64(mixed, 32));
}
static inline wl wl_of_bits(wd a) {
    return simde_mm_castpd_si128(a);
}
static inline wdm wl_negative(wl a) { /* SSE2 compares no 64-bit integers: the sign of the upper half, in both halves */
    return simde_mm_castsi128_pd(simde_mm_shuffle_epi32(simde_mm_srai_epi32(a, 31), 0xf5));
}
static inline wdm wl_zero(wl a) {
    simde__m128i halves = simde_mm_cmpeq_epi32(a, simde_mm_setzero_si128());
    return simde_mm_castsi128_pd(simde_mm_and_si128(halves, simde_mm_shuffle_epi32(halves, 0xb1)));
}
static inline wl wl_select(wdm m, wl a, wl b) {
    simde__m128i mask = simde_mm_castpd_si128(m);
    return simde_mm_or_si128(simde_mm_and_si128(mask, a), simde_mm_andnot_si128(mask, b));
}

#endif
