/**
 * COMEX gold of December 2013: not listed, but the future of the recorded week of real one-minute prices (7 to 11
 * October 2013). Only the recorded venue trades it.
 */
import { contractOf } from '#instruments/listing.ts';
import { effectiveMs, type ReferenceCommodity } from '#instruments/reference/sources.ts';

export const RECORDED_GOLD = {
  commodity: {
    code: 'GCE',
    nameVi: 'Vàng',
    nameEn: 'Gold',
    group: 'metal',
    productType: 'FUTURES',
    exchange: 'COMEX',
    feeClass: 'standard',
    currency: 'USD',
    size: '100',
    sizeUnit: 'troy ounce',
    priceUnit: 'USD/troy ounce',
    grid: { scale: 1, tickUnits: 1, display: 'decimal' },
    tickValueMinor: 1000n,
    // Lean, margin_comex_GC.csv: the newest figure known there, so the one in force when the recording is played.
    initialMarginMinor: [{ fromMs: effectiveMs(2022, 1, 21), value: 660_000n }],
  },
  listing: {
    months: [2, 4, 6, 8, 10, 12],
    listedAtOnce: 1,
    firstNotice: { kind: 'nthLastWeekday', nth: 1, month: -1 },
    lastNotice: { kind: 'weekdaysFromLastTrade', count: 1 },
    lastTrade: { kind: 'nthLastWeekday', nth: 3, month: 0 },
  },
  sources: {
    terms: 'lean',
    margin: 'lean',
    months: 'cme-known',
    firstNotice: 'cme-known',
    lastNotice: 'cme-known',
    lastTrade: 'cme-known',
  },
} as const satisfies ReferenceCommodity;

/** `GCEZ13`, with its true dates of 2013. */
export const RECORDED_GOLD_CONTRACT = contractOf(RECORDED_GOLD.commodity, RECORDED_GOLD.listing, {
  year: 2013,
  month: 12,
});
