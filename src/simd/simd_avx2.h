/* simd_avx2.h — the words of simd.h on 256-bit registers: 8 lanes (AVX2 and FMA). */
#ifndef SEPAL_SIMD_SIMD_AVX2_H
#define SEPAL_SIMD_SIMD_AVX2_H

#include <simde/x86/avx2.h>
#include <simde/x86/fma.h>

typedef simde__m256 w;
typedef simde__m256 wm;
typedef simde__m256d wd;
typedef simde__m256d wdm;
typedef simde__m256i wi;

#define W_NAME "avx2"

static inline w w_set1(float s) {
    return simde_mm256_set1_ps(s);
}
static inline w w_load(const float *p) {
    return simde_mm256_loadu_ps(p);
}
static inline void w_store(float *p, w a) {
    simde_mm256_storeu_ps(p, a);
}
static inline w w_add(w a, w b) {
    return simde_mm256_add_ps(a, b);
}
static inline w w_sub(w a, w b) {
    return simde_mm256_sub_ps(a, b);
}
static inline w w_mul(w a, w b) {
    return simde_mm256_mul_ps(a, b);
}
static inline w w_div(w a, w b) {
    return simde_mm256_div_ps(a, b);
}
static inline w w_sqrt(w a) {
    return simde_mm256_sqrt_ps(a);
}
static inline w w_madd(w a, w b, w c) {
    return simde_mm256_fmadd_ps(a, b, c);
}
static inline w w_msub(w a, w b, w c) {
    return simde_mm256_fmsub_ps(a, b, c);
}
static inline w w_min(w a, w b) {
    return simde_mm256_min_ps(a, b);
}
static inline w w_max(w a, w b) {
    return simde_mm256_max_ps(a, b);
}
static inline w w_abs(w a) {
    return simde_mm256_andnot_ps(simde_mm256_set1_ps(-0.0F), a);
}
static inline w w_flip(w a, w s) {
    return simde_mm256_xor_ps(a, simde_mm256_and_ps(simde_mm256_set1_ps(-0.0F), s));
}
static inline w w_neg(w a) {
    return simde_mm256_xor_ps(a, simde_mm256_set1_ps(-0.0F));
}
static inline wm w_gt(w a, w b) {
    return simde_mm256_cmp_ps(a, b, SIMDE_CMP_GT_OQ);
}
static inline wm w_eq(w a, w b) {
    return simde_mm256_cmp_ps(a, b, SIMDE_CMP_EQ_OQ);
}
static inline w w_select(wm m, w a, w b) {
    return simde_mm256_blendv_ps(b, a, m);
}
static inline wm wm_none(void) {
    return simde_mm256_setzero_ps();
}
static inline wm wm_all(void) {
    return simde_mm256_castsi256_ps(simde_mm256_set1_epi32(-1));
}
static inline wm wm_not(wm a) {
    return simde_mm256_xor_ps(a, wm_all());
}
static inline wm wm_and(wm a, wm b) {
    return simde_mm256_and_ps(a, b);
}
static inline wm wm_or(wm a, wm b) {
    return simde_mm256_or_ps(a, b);
}
static inline wm wm_andnot(wm a, wm b) {
    return simde_mm256_andnot_ps(b, a);
}
static inline unsigned wm_bits(wm m) {
    return (unsigned)simde_mm256_movemask_ps(m);
}
static inline float w_greatest(w a) {
    simde__m128 q = simde_mm_max_ps(simde_mm256_castps256_ps128(a), simde_mm256_extractf128_ps(a, 1));
    q = simde_mm_max_ps(q, simde_mm_movehl_ps(q, q));
    return simde_mm_cvtss_f32(simde_mm_max_ss(q, simde_mm_shuffle_ps(q, q, 1)));
}

