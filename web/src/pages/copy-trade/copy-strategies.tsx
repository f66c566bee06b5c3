/** `/account-overview/copy-trade/strategies` and one of them below it: one route, because each is a part of every first load. */
import { STRATEGY_SORTS } from '@mua/contract/http/strategy-figures';
import type { StrategyFilter } from '#pages/copy-trade/strategies/strategies.ts';
import { StrategiesPage } from '#pages/copy-trade/strategies/strategies-page.tsx';
import { StrategyPage } from '#pages/copy-trade/strategy/strategy-page.tsx';
import { strategyTabOf } from '#pages/copy-trade/strategy/strategy-tabs.ts';

/** As the address has it: text that looks like a number is one. */
export interface StrategiesSearch {
  readonly sort?: string;
  readonly search?: string | number;
  readonly market?: string;
  readonly drawdown?: string | number;
  readonly capital?: string | number;
  readonly view?: string;
  /** Of one strategy. */
  readonly tab?: string;
}

export interface CopyStrategiesProps {
  readonly id: string | undefined;
  readonly search: StrategiesSearch;
  readonly onSearch: (search: StrategiesSearch) => void;
}

export function CopyStrategies({ id, search, onSearch }: CopyStrategiesProps) {
  if (id !== undefined)
    return <StrategyPage key={id} strategyId={id} tab={strategyTabOf(search.tab)} onTab={(tab) => onSearch({ tab })} />;
  const view = search.view === 'cards' ? 'cards' : 'table';
  return (
    <StrategiesPage
      filter={filterOf(search)}
      onFilter={(filter) => onSearch(searchOf(filter, view))}
      view={view}
      onView={(next) => onSearch(searchOf(filterOf(search), next))}
    />
  );
}

/** What an address says wrongly is left out. */
function filterOf({ sort, search, market, drawdown, capital }: StrategiesSearch): StrategyFilter {
  const sorted = STRATEGY_SORTS.find((one) => one === sort);
  return {
    ...(sorted && { sort: sorted }),
    ...(search !== undefined && String(search).length <= 60 && { search: String(search) }),
    ...(market !== undefined && /^[a-z]{1,40}$/.test(market) && { market }),
    ...(/^\d{1,3}$/.test(String(drawdown)) && { maxDrawdown: String(drawdown) }),
    ...(/^[1-9]\d{0,14}$/.test(String(capital)) && { capital: String(capital) }),
  };
}

function searchOf({ maxDrawdown, ...filter }: StrategyFilter, view: 'table' | 'cards'): StrategiesSearch {
  return {
    ...filter,
    ...(maxDrawdown !== undefined && { drawdown: maxDrawdown }),
    ...(view === 'cards' && { view }),
  };
}
