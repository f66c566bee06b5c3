/** The tabs of a strategy, as its address names them. */
export const STRATEGY_TABS = ['pnl', 'events', 'positions', 'profit-loss'] as const;
export type StrategyTab = (typeof STRATEGY_TABS)[number];

export function strategyTabOf(name: unknown): StrategyTab {
  return STRATEGY_TABS.find((tab) => tab === name) ?? 'pnl';
}
