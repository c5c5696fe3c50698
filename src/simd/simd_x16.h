/* simd_x16.h — the vocabulary of wide.h on 512-bit registers: 16 lanes (AVX-512 F, DQ, BW, VL). */
#ifndef SEPAL_SIMD_SIMD_X16_H
#define SEPAL_SIMD_SIMD_X16_H

#include <simde/x86/avx512.h>

typedef simde__m512 w;
typedef simde__mmask16 wm;
typedef simde__m512d wd;
typedef simde__mmask8 wdm;

#define W_NAME "avx512"

static inline w w_set1(float s) {
    return simde_mm512_set1_ps(s);
}
static inline w w_load(const float *p) {
    return simde_mm512_loadu_ps(p);
}
static inline void w_store(float *p, w a) {
    simde_mm512_storeu_ps(p, a);
}
static inline w w_add(w a, w b) {
    return simde_mm512_add_ps(a, b);
}
static inline w w_sub(w a, w b) {
    return simde_mm512_sub_ps(a, b);
}
static inline w w_mul(w a, w b) {
    return simde_mm512_mul_ps(a, b);
}
static inline w w_div(w a, w b) {
    return simde_mm512_div_ps(a, b);
}
static inline w w_sqrt(w a) {
    return simde_mm512_sqrt_ps(a);
}
static inline w w_madd(w a, w b, w c) {
    return simde_mm512_fmadd_ps(a, b, c);
}
static inline w w_msub(w a, w b, w c) {
    return simde_mm512_fmsub_ps(a, b, c);
}
static inline w w_min(w a, w b) {
    return simde_mm512_min_ps(a, b);
}
static inline w w_max(w a, w b) {
    return simde_mm512_max_ps(a, b);
}
static inline w w_abs(w a) { /* not simde_mm512_abs_ps, which keeps the sign of -0 on some targets */
    return simde_mm512_castsi512_ps(simde_mm512_and_si512(simde_mm512_castps_si512(a), simde_mm512_set1_epi32(0x7fffffff)));
}
static inline w w_flip(w a, w s) {
    simde__m512i sign = simde_mm512_and_si512(simde_mm512_castps_si512(s), simde_mm512_set1_epi32(INT32_MIN));
    return simde_mm512_castsi512_ps(simde_mm512_xor_si512(simde_mm512_castps_si512(a), sign));
}
static inline wm w_gt(w a, w b) {
    return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_GT_OQ);
}
static inline wm w_eq(w a, w b) {
    return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_EQ_OQ);
}
static inline w w_select(wm m, w a, w b) {
    return simde_mm512_mask_mov_ps(b, m, a);
}
static inline wm wm_and(wm a, wm b) {
    return (wm)(a & b);
}
static inline wm wm_or(wm a, wm b) {
    return (wm)(a | b);
}
static inline wm wm_andnot(wm a, wm b) {
    return (wm)(a & ~b);
}
static inline unsigned wm_bits(wm m) {
    return m;
}
static inline float w_greatest(w a) {
    simde__m512 s = simde_mm512_max_ps(a, simde_mm512_shuffle_f32x4(a, a, 0x4e));
    simde__m128 q = simde_mm_max_ps(simde_mm512_castps512_ps128(s), simde_mm256_extractf128_ps(simde_mm512_castps512_ps256(s), 1));
    q = simde_mm_max_ps(q, simde_mm_movehl_ps(q, q));
    return simde_mm_cvtss_f32(simde_mm_max_ss(q, simde_mm_shuffle_ps(q, q, 1)));
}

static inline wd wd_of(w a, int half) {
    simde__m256 part = half == 0 ? simde_mm512_castps512_ps256(a)
                                 : simde_mm256_castpd_ps(simde_mm512_extractf64x4_pd(simde_mm512_castps_pd(a), 1));
    /* SIMDe 0.7.4 lacks simde_mm512_cvtps_pd */
    simde__m256d low = simde_mm256_cvtps_pd(simde_mm256_castps256_ps128(part));
    simde__m256d high = simde_mm256_cvtps_pd(simde_mm256_extractf128_ps(part, 1));
    return simde_mm512_insertf64x4(simde_mm512_castpd256_pd512(low), high, 1);
}
/* SIMDe 0.7.4 lacks simde_mm512_cvtpd_ps, too */
static inline w w_of(wd low, wd high) {
    simde__m128 a = simde_mm256_cvtpd_ps(simde_mm512_castpd512_pd256(low)),
                b = simde_mm256_cvtpd_ps(simde_mm512_extractf64x4_pd(low, 1));
    simde__m128 c = simde_mm256_cvtpd_ps(simde_mm512_castpd512_pd256(high)),
                d = simde_mm256_cvtpd_ps(simde_mm512_extractf64x4_pd(high, 1));
    simde__m512 lanes = simde_mm512_insertf32x4(simde_mm512_castps128_ps512(a), b, 1);
    return simde_mm512_insertf32x4(simde_mm512_insertf32x4(lanes, c, 2), d, 3);
}
static inline wd wd_set1(double s) {
    return simde_mm512_set1_pd(s);
}
static inline wd wd_add(wd a, wd b) {
    return simde_mm512_add_pd(a, b);
}
static inline wd wd_sub(wd a, wd b) {
    return simde_mm512_sub_pd(a, b);
}
static inline wd wd_mul(wd a, wd b) {
    return simde_mm512_mul_pd(a, b);
}
static inline wd wd_max(wd a, wd b) {
    return simde_mm512_max_pd(a, b);
}
static inline wd wd_abs(wd a) {
    return simde_mm512_castsi512_pd(simde_mm512_and_si512(simde_mm512_castpd_si512(a), simde_mm512_set1_epi64(INT64_MAX)));
}
#ifdef SIMDE_X86_AVX512F_NATIVE
#define W_FUSED
static inline wd wd_msub(wd a, wd b, wd c) {
    return simde_mm512_fmsub_pd(a, b, c);
}
#endif
static inline wdm wd_gt(wd a, wd b) {
    return simde_mm512_cmp_pd_mask(a, b, SIMDE_CMP_GT_OQ);
}
static inline wdm wd_ge(wd a, wd b) {
    return simde_mm512_cmp_pd_mask(a, b, SIMDE_CMP_GE_OQ);
}
static inline wdm wd_eq(wd a, wd b) {
    return simde_mm512_cmp_pd_mask(a, b, SIMDE_CMP_EQ_OQ);
}
static inline wdm wdm_and(wdm a, wdm b) {
    return (wdm)(a & b);
}
static inline wdm wdm_or(wdm a, wdm b) {
    return (wdm)(a | b);
}
static inline wdm wdm_andnot(wdm a, wdm b) {
    return (wdm)(a & ~b);
}
static inline unsigned wdm_bits(wdm m) {
    return m;
}