static inline w w_next(w a, w b) {
    simde__m256i low = simde_mm256_castps_si256(a);
    simde__m256i high = simde_mm256_castps_si256(simde_mm256_permute2f128_ps(a, b, 0x21));
    return simde_mm256_castsi256_ps(simde_mm256_alignr_epi8(high, low, 4));
}
static inline wd wd_of(w a, int half) {
    return simde_mm256_cvtps_pd(half == 0 ? simde_mm256_castps256_ps128(a) : simde_mm256_extractf128_ps(a, 1));
}
static inline wd wd_of_floats(const float *p) {
    return simde_mm256_cvtps_pd(simde_mm_loadu_ps(p));
}
static inline w w_of(wd low, wd high) {
    return simde_mm256_insertf128_ps(simde_mm256_castps128_ps256(simde_mm256_cvtpd_ps(low)), simde_mm256_cvtpd_ps(high), 1);
}
static inline wd wd_set1(double s) {
    return simde_mm256_set1_pd(s);
}
static inline wd wd_add(wd a, wd b) {
    return simde_mm256_add_pd(a, b);
}
static inline wd wd_sub(wd a, wd b) {
    return simde_mm256_sub_pd(a, b);
}
static inline wd wd_mul(wd a, wd b) {
    return simde_mm256_mul_pd(a, b);
}
static inline wd wd_div(wd a, wd b) {
    return simde_mm256_div_pd(a, b);
}
static inline wd wd_min(wd a, wd b) {
    return simde_mm256_min_pd(a, b);
}
static inline wd wd_max(wd a, wd b) {
    return simde_mm256_max_pd(a, b);
}
static inline wd wd_abs(wd a) {
    return simde_mm256_andnot_pd(simde_mm256_set1_pd(-0.0), a);
}
static inline wd wd_flip(wd a, wd s) {
    return simde_mm256_xor_pd(a, simde_mm256_and_pd(simde_mm256_set1_pd(-0.0), s));
}
#ifdef SIMDE_X86_FMA_NATIVE
#define W_FUSED
static inline wd wd_msub(wd a, wd b, wd c) {
    return simde_mm256_fmsub_pd(a, b, c);
}
#endif
static inline wdm wd_gt(wd a, wd b) {
    return simde_mm256_cmp_pd(a, b, SIMDE_CMP_GT_OQ);
}
static inline wdm wd_ge(wd a, wd b) {
    return simde_mm256_cmp_pd(a, b, SIMDE_CMP_GE_OQ);
}
static inline wdm wd_eq(wd a, wd b) {
    return simde_mm256_cmp_pd(a, b, SIMDE_CMP_EQ_OQ);
}
static inline wd wd_select(wdm m, wd a, wd b) {
    return simde_mm256_blendv_pd(b, a, m);
}
static inline double wd_greatest(wd a) {
    simde__m128d q = simde_mm_max_pd(simde_mm256_castpd256_pd128(a), simde_mm256_extractf128_pd(a, 1));
    return simde_mm_cvtsd_f64(simde_mm_max_pd(q, simde_mm_unpackhi_pd(q, q)));
}
static inline double wd_sum(wd a) {
    simde__m128d q = simde_mm_add_pd(simde_mm256_castpd256_pd128(a), simde_mm256_extractf128_pd(a, 1));
    return simde_mm_cvtsd_f64(simde_mm_add_pd(q, simde_mm_unpackhi_pd(q, q)));
}
static inline wdm wdm_none(void) {
    return simde_mm256_setzero_pd();
}
static inline wdm wdm_all(void) {
    return simde_mm256_castsi256_pd(simde_mm256_set1_epi32(-1));
}
static inline wdm wdm_not(wdm a) {
    return simde_mm256_xor_pd(a, wdm_all());
}
static inline wdm wdm_and(wdm a, wdm b) {
    return simde_mm256_and_pd(a, b);
}
static inline wdm wdm_or(wdm a, wdm b) {
    return simde_mm256_or_pd(a, b);
}
static inline wdm wdm_andnot(wdm a, wdm b) {
    return simde_mm256_andnot_pd(b, a);
}
static inline unsigned wdm_bits(wdm m) {
    return (unsigned)simde_mm256_movemask_pd(m);
}

