/** Grains and oilseeds. */
import type { Underlying } from '#venue/simulated/levels/level.ts';

export const GRAIN_LEVELS: readonly Underlying[] = [
  {
    code: 'ZC',
    clockGroup: 'grain',
    session: 'west',
    loadings: { all: 0.2, grain: 0.84 },
    seedLevel: [483.75, 'series', 's-rec, 2026-08-21'],
    volAnnual: [0.21, 'series', 's-rec 5-MAD-clipped, 2024-2026'],
    curvePctPerMonth: [1.0, 'source', 'p-zcc'],
    markets: {
      ZCE: {
        spreadTicks: [1.0, 'source', 'p-bas'],
        topLots: [150, 'estimate'],
        dailyLots: [300000, 'source', 's-adj (median of the last year; all months)'],
      },
      XC: { spreadTicks: [2, 'estimate'], topLots: [10, 'estimate'], dailyLots: [1500, 'estimate'] },
    },
  },
  {
    code: 'ZS',
    clockGroup: 'grain',
    session: 'west',
    loadings: { all: 0.3, grain: 0.66, soy: 0.6 },
    seedLevel: [1225, 'series', 's-rec, 2026-08-21'],
    volAnnual: [0.18, 'series', 's-rec 5-MAD-clipped, 2024-2026'],
    curvePctPerMonth: [0.6, 'source', 'p-zs'],
    markets: {
      ZSE: {
        spreadTicks: [1.2, 'estimate'],
        topLots: [50, 'estimate'],
        dailyLots: [200000, 'estimate', 's-1019 front alone 56,000'],
      },
      XB: { spreadTicks: [3, 'estimate'], topLots: [8, 'estimate'], dailyLots: [2500, 'estimate'] },
    },
  },
  {
    code: 'ZL',
    clockGroup: 'grain',
    session: 'west',
    loadings: { all: 0.38, grain: 0.34, soy: 0.45, veg: 0.45, crush: 0.35, crude: 0.14 },
    seedLevel: [62, 'estimate', 'crush identity with beans 1225 and meal 320; last print p-zl 55.11'],
    volAnnual: [0.24, 'series', 's-1019 0.19 (2010-2019), raised to the recent level of crude and biofuel news'],
    curvePctPerMonth: [0.3, 'estimate'],
    markets: {
      ZLE: {
        spreadTicks: [1.5, 'estimate'],
        topLots: [25, 'estimate'],
        dailyLots: [100000, 'estimate', 's-1019 front alone 35,600'],
      },
    },
  },
  {
    code: 'ZM',
    clockGroup: 'grain',
    session: 'west',
    loadings: { all: 0.15, grain: 0.55, soy: 0.7, crush: -0.35 },
    seedLevel: [320, 'estimate', 'trading range of 2019-2025'],
    volAnnual: [0.23, 'series', 's-1019'],
    curvePctPerMonth: [0.5, 'estimate'],
    markets: {
      ZME: {
        spreadTicks: [1.5, 'estimate'],
        topLots: [25, 'estimate'],
        dailyLots: [100000, 'estimate', 's-1019 front alone 30,000'],
      },
    },
  },
  {
    code: 'ZW',
    clockGroup: 'grain',
    session: 'west',
    loadings: { all: 0.2, grain: 0.78, wheat: 0.5 },
    seedLevel: [681.5, 'series', 's-rec, 2026-08-21'],
    volAnnual: [0.26, 'series', 's-rec 5-MAD-clipped, 2024-2026'],
    curvePctPerMonth: [1.0, 'estimate', 'p-kw gives 0.24 for March-May 2026'],
    markets: {
      ZWA: {
        spreadTicks: [1.3, 'estimate'],
        topLots: [40, 'estimate'],
        dailyLots: [120000, 'estimate', 's-1019 front alone 42,500'],
      },
      XW: { spreadTicks: [3, 'estimate'], topLots: [8, 'estimate'], dailyLots: [1000, 'estimate'] },
    },
  },
  {
    code: 'KE',
    clockGroup: 'grain',
    session: 'west',
    loadings: { all: 0.2, grain: 0.74, wheat: 0.56 },
    seedLevel: [667, 'estimate', 'Chicago wheat x 0.979, ratio of May 2026 closes (p-kw)'],
    volAnnual: [0.27, 'proxy', 'ZW'],
    curvePctPerMonth: [0.97, 'source', 'p-kw'],
    markets: {
      KWE: { spreadTicks: [1.6, 'estimate'], topLots: [15, 'estimate'], dailyLots: [50000, 'estimate'] },
    },
  },
  {
    code: 'ZR',
    clockGroup: 'grain',
    session: 'west',
    loadings: { all: 0.12, grain: 0.28 },
    seedLevel: [1128, 'estimate', 'p-zr, unchanged since 2026-03-20'],
    volAnnual: [0.21, 'series', 's-1019'],
    curvePctPerMonth: [0.65, 'source', 'p-zrc'],
    markets: {
      ZRE: {
        spreadTicks: [8, 'estimate'],
        topLots: [2, 'estimate'],
        dailyLots: [1000, 'estimate', 's-1019 front median 358'],
      },
    },
  },
];
