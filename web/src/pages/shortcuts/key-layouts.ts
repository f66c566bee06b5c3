/**
 * Sets of keys to begin with: ours, ours without any that trades, and those of a platform that one comes from. Another
 * platform's set has keys only that it publishes and actions only that we have; what sends or cancels orders is not among
 * them (record 200). Pure.
 */
import { CHOOSABLE, type ChosenKeys, keysOf, type ShortcutName, shortcutOf } from '#session/shortcuts.ts';

export const KEY_LAYOUTS = ['mua', 'noOrders', 'tradingView', 'ninjaTrader'] as const;
export type KeyLayout = (typeof KEY_LAYOUTS)[number];

const TRADING: readonly ShortcutName[] = CHOOSABLE.filter((name) => shortcutOf(name).trades !== undefined);

/**
 * As in "Shortcuts" of the wiki of TradingView's charting library, of which a copy is public
 * (https://github.com/id-webdev/chart-wiki/blob/master/Shortcuts.md).
 */
const TRADING_VIEW: ChosenKeys = {
  furtherOlder: 'mod+left',
  furtherNewer: 'mod+right',
  zoomIn: 'mod+up',
  zoomOut: 'mod+down',
  goToDate: 'alt+g',
  openStudies: 'slash',
  drawTrend: 'alt+t',
  drawHorizontal: 'alt+h',
  drawVertical: 'alt+v',
  drawFibonacci: 'alt+f',
  hideDrawings: 'mod+alt+h',
  logScale: 'alt+l',
  percentScale: 'alt+p',
  invertScale: 'alt+i',
  fitChart: 'alt+r',
  chartPicture: 'alt+s',
  fullChart: 'alt+enter',
  // Ours that had one of these keep their letter.
  toasts: 'alt+shift+t',
  privacy: 'alt+shift+h',
  readPrice: 'alt+shift+r',
};

/**
 * As in "Navigating a Chart" of NinjaTrader 7's help
 * (https://ninjatrader.com/support/helpGuides/nt7/navigating_a_chart.htm), whose arrows, Home and End do what ours do.
 * It says that Ctrl with ↑ and ↓ changes the spacing of bars, but not which way: here as in TradingView.
 */
const NINJA_TRADER: ChosenKeys = {
  pageOlder: 'pageup',
  pageNewer: 'pagedown',
  zoomIn: 'mod+up',
  zoomOut: 'mod+down',
  // Ours that had one of these keep their key, with Shift.
  drawingBefore: 'shift+pageup',
  drawingAfter: 'shift+pagedown',
};

/** Keys that a platform has for what we have not, from the same source. */
export const KEYS_WITHOUT_ACTION = {
  tradingView: [
    { action: 'crossLine', keys: 'alt+c' },
    { action: 'loadLayout', keys: 'period' },
    { action: 'saveLayout', keys: 'mod+s' },
  ],
} as const satisfies Partial<Record<KeyLayout, readonly { readonly action: string; readonly keys: string }[]>>;

/** What would be chosen with this layout, in place of what is chosen now; on a Mac's keyboard with keys that act there. */
export function keysOfLayout(layout: KeyLayout, chosen: ChosenKeys, isMac: boolean): ChosenKeys {
  switch (layout) {
    case 'mua':
      return {};
    case 'noOrders':
      return Object.fromEntries(TRADING.filter((name) => shortcutOf(name).keys !== '').map((name) => [name, '']));
    case 'tradingView':
      return { ...onlyTrading(chosen), ...(isMac ? withoutAccents(TRADING_VIEW) : TRADING_VIEW) };
    case 'ninjaTrader':
      return { ...onlyTrading(chosen), ...NINJA_TRADER };
  }
}

/** Option with these begins an accented letter, which is no key (key-gate.ts); with Shift it writes one at once. */
const BEGINS_ACCENT = /^alt\+(?=(?:[einu]|backquote)$)/;

function withoutAccents(layout: ChosenKeys): ChosenKeys {
  return Object.fromEntries(
    Object.entries(layout).map(([name, keys]) => [name, keys.replace(BEGINS_ACCENT, 'alt+shift+')]),
  );
}

function onlyTrading(chosen: ChosenKeys): ChosenKeys {
  return Object.fromEntries(TRADING.flatMap((name) => (name in chosen ? [[name, chosen[name]]] : [])));
}

export interface KeyChange {
  readonly name: ShortcutName;
  /** An empty text is none. */
  readonly before: string;
  readonly after: string;
}

export function keyChanges(chosen: ChosenKeys, next: ChosenKeys): readonly KeyChange[] {
  return CHOOSABLE.map((name) => ({ name, before: keysOf(name, chosen), after: keysOf(name, next) })).filter(
    ({ before, after }) => before !== after,
  );
}
