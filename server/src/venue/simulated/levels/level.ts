/**
 * What the simulated exchange starts from: price level, volatility, curve, spread, size and volume of each market.
 * Every figure says what kind of fact it is; `estimate` is our own judgement, of the right order only.
 */

export type FigureKind = 'series' | 'published' | 'source' | 'proxy' | 'median' | 'estimate';

/** Value, kind, and where it was read (LEVEL_SOURCES) or how it was judged. */
export type Figure = readonly [value: number, kind: FigureKind, source?: string];

/** Trading figures of one commodity of an underlying: standard, mini, micro and nano differ only in these. */
export interface MarketDepth {
  /** Best ask less best bid, in the commodity's own ticks. */
  readonly spreadTicks: Figure;
  /** At the best price, one side. */
  readonly topLots: Figure;
  /** All delivery months together. */
  readonly dailyLots: Figure;
}

export interface Underlying {
  readonly code: string;
  /** Markets of a group share a clock: they are volatile on the same days. */
  readonly clockGroup: string;
  /** The hours in which it trades most; only shifts the profile of the day. */
  readonly session: 'west' | 'asia';
  /** The rest of the unit variance is the underlying's own. */
  readonly loadings: Readonly<Record<string, number>>;
  /** Price of the front month at the anchor (ANCHOR_MS), in the price unit of its commodities. */
  readonly seedLevel: Figure;
  /** Standard deviation of daily log returns x sqrt(252). */
  readonly volAnnual: Figure;
  /** Per cent a month from one delivery month to the next: above 0 contango. */
  readonly curvePctPerMonth: Figure;
  /** Log of the seasonal factor by delivery month, 1 to 12; no season if absent. */
  readonly season?: Readonly<Record<number, number>>;
  /** By commodity code; the first one's listing rule says which month was the front at the anchor. */
  readonly markets: Readonly<Record<string, MarketDepth>>;
}

/** One anchor for all seed levels: 2026-08-21 20:00 UTC. */
export const ANCHOR_MS = 1_787_342_400_000;
/** The trade date of the anchor. */
export const ANCHOR_DATE = '2026-08-21';

export const LEVEL_SOURCES = {
  's-rec': 'hyunjafan-creator/commodity_dashboard @9ad9e042, daily closes to 2026-08-21',
  's-eia': 'EIA daily spot, datasets/oil-prices @2d75ce3a',
  's-kc': 'F5F0A0/coffee-futures-forecasting-model @2a992ade, Arabica closes',
  's-1019': 'SergejGorev/first_trading_algo @9bc6600c, front futures 2010-2019',
  's-stooq': 'raja-grewal/stooq-commodities @c97a6147, 2010-2021',
  's-adj': 'KevinyWu/dgqt_trading_strategy @afbb66f9, median of the last year, all months',
  's-gold': 'datasets/gold-prices @d02264e9, monthly',
  'p-kc': 'nld.com.vn, 2026-03-10',
  'p-cc': 'barchart.com CCK26, spring 2026',
  'p-sb': 'barchart.com SBH26, about 2026-02-20',
  'p-ct': 'barchart.com, 2026-03-04 and 2026-02-25',
  'p-zr': 'barchart.com ZRK26, 2026-03-20',
  'p-kw': 'barchart.com, 2026-02-27',
  'p-zl': 'farmtario.com, July 2025',
  'p-zs': 'nasdaq.com, 2026-02-19',
  'p-mpo': 'tridge.com, 2026-02-13',
  'p-mpoc': 'bernama.com, 2025-12-24 and 26',
  'p-tru': 'thoibaotaichinhvietnam.vn, 2026-01-13',
  'p-zft': 'thoibaotaichinhvietnam.vn, 2026-01-10',
  'p-trc': 'thoibaotaichinhvietnam.vn, 2025-11-28',
  'p-qp': 'aetos.ai, 2026-02-20',
  'p-si': 'thanhnien.vn, 2026-03-03',
  'p-sic': 'google.com/finance SIU26, January 2026',
  'p-pl': 'vestikavkaza.ru, December 2025',
  'p-fef': 'baohatinh.vn, 2026-03-13',
  'p-lme': 'tradingpedia.com, 2026-01-28',
  'p-ni': 'cuprumex.com, January 2026',
  'p-sn': 'yuenseng.com, 2026-01-14',
  'p-pb': 'transamine.com, 2025-08-28',
  'p-ssc': 'steelmarketupdate.com, January 2025',
  'p-lmec': 'worldal.com, 2024-10-18',
  'p-kcc': 'baogialai.com.vn, 2025-09-27',
  'p-zcc': 'wtop.com, 2023-09-26',
  'p-zrc': 'commodity-board.com, 2025-05-26',
  'p-bas': 'Wang, Garcia, Irwin, AJAE 96(2) 2014',
} as const;
