/**
 * Reads the chart's colours from the design tokens of the page, since a canvas knows no CSS variables. The last price
 * is filled like a Buy or Sell button, because white text is readable on that fill, and follows the palette with red
 * for rising prices.
 */
import type { DeepPartial, Styles } from 'klinecharts';
import type { ChartType } from '#features/chart/settings/chart-settings.ts';

export interface ChartTheme {
  readonly surface: string;
  readonly surface4: string;
  readonly border: string;
  readonly grid: string;
  readonly foreground: string;
  readonly text2: string;
  readonly text3: string;
  readonly accent: string;
  readonly upCandle: string;
  readonly downCandle: string;
  readonly upFill: string;
  readonly downFill: string;
  readonly up: string;
  readonly down: string;
  readonly warning: string;
  /** Fill of the last price when it rose or fell. */
  readonly rise: string;
  readonly fall: string;
  readonly onFill: string;
  readonly buyText: string;
  readonly sellText: string;
  /** Colours of indicators, drawings and compared contracts: hues without any other meaning. */
  readonly palette: readonly string[];
  readonly family: string;
}

/** Tokens by slot; devices store the slot, so new hues are added at the end. */
export const PALETTE = ['series-1', 'series-2', 'series-3', 'series-4', 'foreground', 'series-5', 'series-6'] as const;

export function readChartTheme(): ChartTheme {
  const root = document.documentElement;
  const computed = getComputedStyle(root);
  const token = (name: string) => computed.getPropertyValue(`--${name}`).trim();
  const redUp = root.dataset.palette === 'redup';
  return {
    surface: token('surface'),
    surface4: token('surface-4'),
    border: token('border'),
    grid: token('grid'),
    foreground: token('foreground'),
    text2: token('text-2'),
    text3: token('text-3'),
    accent: token('primary-text'),
    upCandle: token('up-candle'),
    downCandle: token('down-candle'),
    upFill: token('up-fill'),
    downFill: token('down-fill'),
    up: token('up'),
    down: token('down'),
    warning: token('warning'),
    rise: token(redUp ? 'sell' : 'buy'),
    fall: token(redUp ? 'buy' : 'sell'),
    onFill: token('on-side'),
    buyText: token('buy-text'),
    sellText: token('sell-text'),
    palette: PALETTE.map(token),
    family: getComputedStyle(document.body).fontFamily,
  };
}

export function chartStyles(theme: ChartTheme, type: ChartType, axisWidth: number): DeepPartial<Styles> {
  const text = { family: theme.family, size: 11, weight: 'normal' } as const;
  const axis = {
    axisLine: { show: true, color: theme.border, size: 1 },
    tickLine: { show: false },
    tickText: { ...text, color: theme.text3, marginStart: 8, marginEnd: 6 },
  };
  const gridLine = { show: true, color: theme.grid, size: 1, style: 'solid' } as const;
  const crosshairLine = { color: theme.text3, style: 'dashed' as const, dashedValue: [3, 3], size: 1 };
  const crosshairText = {
    ...text,
    weight: 500,
    color: theme.foreground,
    backgroundColor: theme.surface4,
    borderColor: theme.surface4,
    borderRadius: 3,
    paddingLeft: 7,
    paddingRight: 7,
    paddingTop: 4,
    paddingBottom: 4,
  };
  const filling = { ...crosshairText, paddingRight: axisWidth };
  return {
    grid: { horizontal: gridLine, vertical: gridLine },
    candle: candleStyles(theme, type, axisWidth),
    indicator: {
      lines: theme.palette.map((color) => ({ color, size: 1, style: 'solid' as const, smooth: false })),
      bars: [
        { upColor: theme.upFill, downColor: theme.downFill, noChangeColor: theme.text3, style: 'fill', borderSize: 0 },
      ],
      circles: [{ upColor: theme.text3, downColor: theme.text3, noChangeColor: theme.text3, style: 'fill' }],
      tooltip: {
        showRule: 'always',
        offsetLeft: 8,
        offsetTop: 4,
        title: { ...text, color: theme.text3, marginLeft: 4, marginRight: 8 },
        legend: { ...text, color: theme.text3, marginLeft: 4, marginRight: 6, defaultValue: '–' },
      },
    },
    xAxis: { ...axis, tickText: { ...axis.tickText, marginStart: 5, marginEnd: 7 } },
    yAxis: { ...axis, size: axisWidth },
    separator: { color: theme.border, size: 1, activeBackgroundColor: theme.surface4 },
    crosshair: {
      horizontal: { line: crosshairLine, text: filling },
      vertical: { line: crosshairLine, text: crosshairText },
    },
  };
}

function candleStyles(theme: ChartTheme, type: ChartType, axisWidth: number): DeepPartial<Styles['candle']> {
  const { accent, family } = theme;
  // Heikin-Ashi candles are drawn in place of the real ones.
  const isHidden = type === 'heikin';
  const upCandle = isHidden ? 'transparent' : theme.upCandle;
  const downCandle = isHidden ? 'transparent' : theme.downCandle;
  const label = {
    show: true,
    color: theme.onFill,
    family,
    weight: 500,
    paddingLeft: 7,
    // Wider than the rest of the axis, which clips it: the tag fills the axis.
    paddingRight: axisWidth,
    paddingTop: 4,
    paddingBottom: 4,
    borderRadius: 2,
  };
  return {
    type: type === 'candles' || isHidden ? 'candle_solid' : type === 'bars' ? 'ohlc' : 'area',
    bar: {
      compareRule: 'current_open',
      upColor: upCandle,
      downColor: downCandle,
      noChangeColor: upCandle,
      upBorderColor: upCandle,
      downBorderColor: downCandle,
      noChangeBorderColor: upCandle,
      upWickColor: upCandle,
      downWickColor: downCandle,
      noChangeWickColor: upCandle,
    },
    area: {
      lineSize: 1.5,
      lineColor: accent,
      backgroundColor: type === 'line' ? 'transparent' : areaFill(accent),
      point: { show: false, animation: false },
    },
    priceMark: {
      high: { show: false },
      low: { show: false },
      last: {
        compareRule: 'current_open',
        upColor: theme.rise,
        downColor: theme.fall,
        noChangeColor: theme.rise,
        line: { style: 'dashed', dashedValue: [1, 3], size: 1 },
        text: { ...label, size: 11 },
        extendTexts: [
          { ...label, weight: 'normal', size: 10, paddingTop: 0, position: 'below_price', updateInterval: 1000 },
        ],
      },
    },
    tooltip: { showRule: 'none' },
  };
}

function areaFill(accent: string): { offset: number; color: string }[] {
  return [
    { offset: 0, color: `${accent}05` },
    { offset: 1, color: `${accent}30` },
  ];
}