/* Row k of four holds the quads of lanes k, k+4, k+8, k+12, so that a transpose within each 128 bits puts all lanes in order. */
static inline w w_quad_row(const float *const *at, int quad) {
    w row = simde_mm512_castps128_ps512(simde_mm_load_ps(at[0] + 4 * quad));
    row = simde_mm512_insertf32x4(row, simde_mm_load_ps(at[4] + 4 * quad), 1);
    row = simde_mm512_insertf32x4(row, simde_mm_load_ps(at[8] + 4 * quad), 2);
    return simde_mm512_insertf32x4(row, simde_mm_load_ps(at[12] + 4 * quad), 3);
}
static inline void w_transpose(w *rows) {
    simde__m512d a = simde_mm512_castps_pd(simde_mm512_unpacklo_ps(rows[0], rows[1]));
    simde__m512d b = simde_mm512_castps_pd(simde_mm512_unpackhi_ps(rows[0], rows[1]));
    simde__m512d c = simde_mm512_castps_pd(simde_mm512_unpacklo_ps(rows[2], rows[3]));
    simde__m512d d = simde_mm512_castps_pd(simde_mm512_unpackhi_ps(rows[2], rows[3]));
    rows[0] = simde_mm512_castpd_ps(simde_mm512_unpacklo_pd(a, c));
    rows[1] = simde_mm512_castpd_ps(simde_mm512_unpackhi_pd(a, c));
    rows[2] = simde_mm512_castpd_ps(simde_mm512_unpacklo_pd(b, d));
    rows[3] = simde_mm512_castpd_ps(simde_mm512_unpackhi_pd(b, d));
}

/* Records of eight floats. Row k holds those of lanes k and k+4; after the transposes one shuffle for each result joins the lower
 * and the upper eight lanes. Half the loads of w_load_quads; it gains where little else is live, and loses in the larger kernels.
 */
#define W_LOADS_EIGHT
static inline w w_eight_row(const float *const *at) {
    simde__m512d row = simde_mm512_castpd256_pd512(simde_mm256_castps_pd(simde_mm256_loadu_ps(at[0])));
    return simde_mm512_castpd_ps(simde_mm512_insertf64x4(row, simde_mm256_castps_pd(simde_mm256_loadu_ps(at[4])), 1));
}
static inline void w_load_eight(const float *const *at, w *out) {
    w low[4], high[4];
    for (int k = 0; k < 4; k++) {
        low[k] = w_eight_row(at + k);
        high[k] = w_eight_row(at + 8 + k);
    }
    w_transpose(low);
    w_transpose(high);
    for (int k = 0; k < 4; k++) {
        out[k] = simde_mm512_shuffle_f32x4(low[k], high[k], 0x88);
        out[4 + k] = simde_mm512_shuffle_f32x4(low[k], high[k], 0xdd);
    }
}
static inline void w_store_row(float *const *at, int quad, w row) {
    simde_mm_store_ps(at[0] + 4 * quad, simde_mm512_castps512_ps128(row));
    simde_mm_store_ps(at[4] + 4 * quad, simde_mm512_extractf32x4_ps(row, 1));
    simde_mm_store_ps(at[8] + 4 * quad, simde_mm512_extractf32x4_ps(row, 2));
    simde_mm_store_ps(at[12] + 4 * quad, simde_mm512_extractf32x4_ps(row, 3));
}

/* Quad i of register k and quad k of register i change places. */
static inline void w_transpose_quads(w *rows) {
    w a = simde_mm512_shuffle_f32x4(rows[0], rows[1], 0x44), b = simde_mm512_shuffle_f32x4(rows[0], rows[1], 0xee);
    w c = simde_mm512_shuffle_f32x4(rows[2], rows[3], 0x44), d = simde_mm512_shuffle_f32x4(rows[2], rows[3], 0xee);
    rows[0] = simde_mm512_shuffle_f32x4(a, c, 0x88);
    rows[1] = simde_mm512_shuffle_f32x4(a, c, 0xdd);
    rows[2] = simde_mm512_shuffle_f32x4(b, d, 0x88);
    rows[3] = simde_mm512_shuffle_f32x4(b, d, 0xdd);
}

#endif
