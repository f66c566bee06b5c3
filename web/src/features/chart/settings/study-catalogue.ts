/**
 * Lists the available indicators, each with its parameters and their limits and the lines it draws. Names are ours and
 * are stored on devices; the library's function that calculates it is listed beside it.
 */

/**
 * What a value depends on: only the bars of its periods, or older ones too, with decreasing weight. An indicator that
 * sums from the first bar on has no such limit and is always recalculated in full.
 */
export type Memory = 'window' | 'fading';

/** Drawn over the price. */
export const PRICE_STUDIES = [
  'MA',
  'EMA',
  'WMA',
  'BOLL',
  'ICHIMOKU',
  'VWAP',
  'PROFILE',
  'PIVOTS',
  'SAR',
  'SUPERTREND',
  'KELTNER',
  'DONCHIAN',
] as const;
/** Each in its own pane below. */
export const PANE_STUDIES = [
  'RSI',
  'MACD',
  'STOCH',
  'STOCHRSI',
  'MFI',
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
  'OI',
  'VR',
] as const;
export const STUDIES = [...PRICE_STUDIES, ...PANE_STUDIES] as const;
export type StudyName = (typeof STUDIES)[number];

/** Names of the settings; their texts are among the chart's. */
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
  | 'strengthPeriod'
  | 'conversion'
  | 'base'
  | 'span'
  | 'displacement'
  | 'rows'
  | 'share'
  | 'start'
  | 'step'
  | 'limit';

export interface StudyParam {
  readonly key: ParamKey;
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  /** 0 by default. */
  readonly decimals?: number;
}

export type LineWord = 'upper' | 'middle' | 'lower' | 'signal' | 'histogram';

export interface StudyLine {
  /** A standard abbreviation (`ADX`), or a word of ours. */
  readonly title: string | { readonly word: LineWord };
  readonly slot: number;
  /** Hidden by default. */
  readonly isHidden?: boolean;
  /** Shares its companion's hue and differs by its dashes: a signal line, or the middle of a band. */
  readonly isDashed?: boolean;
}

export interface StudySpec {
  /** The library's name, or one from own-studies.ts. */
  readonly engine: string;
  readonly params: readonly StudyParam[];
  /** In the order of the engine's curves; columns and dots use the chart's own colours. */
  readonly lines: readonly StudyLine[];
  /** Each parameter belongs to one line; lines that are hidden are not calculated either. */
  readonly isLinePerParam?: boolean;
  /** What the newest value depends on; if omitted, it is calculated from the first bar on. */
  readonly memory?: Memory;
  /** Number of decimals, for values that are not prices. */
  readonly decimals?: number;
  readonly isDashed?: boolean;
  /** Title of its columns, which have no line. */
  readonly columns?: StudyLine['title'];
  /**
   * Levels that traders read it by: the pane includes them, its axis labels them, and they are drawn as dashed lines.
   */
  readonly levels?: readonly number[];
}

/** The available colours, as slots of the theme's palette, the loudest last. */
export const SLOTS = [0, 1, 2, 3, 5, 6, 4] as const;

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
const length = (
  key: 'strengthPeriod' | 'conversion' | 'base' | 'span' | 'displacement',
  initial: number,
): StudyParam => ({ key, initial, min: 2, max: 200 });
const smoothing: readonly StudyParam[] = [
  { key: 'smoothK', initial: 3, min: 1, max: 100 },
  { key: 'smoothD', initial: 3, min: 1, max: 100 },
];
const averages = (...periods: readonly [number, number, number]) => periods.map(period);