static inline wi wi_set1(int32_t s) {
    return simde_mm256_set1_epi32(s);
}
/* Eight bytes as numbers. */
static inline w w_of_bytes(const uint8_t *p) {
    return simde_mm256_cvtepi32_ps(simde_mm256_cvtepu8_epi32(simde_mm_loadl_epi64((const simde__m128i *)(const void *)p)));
}
static inline wi wi_load(const void *p) {
    return simde_mm256_loadu_si256(p);
}
static inline void wi_store(void *p, wi a) {
    simde_mm256_storeu_si256(p, a);
}
static inline wi wi_lane_numbers(void) {
    return simde_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
}
static inline wi wi_of_bits(w a) {
    return simde_mm256_castps_si256(a);
}
static inline w w_of_bits(wi a) {
    return simde_mm256_castsi256_ps(a);
}
static inline wi wi_add(wi a, wi b) {
    return simde_mm256_add_epi32(a, b);
}
static inline wi wi_sub(wi a, wi b) {
    return simde_mm256_sub_epi32(a, b);
}
static inline wi wi_and(wi a, wi b) {
    return simde_mm256_and_si256(a, b);
}
static inline wi wi_or(wi a, wi b) {
    return simde_mm256_or_si256(a, b);
}
static inline wm wi_gt(wi a, wi b) {
    return simde_mm256_castsi256_ps(simde_mm256_cmpgt_epi32(a, b));
}
static inline wm wi_eq(wi a, wi b) {
    return simde_mm256_castsi256_ps(simde_mm256_cmpeq_epi32(a, b));
}
static inline wi wi_select(wm m, wi a, wi b) {
    return simde_mm256_blendv_epi8(b, a, simde_mm256_castps_si256(m));
}
static inline wi wi_exponent(w a) {
    return wi_and(simde_mm256_srli_epi32(wi_of_bits(a), 23), wi_set1(0xff));
}
static inline wi wi_halves(wi low, wi high) {
    return wi_or(wi_and(low, wi_set1(0xffff)), simde_mm256_slli_epi32(high, 16));
}

/* Row k of four holds the quads of lanes k and k+4, so that a transpose within each 128 bits puts all lanes in order. */
static inline w w_quad_row(const float *const *at, int quad) {
    w row = simde_mm256_castps128_ps256(simde_mm_load_ps(at[0] + 4 * quad));
    return simde_mm256_insertf128_ps(row, simde_mm_load_ps(at[4] + 4 * quad), 1);
}
static inline w w_any_row(const float *const *at) {
    w row = simde_mm256_castps128_ps256(simde_mm_loadu_ps(at[0]));
    return simde_mm256_insertf128_ps(row, simde_mm_loadu_ps(at[4]), 1);
}
static inline void w_transpose(w *rows) {
    simde__m256d a = simde_mm256_castps_pd(simde_mm256_unpacklo_ps(rows[0], rows[1]));
    simde__m256d b = simde_mm256_castps_pd(simde_mm256_unpackhi_ps(rows[0], rows[1]));
    simde__m256d c = simde_mm256_castps_pd(simde_mm256_unpacklo_ps(rows[2], rows[3]));
    simde__m256d d = simde_mm256_castps_pd(simde_mm256_unpackhi_ps(rows[2], rows[3]));
    rows[0] = simde_mm256_castpd_ps(simde_mm256_unpacklo_pd(a, c));
    rows[1] = simde_mm256_castpd_ps(simde_mm256_unpackhi_pd(a, c));
    rows[2] = simde_mm256_castpd_ps(simde_mm256_unpacklo_pd(b, d));
    rows[3] = simde_mm256_castpd_ps(simde_mm256_unpackhi_pd(b, d));
}

static inline void w_store_row(float *const *at, int quad, w row) {
    simde_mm_store_ps(at[0] + 4 * quad, simde_mm256_castps256_ps128(row));
    simde_mm_store_ps(at[4] + 4 * quad, simde_mm256_extractf128_ps(row, 1));
}

