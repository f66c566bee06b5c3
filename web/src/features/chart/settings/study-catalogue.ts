/**
 * The indicators that there are: what each may be asked (parameters with their limits) and the lines it draws. A name is
 * ours and is kept on devices; which function of the library reckons it stands beside it.
 */

/**
 * What a value depends on: the bars of its periods, or older ones too, each less than the one after it.
 * An indicator that sums from the first bar on has no such end and is always reckoned whole.
 */
export type Memory = 'window' | 'fading';

/** Drawn over the price. */
export const PRICE_STUDIES = ['MA', 'EMA', 'WMA', 'BOLL', 'VWAP', 'SAR', 'SUPERTREND', 'KELTNER', 'DONCHIAN'] as const;
/** Each in a pane of its own below. */
export const PANE_STUDIES = [
  'RSI',
  'MACD',
  'KDJ',
  'WR',
  'CCI',
  'ROC',
  'MTM',
  'TRIX',
  'BIAS',
  'AO',
  'PSY',
  'DMI',
  'ATR',
  'OBV',
  'VR',
] as const;
export const STUDIES = [...PRICE_STUDIES, ...PANE_STUDIES] as const;
export type StudyName = (typeof STUDIES)[number];

/** Names of what can be set; texts are in the words of the chart. */
export type ParamKey =
  | 'period'
  | 'fast'
  | 'slow'
  | 'signal'
  | 'average'
  | 'deviations'
  | 'multiplier'
  | 'rangePeriod'
  | 'smoothK'
  | 'smoothD'
  | 'smoothing'
  | 'start'
  | 'step'
  | 'limit';

export interface StudyParam {
  readonly key: ParamKey;
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  /** 0 unless said. */
  readonly decimals?: number;
}

export interface StudyLine {
  /** A sign of the trade (`DIF`), or a word of ours. */
  readonly title: string | { readonly word: 'upper' | 'middle' | 'lower' };
  readonly slot: number;
  /** Not drawn until somebody asks for it. */
  readonly isHidden?: boolean;
}

export interface StudySpec {
  /** Of the library, or one of own-studies.ts. */
  readonly engine: string;
  readonly params: readonly StudyParam[];
  /** In the order of the engine's curves; columns and dots have the chart's own colours. */
  readonly lines: readonly StudyLine[];
  /** Each parameter is one line's: lines that are not shown are not reckoned either. */
  readonly isLinePerParam?: boolean;
  /** What the newest value depends on; left out, it is reckoned from the first bar on. */
  readonly memory?: Memory;
  /** Decimals of what is no price. */
  readonly decimals?: number;
  readonly isDashed?: boolean;
}

/** Colours to choose from, as places in the theme's palette. */
export const SLOTS = [0, 1, 2, 3, 4] as const;

const period = (initial: number): StudyParam => ({ key: 'period', initial, min: 2, max: 500 });
const average = (initial: number): StudyParam => ({ key: 'average', initial, min: 2, max: 200 });
const fast = (initial: number): StudyParam => ({ key: 'fast', initial, min: 2, max: 200 });
const slow = (initial: number): StudyParam => ({ key: 'slow', initial, min: 2, max: 500 });
const multiplier = (key: 'deviations' | 'multiplier', initial: number): StudyParam => ({
  key,
  initial,
  min: 0.5,
  max: 10,
  decimals: 1,
});
const percent = (key: 'start' | 'step' | 'limit', initial: number): StudyParam => ({ key, initial, min: 1, max: 100 });
const averages = (...periods: readonly [number, number, number]) => periods.map(period);

const BAND: readonly StudyLine[] = [
  { title: { word: 'upper' }, slot: 1 },
  { title: { word: 'middle' }, slot: 0 },
  { title: { word: 'lower' }, slot: 1 },
];
const AVERAGES: readonly StudyLine[] = [
  { title: '1', slot: 0 },
  { title: '2', slot: 1 },
  { title: '3', slot: 2, isHidden: true },
];
const lines = (...titles: readonly string[]): StudyLine[] => titles.map((title, slot) => ({ title, slot }));

