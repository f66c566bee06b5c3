/** Coffee, cocoa, sugar, cotton, rubber, palm oil. */
import type { Underlying } from '#venue/simulated/levels/level.ts';

export const SOFT_LEVELS: readonly Underlying[] = [
  {
    code: 'RC',
    clockGroup: 'soft',
    session: 'west',
    loadings: { all: 0.28, soft: 0.25, coffee: 0.75 },
    seedLevel: [3771, 'estimate', 'p-kc, unchanged since 2026-03-09'],
    volAnnual: [0.36, 'proxy', 'KC 2024-2026'],
    curvePctPerMonth: [-0.33, 'source', 'p-kcc'],
    markets: {
      LRC: { spreadTicks: [2.5, 'estimate'], topLots: [4, 'estimate'], dailyLots: [20000, 'estimate'] },
    },
  },
  {
    code: 'KC',
    clockGroup: 'soft',
    session: 'west',
    loadings: { all: 0.32, soft: 0.35, coffee: 0.6 },
    seedLevel: [297.1, 'estimate', 'p-kc, unchanged since 2026-03-09'],
    volAnnual: [0.36, 'series', 's-kc, 2024-01 to 2026-01'],
    curvePctPerMonth: [-0.9, 'estimate', 'p-kcc gives -1.8 for December-March'],
    markets: {
      KCE: {
        spreadTicks: [3, 'estimate'],
        topLots: [4, 'estimate'],
        dailyLots: [40000, 'estimate', 's-1019 front alone 18,500'],
      },
    },
  },
  {
    code: 'CC',
    clockGroup: 'soft',
    session: 'west',
    loadings: { all: 0.22, soft: 0.1 },
    seedLevel: [3330, 'estimate', 'p-cc, unchanged since 2026-04'],
    volAnnual: [
      0.45,
      'estimate',
      's-1019 0.25 for 2010-2019; the fall from 5,480 (2025-11) to 3,330 in five months tells of far more',
    ],
    curvePctPerMonth: [0.3, 'estimate'],
    markets: {
      CCE: {
        spreadTicks: [3, 'estimate'],
        topLots: [3, 'estimate'],
        dailyLots: [30000, 'estimate', 's-1019 front alone 16,300'],
      },
    },
  },
  {
    code: 'SB',
    clockGroup: 'soft',
    session: 'west',
    loadings: { all: 0.28, soft: 0.35, sugar: 0.85 },
    seedLevel: [13.98, 'estimate', 'p-sb, unchanged since 2026-02-19'],
    volAnnual: [0.28, 'series', 's-1019'],
    curvePctPerMonth: [0, 'estimate'],
    markets: {
      SBE: {
        spreadTicks: [1.2, 'estimate'],
        topLots: [60, 'estimate'],
        dailyLots: [120000, 'estimate', 's-1019 front alone 34,500'],
      },
    },
  },
  {
    code: 'W',
    clockGroup: 'soft',
    session: 'west',
    loadings: { all: 0.28, soft: 0.35, sugar: 0.82 },
    seedLevel: [402.5, 'estimate', 'p-sb, unchanged since 2026-02-19'],
    volAnnual: [0.25, 'proxy', 'SB'],
    curvePctPerMonth: [-0.1, 'estimate'],
    markets: {
      QW: { spreadTicks: [4, 'estimate'], topLots: [6, 'estimate'], dailyLots: [10000, 'estimate'] },
    },
  },
  {
    code: 'CT',
    clockGroup: 'soft',
    session: 'west',
    loadings: { all: 0.38, soft: 0.1 },
    seedLevel: [64.04, 'estimate', 'p-ct, unchanged since 2026-03-03'],
    volAnnual: [0.24, 'series', 's-1019'],
    curvePctPerMonth: [1.3, 'source', 'p-ct'],
    markets: {
      CTE: {
        spreadTicks: [3, 'estimate'],
        topLots: [6, 'estimate'],
        dailyLots: [35000, 'estimate', 's-1019 front alone 11,300'],
      },
    },
  },
  {
    code: 'RSS3',
    clockGroup: 'rubber',
    session: 'asia',
    loadings: { all: 0.3, rubber: 0.78 },
    seedLevel: [348, 'estimate', 'p-tru, unchanged since 2026-01-13'],
    volAnnual: [0.28, 'proxy', 's-rec butadiene rubber SHFE 0.31, clipped'],
    curvePctPerMonth: [0.1, 'source', 'p-trc'],
    markets: {
      TRU: { spreadTicks: [4, 'estimate'], topLots: [3, 'estimate'], dailyLots: [3000, 'estimate'] },
    },
  },
  {
    code: 'TSR20',
    clockGroup: 'rubber',
    session: 'asia',
    loadings: { all: 0.3, rubber: 0.8 },
    seedLevel: [184.9, 'estimate', 'p-zft, unchanged since 2026-01-10'],
    volAnnual: [0.26, 'proxy', 's-rec butadiene rubber'],
    curvePctPerMonth: [0.5, 'estimate'],
    markets: {
      ZFT: { spreadTicks: [2, 'estimate'], topLots: [8, 'estimate'], dailyLots: [12000, 'estimate'] },
    },
  },
  {
    code: 'FCPO',
    clockGroup: 'soft',
    session: 'asia',
    loadings: { all: 0.25, grain: 0.1, veg: 0.55 },
    seedLevel: [4680, 'estimate', 'p-mpo 4,037 x move of Dalian palm olein (s-rec)'],
    volAnnual: [0.24, 'proxy', 'Dalian palm olein 0.21 (2 years), 0.26 (10 years), s-rec'],
    curvePctPerMonth: [0.1, 'source', 'p-mpoc'],
    markets: {
      MPO: { spreadTicks: [1.5, 'estimate'], topLots: [8, 'estimate'], dailyLots: [55000, 'source', 'p-mpoc'] },
    },
  },
];
