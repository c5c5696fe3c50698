/* simd_x4.h — the vocabulary of wide.h on 128-bit registers: 4 lanes (SSE2; on other machines NEON or WebAssembly's simd128). */
#ifndef SEPAL_SIMD_SIMD_X4_H
#define SEPAL_SIMD_SIMD_X4_H

#include <simde/x86/sse2.h>

typedef simde__m128 w;
typedef simde__m128 wm;
typedef simde__m128d wd;
typedef simde__m128d wdm;

#if defined(SIMDE_X86_SSE2_NATIVE)
#define W_NAME "sse2"
#elif defined(SIMDE_WASM_SIMD128_NATIVE)
#define W_NAME "simd128"
#else
#define W_NAME "neon"
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
static inline w w_max(w a, w b) {
    return simde_mm_max_ps(a, b);
}
static inline w w_abs(w a) {
    return simde_mm_andnot_ps(simde_mm_set1_ps(-0.0F), a);
}
static inline w w_flip(w a, w s) {
    return simde_mm_xor_ps(a, simde_mm_and_ps(simde_mm_set1_ps(-0.0F), s));
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
static inline wm wm_and(wm a, wm b) {
    return simde_mm_and_ps(a, b);
}
static inline wm wm_or(wm a, wm b) {
    return simde_mm_or_ps(a, b);
}
static inline wm wm_andnot(wm a, wm b) {
    return simde_mm_andnot_ps(b, a);
}
static inline unsigned wm_bits(wm m) {
    return (unsigned)simde_mm_movemask_ps(m);
}
static inline float w_greatest(w a) {
    w q = simde_mm_max_ps(a, simde_mm_movehl_ps(a, a));
    return simde_mm_cvtss_f32(simde_mm_max_ss(q, simde_mm_shuffle_ps(q, q, 1)));
}

static inline wd wd_of(w a, int half) {
    return simde_mm_cvtps_pd(half == 0 ? a : simde_mm_movehl_ps(a, a));
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
static inline wd wd_max(wd a, wd b) {
    return simde_mm_max_pd(a, b);
}
static inline wd wd_abs(wd a) {
    return simde_mm_andnot_pd(simde_mm_set1_pd(-0.0), a);
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
static inline wdm wdm_and(wdm a, wdm b) {
    return simde_mm_and_pd(a, b);
}
static inline wdm wdm_or(wdm a, wdm b) {
    return simde_mm_or_pd(a, b);
}
static inline wdm wdm_andnot(wdm a, wdm b) {
    return simde_mm_andnot_pd(b, a);
}
static inline unsigned wdm_bits(wdm m) {
    return (unsigned)simde_mm_movemask_pd(m);
}

/* Row k of four holds the quad of lane k. */
static inline w w_quad_row(const float *const *at, int quad) {
    return simde_mm_load_ps(at[0] + 4 * quad);
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

/* Quad i of register k and quad k of register i change places: there is one of each. */
static inline void w_transpose_quads(w *rows) {
    (void)rows;
}

#endif
