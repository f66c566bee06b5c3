/** Crude oil, natural gas, oil products. */
import type { Underlying } from '#venue/simulated/levels/level.ts';

export const ENERGY_LEVELS: readonly Underlying[] = [
  {
    code: 'CL',
    clockGroup: 'energy',
    session: 'west',
    loadings: { all: 0.42, crude: 0.88 },
    seedLevel: [87.06, 'series', 's-rec, 2026-08-21'],
    volAnnual: [0.42, 'series', 's-rec 5-MAD-clipped, 2024-2026; EIA spot 0.44; 2010-2019 0.30'],
    curvePctPerMonth: [-0.8, 'estimate'],
    markets: {
      CLE: {
        spreadTicks: [1.1, 'estimate'],
        topLots: [15, 'estimate'],
        dailyLots: [400000, 'source', 's-adj: 413,536 median 2010-2020, all months; s-1019 front alone 160,000'],
      },
      NQM: { spreadTicks: [1.2, 'estimate'], topLots: [4, 'estimate'], dailyLots: [8000, 'estimate'] },
      MCLE: { spreadTicks: [1.3, 'estimate'], topLots: [25, 'estimate'], dailyLots: [120000, 'estimate'] },
    },
  },
  {
    code: 'B',
    clockGroup: 'energy',
    session: 'west',
    loadings: { all: 0.42, crude: 0.88 },
    seedLevel: [95.9, 'estimate', 's-eia spot 95.29 x WTI move to the anchor'],
    volAnnual: [0.42, 'series', 's-eia spot 0.45 in two years'],
    curvePctPerMonth: [-0.8, 'estimate'],
    markets: {
      QO: { spreadTicks: [1.2, 'estimate'], topLots: [12, 'estimate'], dailyLots: [300000, 'estimate'] },
      BM: { spreadTicks: [2, 'estimate'], topLots: [5, 'estimate'], dailyLots: [2000, 'estimate'] },
    },
  },
  {
    code: 'NG',
    clockGroup: 'gas',
    session: 'west',
    loadings: { all: 0.08, crude: 0.06 },
    seedLevel: [2.773, 'series', 's-rec, 2026-08-21'],
    volAnnual: [0.6, 'series', 's-rec: 0.59 by MAD, 0.71 clipped; 2010-2019 0.41'],
    curvePctPerMonth: [
      1.0,
      'estimate',
      'strongly seasonal: add +12 % for December-February, -6 % for April-October deliveries',
    ],
    // +12 % for December to February, -6 % for April to October deliveries: estimate.
    season: {
      12: 0.113,
      1: 0.113,
      2: 0.113,
      4: -0.062,
      5: -0.062,
      6: -0.062,
      7: -0.062,
      8: -0.062,
      9: -0.062,
      10: -0.062,
    },
    markets: {
      NGE: {
        spreadTicks: [1.4, 'estimate'],
        topLots: [15, 'estimate'],
        dailyLots: [150000, 'estimate', 's-1019 front alone 97,700'],
      },
    },
  },
  {
    code: 'RB',
    clockGroup: 'energy',
    session: 'west',
    loadings: { all: 0.38, crude: 0.74, product: 0.25 },
    seedLevel: [3.3479, 'series', 's-rec, 2026-08-21'],
    volAnnual: [0.38, 'series', 's-rec 5-MAD-clipped, 2024-2026'],
    curvePctPerMonth: [-1.0, 'estimate'],
    markets: {
      RBE: {
        spreadTicks: [6, 'estimate'],
        topLots: [3, 'estimate'],
        dailyLots: [60000, 'estimate', 's-1019 front alone 61,800'],
      },
    },
  },
  {
    code: 'G',
    clockGroup: 'energy',
    session: 'west',
    loadings: { all: 0.4, crude: 0.82, product: 0.25 },
    seedLevel: [960, 'estimate', 'p-qp 732.75 x Brent 95.29 / 72.75'],
    volAnnual: [0.42, 'proxy', 'CL'],
    curvePctPerMonth: [-1.0, 'estimate'],
    markets: {
      QP: { spreadTicks: [1.5, 'estimate'], topLots: [8, 'estimate'], dailyLots: [120000, 'estimate'] },
    },
  },
];
