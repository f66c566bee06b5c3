/** What is shown of one's own strategy, as its address names it; `terms` is the form of a change. */
export const OWN_STRATEGY_TABS = ['copiers', 'weeks', 'earnings', 'terms'] as const;
export type OwnStrategyTab = (typeof OWN_STRATEGY_TABS)[number];

export function ownStrategyTabOf(name: unknown): OwnStrategyTab {
  return OWN_STRATEGY_TABS.find((tab) => tab === name) ?? 'copiers';
}