/** The lines form one thing, so they share one hue. */
const band = (slot: number): readonly StudyLine[] => [
  { title: { word: 'upper' }, slot },
  { title: { word: 'middle' }, slot, isDashed: true },
  { title: { word: 'lower' }, slot },
];
const AVERAGES: readonly StudyLine[] = [
  { title: '1', slot: 0 },
  { title: '2', slot: 1 },
  { title: '3', slot: 2, isHidden: true },
];
/** A curve and its average, which give a signal where they cross. */
const withSignal = (title: string): readonly StudyLine[] => [
  { title, slot: 0 },
  { title: { word: 'signal' }, slot: 1, isDashed: true },
];
const K_AND_D: readonly StudyLine[] = [
  { title: '%K', slot: 0 },
  { title: '%D', slot: 1, isDashed: true },
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
  WMA: { engine: 'muaWMA', params: [period(20)], lines: [{ title: 'WMA', slot: 4 }], memory: 'window' },
  BOLL: { engine: 'BOLL', params: [period(20), multiplier('deviations', 2)], lines: band(2), memory: 'window' },
  ICHIMOKU: {
    engine: 'muaIchimoku',
    params: [length('conversion', 9), length('base', 26), length('span', 52), length('displacement', 26)],
    lines: [
      { title: 'Tenkan', slot: 0 },
      { title: 'Kijun', slot: 1 },
      { title: 'Senkou A', slot: 2 },
      { title: 'Senkou B', slot: 3 },
      { title: 'Chikou', slot: 5, isDashed: true },
    ],
    memory: 'window',
  },
  VWAP: { engine: 'muaVWAP', params: [], lines: [{ title: 'VWAP', slot: 3 }] },
  PROFILE: {
    engine: 'muaVolumeProfile',
    params: [
      { key: 'rows', initial: 48, min: 6, max: 200 },
      { key: 'share', initial: 70, min: 10, max: 95 },
    ],
    lines: [
      { title: 'POC', slot: 1 },
      { title: 'VAH', slot: 1, isDashed: true },
      { title: 'VAL', slot: 1, isDashed: true },
    ],
  },
  PIVOTS: {
    engine: 'muaPivots',
    params: [],
    lines: [
      { title: 'P', slot: 0 },
      { title: 'R1', slot: 1 },
      { title: 'S1', slot: 2 },
      { title: 'R2', slot: 1 },
      { title: 'S2', slot: 2 },
      { title: 'R3', slot: 1, isHidden: true },
      { title: 'S3', slot: 2, isHidden: true },
    ],
  },
  SAR: { engine: 'SAR', params: [percent('start', 2), percent('step', 2), percent('limit', 20)], lines: [] },
  SUPERTREND: {
    engine: 'muaSupertrend',
    params: [period(10), multiplier('multiplier', 3)],
    lines: [{ title: 'ST', slot: 2 }],
  },
  KELTNER: {
    engine: 'muaKeltner',
    params: [period(20), { key: 'rangePeriod', initial: 10, min: 2, max: 200 }, multiplier('multiplier', 2)],
    lines: band(5),
    memory: 'fading',
  },
  DONCHIAN: { engine: 'muaDonchian', params: [period(20)], lines: band(6), memory: 'window' },
  RSI: {
    engine: 'muaRSI',
    params: [period(14)],
    lines: lines('RSI'),
    decimals: 2,
    memory: 'fading',
    levels: [30, 50, 70],
  },
  MACD: {
    engine: 'MACD',
    params: [fast(12), slow(26), { key: 'signal', initial: 9, min: 2, max: 200 }],
    lines: withSignal('MACD'),
    columns: { word: 'histogram' },
    memory: 'fading',
    levels: [0],
  },
  STOCH: {
    engine: 'muaStochastic',
    params: [
      period(14),
      { key: 'smoothK', initial: 1, min: 1, max: 100 },
      { key: 'smoothD', initial: 3, min: 1, max: 100 },
    ],
    lines: K_AND_D,
    decimals: 2,
    memory: 'window',
    levels: [20, 80],
  },
  STOCHRSI: {
    engine: 'muaStochasticStrength',
    params: [length('strengthPeriod', 14), period(14), ...smoothing],
    lines: K_AND_D,
    decimals: 2,
    memory: 'fading',
    levels: [20, 80],
  },
  MFI: {
    engine: 'muaMoneyFlow',
    params: [period(14)],
    lines: lines('MFI'),
    decimals: 2,
    memory: 'window',
    levels: [20, 80],
  },
  KDJ: {
    engine: 'KDJ',
    params: [period(9), ...smoothing],
    lines: lines('K', 'D', 'J'),
    decimals: 2,
    levels: [20, 80],
  },
  WR: { engine: 'WR', params: [period(14)], lines: lines('%R'), decimals: 2, levels: [-80, -50, -20] },
  CCI: { engine: 'CCI', params: [period(20)], lines: lines('CCI'), decimals: 2, levels: [-100, 0, 100] },
  ROC: { engine: 'ROC', params: [period(12), average(6)], lines: lines('ROC', 'MA'), decimals: 2, levels: [0] },
  MTM: { engine: 'MTM', params: [period(12), average(6)], lines: lines('MTM', 'MA'), levels: [0] },
  TRIX: { engine: 'TRIX', params: [period(12), average(9)], lines: withSignal('TRIX'), decimals: 4, levels: [0] },
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
    levels: [0],
  },
  AO: { engine: 'AO', params: [fast(5), slow(34)], lines: [], levels: [0] },
  PSY: { engine: 'PSY', params: [period(12), average(6)], lines: lines('PSY', 'MA'), decimals: 2, levels: [25, 75] },
  DMI: {
    engine: 'DMI',
    params: [period(14), { key: 'smoothing', initial: 6, min: 2, max: 200 }],
    lines: lines('+DI', '−DI', 'ADX', 'ADXR'),
    decimals: 2,
    levels: [25],
  },
  ATR: { engine: 'muaATR', params: [period(14)], lines: lines('ATR'), memory: 'fading' },
  OBV: { engine: 'OBV', params: [average(30)], lines: lines('OBV', 'MA'), decimals: 0 },
  OI: { engine: 'muaOpenInterest', params: [], lines: lines('OI'), decimals: 0 },
  VR: { engine: 'VR', params: [period(26), average(6)], lines: lines('VR', 'MA'), decimals: 2 },
};

export function isOverPrice(name: StudyName): boolean {
  return PRICE_STUDIES.some((known) => known === name);
}

const CODES: Partial<Readonly<Record<StudyName, string>>> = {
  BOLL: 'BB',
  SUPERTREND: 'SuperTrend',
  KELTNER: 'Keltner',
  DONCHIAN: 'Donchian',
  STOCH: 'Stoch',
  STOCHRSI: 'StochRSI',
  ICHIMOKU: 'Ichimoku',
  PIVOTS: 'Pivot',
  PROFILE: 'VRVP',
};

/** Its usual abbreviation, shown before the name that explains it. */
export function codeOf(name: StudyName): string {
  return CODES[name] ?? name;
}
