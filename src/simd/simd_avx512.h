/* simd_avx512.h — the words of simd.h on 512-bit registers: 16 lanes (AVX-512 F, DQ, BW, VL). */
#ifndef SEPAL_SIMD_SIMD_AVX512_H
#define SEPAL_SIMD_SIMD_AVX512_H

/* Only what is used: all of <simde/x86/avx512.h> takes a compiler some 20 MB and a tenth of a second more for each unit. */
#include <simde/x86/avx512/abs.h>
#include <simde/x86/avx512/add.h>
#include <simde/x86/avx512/and.h>
#include <simde/x86/avx512/cast.h>
#include <simde/x86/avx512/cmp.h>
#include <simde/x86/avx512/cmpeq.h>
#include <simde/x86/avx512/cmpgt.h>
#include <simde/x86/avx512/div.h>
#include <simde/x86/avx512/extract.h>
#include <simde/x86/avx512/fmadd.h>
#include <simde/x86/avx512/fmsub.h>
#include <simde/x86/avx512/insert.h>
#include <simde/x86/avx512/load.h>
#include <simde/x86/avx512/loadu.h>
#include <simde/x86/avx512/max.h>
#include <simde/x86/avx512/min.h>
#include <simde/x86/avx512/mov.h>
#include <simde/x86/avx512/mov_mask.h>
#include <simde/x86/avx512/mul.h>
#include <simde/x86/avx512/mullo.h>
#include <simde/x86/avx512/or.h>
#include <simde/x86/avx512/permutex2var.h>
#include <simde/x86/avx512/set1.h>
#include <simde/x86/avx512/setr.h>
#include <simde/x86/avx512/setzero.h>
#include <simde/x86/avx512/shuffle.h>
#include <simde/x86/avx512/slli.h>
#include <simde/x86/avx512/sqrt.h>
#include <simde/x86/avx512/srli.h>
#include <simde/x86/avx512/storeu.h>
#include <simde/x86/avx512/sub.h>
#include <simde/x86/avx512/unpackhi.h>
#include <simde/x86/avx512/unpacklo.h>
#include <simde/x86/avx512/xor.h>

typedef simde__m512 w;
typedef simde__mmask16 wm;
typedef simde__m512d wd;
typedef simde__mmask8 wdm;
typedef simde__m512i wi;

#define W_NAME "avx512"