export const CATALOGUE: Readonly<Record<StudyName, StudySpec>> = {
  MA: { engine: 'MA', params: averages(20, 50, 200), lines: AVERAGES, isLinePerParam: true, memory: 'window' },
  EMA: {
    engine: 'EMA',
    params: averages(20, 50, 200),
    lines: AVERAGES,
    isLinePerParam: true,
    isDashed: true,
    memory: 'fading',
  },
  WMA: { engine: 'muaWMA', params: [period(20)], lines: lines('WMA'), memory: 'window' },
  BOLL: { engine: 'BOLL', params: [period(20), multiplier('deviations', 2)], lines: BAND, memory: 'window' },
  VWAP: { engine: 'muaVWAP', params: [], lines: [{ title: 'VWAP', slot: 3 }] },
  SAR: { engine: 'SAR', params: [percent('start', 2), percent('step', 2), percent('limit', 20)], lines: [] },
  SUPERTREND: {
    engine: 'muaSupertrend',
    params: [period(10), multiplier('multiplier', 3)],
    lines: [{ title: 'ST', slot: 2 }],
  },
  KELTNER: {
    engine: 'muaKeltner',
    params: [period(20), { key: 'rangePeriod', initial: 10, min: 2, max: 200 }, multiplier('multiplier', 2)],
    lines: BAND,
    memory: 'fading',
  },
  DONCHIAN: { engine: 'muaDonchian', params: [period(20)], lines: BAND, memory: 'window' },
  RSI: { engine: 'muaRSI', params: [period(14)], lines: lines('RSI'), decimals: 2, memory: 'fading' },
  MACD: {
    engine: 'MACD',
    params: [fast(12), slow(26), { key: 'signal', initial: 9, min: 2, max: 200 }],
    lines: lines('DIF', 'DEA'),
    memory: 'fading',
  },
  KDJ: {
    engine: 'KDJ',
    params: [
      period(9),
      { key: 'smoothK', initial: 3, min: 1, max: 100 },
      { key: 'smoothD', initial: 3, min: 1, max: 100 },
    ],
    lines: lines('K', 'D', 'J'),
    decimals: 2,
  },
  WR: { engine: 'WR', params: [period(14)], lines: lines('%R'), decimals: 2 },
  CCI: { engine: 'CCI', params: [period(20)], lines: lines('CCI'), decimals: 2 },
  ROC: { engine: 'ROC', params: [period(12), average(6)], lines: lines('ROC', 'MA'), decimals: 2 },
  MTM: { engine: 'MTM', params: [period(12), average(6)], lines: lines('MTM', 'MA') },
  TRIX: { engine: 'TRIX', params: [period(12), average(9)], lines: lines('TRIX', 'MA'), decimals: 4 },
  BIAS: {
    engine: 'BIAS',
    params: averages(6, 12, 24),
    lines: [
      { title: '1', slot: 0 },
      { title: '2', slot: 1 },
      { title: '3', slot: 2 },
    ],
    isLinePerParam: true,
    decimals: 2,
  },
  AO: { engine: 'AO', params: [fast(5), slow(34)], lines: [] },
  PSY: { engine: 'PSY', params: [period(12), average(6)], lines: lines('PSY', 'MA'), decimals: 2 },
  DMI: {
    engine: 'DMI',
    params: [period(14), { key: 'smoothing', initial: 6, min: 2, max: 200 }],
    lines: lines('+DI', '−DI', 'ADX', 'ADXR'),
    decimals: 2,
  },
  ATR: { engine: 'muaATR', params: [period(14)], lines: lines('ATR'), memory: 'fading' },
  OBV: { engine: 'OBV', params: [average(30)], lines: lines('OBV', 'MA'), decimals: 0 },
  VR: { engine: 'VR', params: [period(26), average(6)], lines: lines('VR', 'MA'), decimals: 2 },
};

export function isOverPrice(name: StudyName): boolean {
  return PRICE_STUDIES.some((known) => known === name);
}