static inline w w_load_part(const float *p, int quads) {
    return quads > 1 ? simde_mm256_loadu_ps(p) : simde_mm256_insertf128_ps(w_set1(0), simde_mm_load_ps(p), 0);
}
static inline w w_load_around(const float *p, int quads) {
    simde__m128 quad = simde_mm_load_ps(p);
    return quads > 1 ? simde_mm256_loadu_ps(p) : simde_mm256_insertf128_ps(simde_mm256_castps128_ps256(quad), quad, 1);
}
#define W_QUAD_PAIRS
static inline w w_load_two(const float *p, const float *q) {
    return simde_mm256_insertf128_ps(simde_mm256_castps128_ps256(simde_mm_load_ps(p)), simde_mm_load_ps(q), 1);
}
static inline w w_quad_next(w a) {
    return simde_mm256_permute_ps(a, 0x39);
}
static inline w w_quad_swap(w a) {
    return simde_mm256_permute2f128_ps(a, a, 1);
}

static inline void w_transpose_quads(w *rows) {
    w a = rows[0], b = rows[1];
    rows[0] = simde_mm256_permute2f128_ps(a, b, 0x20);
    rows[1] = simde_mm256_permute2f128_ps(a, b, 0x31);
}

static inline wd wd_load(const double *p) {
    return simde_mm256_loadu_pd(p);
}
SPECIALISED void wd_load_fours(const double *const *at, wd *out) {
    const wd a = simde_mm256_load_pd(at[0]), b = simde_mm256_load_pd(at[1]);
    const wd c = simde_mm256_load_pd(at[2]), d = simde_mm256_load_pd(at[3]);
    const wd t0 = simde_mm256_unpacklo_pd(a, b), t1 = simde_mm256_unpackhi_pd(a, b);
    const wd t2 = simde_mm256_unpacklo_pd(c, d), t3 = simde_mm256_unpackhi_pd(c, d);
    out[0] = simde_mm256_permute2f128_pd(t0, t2, 0x20);
    out[1] = simde_mm256_permute2f128_pd(t1, t3, 0x20);
    out[2] = simde_mm256_permute2f128_pd(t0, t2, 0x31);
    out[3] = simde_mm256_permute2f128_pd(t1, t3, 0x31);
}
static inline void wd_store(double *p, wd a) {
    simde_mm256_storeu_pd(p, a);
}
static inline wd wd_sqrt(wd a) {
    return simde_mm256_sqrt_pd(a);
}
#ifdef W_FUSED
static inline wd wd_madd(wd a, wd b, wd c) {
    return simde_mm256_fmadd_pd(a, b, c);
}
#endif

typedef simde__m256i wl;

static inline wl wl_set1(int64_t s) {
    return simde_mm256_set1_epi64x(s);
}
static inline wl wl_add(wl a, wl b) {
    return simde_mm256_add_epi64(a, b);
}
static inline wl wl_sub(wl a, wl b) {
    return simde_mm256_sub_epi64(a, b);
}
static inline wl wl_mul(wl a,
                        wl b) { /* AVX2 multiplies 32 bits by 32: the low halves, and both mixed products into the upper half */
    simde__m256i mixed = simde_mm256_add_epi64(simde_mm256_mul_epu32(simde_mm256_srli_epi64(a, 32), b),
                                               simde_mm256_mul_epu32(a, simde_mm256_srli_epi64(b, 32)));
    return simde_mm256_add_epi64(simde_mm256_mul_epu32(a, b), simde_mm256_slli_epi64(mixed, 32));
}
static inline wl wl_of_bits(wd a) {
    return simde_mm256_castpd_si256(a);
}
static inline wdm wl_negative(wl a) {
    return simde_mm256_castsi256_pd(simde_mm256_cmpgt_epi64(simde_mm256_setzero_si256(), a));
}
static inline wdm wl_zero(wl a) {
    return simde_mm256_castsi256_pd(simde_mm256_cmpeq_epi64(a, simde_mm256_setzero_si256()));
}
static inline wl wl_select(wdm m, wl a, wl b) {
    return simde_mm256_blendv_epi8(b, a, simde_mm256_castpd_si256(m));
}

#endif
