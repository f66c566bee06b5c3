/** Dong for one unit of a contract's currency, dated, in ten-thousandths (values/money.ts, RATE_SCALE). */
import type { Dated } from '#instruments/dated.ts';
import { effectiveMs } from '#instruments/reference/sources.ts';
import type { Currency } from '#values/money.ts';

export const CONVERSION_RATES: Readonly<Record<Currency, Dated<bigint>>> = {
  USD: [
    // qd411: its dong column is the margin x 1.2 x 26,100.
    { fromMs: effectiveMs(2025, 5, 20), value: 261_000_000n },
    // mxv-kq: undated, its dong column implies 26,420.
    { fromMs: effectiveMs(2026, 1, 1), value: 264_200_000n },
  ],
  // qd411, rubber RSS3: 18,961,800 dong / 1.2 / 84,500 yen.
  JPY: [{ fromMs: effectiveMs(2025, 5, 20), value: 1_870_000n }],
  // qd411, palm oil: 56,079,000 dong / 1.2 / 7,500 ringgit.
  MYR: [{ fromMs: effectiveMs(2025, 5, 20), value: 62_310_000n }],
};