/* In memory, since gcc 12 makes a mask and a move for each lane of a simde_mm512_setr_epi32. */
static const _Alignas(64) int32_t w_numbers[32] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                                   16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

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
static inline w w_neg(w a) {
    return simde_mm512_castsi512_ps(simde_mm512_xor_si512(simde_mm512_castps_si512(a), simde_mm512_set1_epi32(INT32_MIN)));
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
static inline wm wm_none(void) {
    return 0;
}
static inline wm wm_all(void) {
    return 0xffff;
}
static inline wm wm_not(wm a) {
    return (wm)~a;
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

static inline w w_next(w a, w b) {
    return simde_mm512_permutex2var_ps(a, simde_mm512_loadu_si512(w_numbers + 1), b);
}
static inline wd wd_of(w a, int half) {
    simde__m256 part = half == 0 ? simde_mm512_castps512_ps256(a)
                                 : simde_mm256_castpd_ps(simde_mm512_extractf64x4_pd(simde_mm512_castps_pd(a), 1));
#ifdef SIMDE_X86_AVX512F_NATIVE /* SIMDe 0.7.4 lacks this and the reverse */
    return _mm512_cvtps_pd(part);
#else
    simde__m256d low = simde_mm256_cvtps_pd(simde_mm256_castps256_ps128(part));
    simde__m256d high = simde_mm256_cvtps_pd(simde_mm256_extractf128_ps(part, 1));
    return simde_mm512_insertf64x4(simde_mm512_castpd256_pd512(low), high, 1);
#endif
}
static inline wd wd_of_floats(const float *p) {
#ifdef SIMDE_X86_AVX512F_NATIVE
    return _mm512_cvtps_pd(_mm256_loadu_ps(p));
#else
    simde__m256d low = simde_mm256_cvtps_pd(simde_mm_loadu_ps(p)), high = simde_mm256_cvtps_pd(simde_mm_loadu_ps(p + 4));
    return simde_mm512_insertf64x4(simde_mm512_castpd256_pd512(low), high, 1);
#endif
}
static inline w w_of(wd low, wd high) {
#ifdef SIMDE_X86_AVX512F_NATIVE
    simde__m512d first = _mm512_castps_pd(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)));
    return _mm512_castpd_ps(_mm512_insertf64x4(first, _mm256_castps_pd(_mm512_cvtpd_ps(high)), 1));
#else
    simde__m128 a = simde_mm256_cvtpd_ps(simde_mm512_castpd512_pd256(low)),
                b = simde_mm256_cvtpd_ps(simde_mm512_extractf64x4_pd(low, 1));
    simde__m128 c = simde_mm256_cvtpd_ps(simde_mm512_castpd512_pd256(high)),
                d = simde_mm256_cvtpd_ps(simde_mm512_extractf64x4_pd(high, 1));
    simde__m512 lanes = simde_mm512_insertf32x4(simde_mm512_castps128_ps512(a), b, 1);
    return simde_mm512_insertf32x4(simde_mm512_insertf32x4(lanes, c, 2), d, 3);
#endif
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
static inline wd wd_div(wd a, wd b) {
    return simde_mm512_div_pd(a, b);
}
static inline wd wd_min(wd a, wd b) {
    return simde_mm512_min_pd(a, b);
}
static inline wd wd_max(wd a, wd b) {
    return simde_mm512_max_pd(a, b);
}
static inline wd wd_abs(wd a) {
    return simde_mm512_castsi512_pd(simde_mm512_and_si512(simde_mm512_castpd_si512(a), simde_mm512_set1_epi64(INT64_MAX)));
}
static inline wd wd_flip(wd a, wd s) {
    simde__m512i sign = simde_mm512_and_si512(simde_mm512_castpd_si512(s), simde_mm512_set1_epi64(INT64_MIN));
    return simde_mm512_castsi512_pd(simde_mm512_xor_si512(simde_mm512_castpd_si512(a), sign));
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
static inline wd wd_select(wdm m, wd a, wd b) {
    return simde_mm512_mask_mov_pd(b, m, a);
}
static inline double wd_greatest(wd a) {
    simde__m256d h = simde_mm256_max_pd(simde_mm512_castpd512_pd256(a), simde_mm512_extractf64x4_pd(a, 1));
    simde__m128d q = simde_mm_max_pd(simde_mm256_castpd256_pd128(h), simde_mm256_extractf128_pd(h, 1));
    return simde_mm_cvtsd_f64(simde_mm_max_pd(q, simde_mm_unpackhi_pd(q, q)));
}
static inline double wd_sum(wd a) {
    simde__m256d h = simde_mm256_add_pd(simde_mm512_castpd512_pd256(a), simde_mm512_extractf64x4_pd(a, 1));
    simde__m128d q = simde_mm_add_pd(simde_mm256_castpd256_pd128(h), simde_mm256_extractf128_pd(h, 1));
    return simde_mm_cvtsd_f64(simde_mm_add_pd(q, simde_mm_unpackhi_pd(q, q)));
}
static inline wdm wdm_none(void) {
    return 0;
}
static inline wdm wdm_all(void) {
    return 0xff;
}
static inline wdm wdm_not(wdm a) {
    return (wdm)~a;
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

static inline wi wi_set1(int32_t s) {
    return simde_mm512_set1_epi32(s);
}
/* Sixteen bytes as numbers. */
static inline w w_of_bytes(const uint8_t *p) {
    const simde__m128i bytes = simde_mm_loadu_si128(p);
#ifdef SIMDE_X86_AVX512F_NATIVE
    return _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(bytes));
#else
    const simde__m256 low = simde_mm256_cvtepi32_ps(simde_mm256_cvtepu8_epi32(bytes)),
                      high = simde_mm256_cvtepi32_ps(simde_mm256_cvtepu8_epi32(simde_mm_srli_si128(bytes, 8)));
    const simde__m512d half = simde_mm512_castps_pd(simde_mm512_castps256_ps512(low));
    return simde_mm512_castpd_ps(simde_mm512_insertf64x4(half, simde_mm256_castps_pd(high), 1));
#endif
}
static inline wi wi_load(const void *p) {
    return simde_mm512_loadu_si512(p);
}
static inline void wi_store(void *p, wi a) {
    simde_mm512_storeu_si512(p, a);
}
static inline wi wi_lane_numbers(void) {
    return simde_mm512_load_si512(w_numbers);
}
static inline wi wi_of_bits(w a) {
    return simde_mm512_castps_si512(a);
}
static inline w w_of_bits(wi a) {
    return simde_mm512_castsi512_ps(a);
}
static inline wi wi_add(wi a, wi b) {
    return simde_mm512_add_epi32(a, b);
}
static inline wi wi_sub(wi a, wi b) {
    return simde_mm512_sub_epi32(a, b);
}
static inline wi wi_and(wi a, wi b) {
    return simde_mm512_and_si512(a, b);
}
static inline wi wi_or(wi a, wi b) {
    return simde_mm512_or_si512(a, b);
}
static inline wm wi_gt(wi a, wi b) {
    return simde_mm512_cmpgt_epi32_mask(a, b);
}
static inline wm wi_eq(wi a, wi b) {
    return simde_mm512_cmpeq_epi32_mask(a, b);
}
static inline wi wi_select(wm m, wi a, wi b) {
    return simde_mm512_mask_mov_epi32(b, m, a);
}
static inline wi wi_exponent(w a) {
    return wi_and(simde_mm512_srli_epi32(wi_of_bits(a), 23), wi_set1(0xff));
}
static inline wi wi_halves(wi low, wi high) {
    return wi_or(wi_and(low, wi_set1(0xffff)), simde_mm512_slli_epi32(high, 16));
}

/* Row k of four holds the quads of lanes k, k+4, k+8, k+12, so that a transpose within each 128 bits puts all lanes in order. */
static inline w w_quad_row(const float *const *at, int quad) {
    w row = simde_mm512_castps128_ps512(simde_mm_load_ps(at[0] + 4 * quad));
    row = simde_mm512_insertf32x4(row, simde_mm_load_ps(at[4] + 4 * quad), 1);
    row = simde_mm512_insertf32x4(row, simde_mm_load_ps(at[8] + 4 * quad), 2);
    return simde_mm512_insertf32x4(row, simde_mm_load_ps(at[12] + 4 * quad), 3);
}
static inline w w_any_row(const float *const *at) {
    w row = simde_mm512_castps128_ps512(simde_mm_loadu_ps(at[0]));
    row = simde_mm512_insertf32x4(row, simde_mm_loadu_ps(at[4]), 1);
    row = simde_mm512_insertf32x4(row, simde_mm_loadu_ps(at[8]), 2);
    return simde_mm512_insertf32x4(row, simde_mm_loadu_ps(at[12]), 3);
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
 * and the upper eight lanes. This takes half the loads of w_load_quads, but more registers: it is faster in small kernels, and
 * slower in large ones. */
#define W_LOADS_EIGHT
static inline w w_eight_row(const float *const *at) {
    simde__m512d row = simde_mm512_castpd256_pd512(simde_mm256_castps_pd(simde_mm256_loadu_ps(at[0])));
    return simde_mm512_castpd_ps(simde_mm512_insertf64x4(row, simde_mm256_castps_pd(simde_mm256_loadu_ps(at[4])), 1));
}
SPECIALISED void w_load_eight(const float *const *at, w *out) {
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

static inline w w_load_part(const float *p, int quads) {
    w a = simde_mm512_insertf32x4(w_set1(0), simde_mm_load_ps(p), 0);
    if (quads > 1)
        a = simde_mm512_insertf32x4(a, simde_mm_load_ps(p + 4), 1);
    if (quads > 2)
        a = simde_mm512_insertf32x4(a, simde_mm_load_ps(p + 8), 2);
    return quads > 3 ? simde_mm512_insertf32x4(a, simde_mm_load_ps(p + 12), 3) : a;
}
#define W_QUAD_PAIRS
static inline w w_load_two(const float *p, const float *q) {
    simde__m512 half = simde_mm512_insertf32x4(simde_mm512_castps128_ps512(simde_mm_load_ps(p)), simde_mm_load_ps(q), 1);
    return simde_mm512_shuffle_f32x4(half, half, 0x44);
}
static inline w w_load_around(const float *p, int quads) {
    return w_load_two(p, quads > 1 ? p + 4 : p);
}
static inline w w_quad_next(w a) {
    return simde_mm512_shuffle_ps(a, a, 0x39);
}
static inline w w_quad_swap(w a) {
    return simde_mm512_shuffle_f32x4(a, a, 0xb1);
}

static inline void w_transpose_quads(w *rows) {
    w a = simde_mm512_shuffle_f32x4(rows[0], rows[1], 0x44), b = simde_mm512_shuffle_f32x4(rows[0], rows[1], 0xee);
    w c = simde_mm512_shuffle_f32x4(rows[2], rows[3], 0x44), d = simde_mm512_shuffle_f32x4(rows[2], rows[3], 0xee);
    rows[0] = simde_mm512_shuffle_f32x4(a, c, 0x88);
    rows[1] = simde_mm512_shuffle_f32x4(a, c, 0xdd);
    rows[2] = simde_mm512_shuffle_f32x4(b, d, 0x88);
    rows[3] = simde_mm512_shuffle_f32x4(b, d, 0xdd);
}

static inline wd wd_load(const double *p) {
    return simde_mm512_loadu_pd(p);
}
/* Lanes k and k + 4 are rows of two quadruples in one register; then each is transposed. */
SPECIALISED void wd_load_fours(const double *const *at, wd *out) {
    wd rows[4];
    for (int k = 0; k < 4; k++)
        rows[k] =
            simde_mm512_insertf64x4(simde_mm512_castpd256_pd512(simde_mm256_load_pd(at[k])), simde_mm256_load_pd(at[k + 4]), 1);
    const wd t0 = simde_mm512_unpacklo_pd(rows[0], rows[1]), t1 = simde_mm512_unpackhi_pd(rows[0], rows[1]);
    const wd t2 = simde_mm512_unpacklo_pd(rows[2], rows[3]), t3 = simde_mm512_unpackhi_pd(rows[2], rows[3]);
    const simde__m512i low = simde_mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0),
                       high = simde_mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2);
    out[0] = simde_mm512_permutex2var_pd(t0, low, t2);
    out[1] = simde_mm512_permutex2var_pd(t1, low, t3);
    out[2] = simde_mm512_permutex2var_pd(t0, high, t2);
    out[3] = simde_mm512_permutex2var_pd(t1, high, t3);
}
static inline void wd_store(double *p, wd a) {
    simde_mm512_storeu_pd(p, a);
}
static inline wd wd_sqrt(wd a) {
    return simde_mm512_sqrt_pd(a);
}
#ifdef W_FUSED
static inline wd wd_madd(wd a, wd b, wd c) {
    return simde_mm512_fmadd_pd(a, b, c);
}
#endif

typedef simde__m512i wl;

static inline wl wl_set1(int64_t s) {
    return simde_mm512_set1_epi64(s);
}
static inline wl wl_add(wl a, wl b) {
    return simde_mm512_add_epi64(a, b);
}
static inline wl wl_sub(wl a, wl b) {
    return simde_mm512_sub_epi64(a, b);
}
static inline wl wl_mul(wl a, wl b) {
    return simde_mm512_mullo_epi64(a, b);
}
static inline wl wl_of_bits(wd a) {
    return simde_mm512_castpd_si512(a);
}
static inline wdm wl_negative(wl a) {
    return simde_mm512_movepi64_mask(a);
}
static inline wdm wl_zero(wl a) {
    return simde_mm512_cmpeq_epi64_mask(a, simde_mm512_setzero_si512());
}
static inline wl wl_select(wdm m, wl a, wl b) {
    return simde_mm512_mask_mov_epi64(b, m, a);
}

#endif
