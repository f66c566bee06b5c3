/** Merges the tape on screen: the feed's trades, followed by those the server knew when it was asked. */
import type { TradeTicks } from '#market/trades-store.ts';

/** More than any screen shows; older trades are on the chart. */
export const TAPE_ROWS = 100;

/** Newest first; a trade known to both is listed once. Trades of one instant keep their order of arrival. */
export function mergeTape(live: readonly TradeTicks[], history: readonly TradeTicks[]): readonly TradeTicks[] {
  if (live.length >= TAPE_ROWS) return live.slice(0, TAPE_ROWS);
  const known = new Set(live.map(({ tradeId }) => tradeId));
  const others = history.filter(({ tradeId }) => !known.has(tradeId));
  if (others.length === 0) return live;
  return [...live, ...others].sort((a, b) => b.timeMs - a.timeMs).slice(0, TAPE_ROWS);
}
