/** What is listed: found by a word, narrowed by market, drawdown and capital, and how many that hides. */
import { LayoutGrid, List, type LucideIcon, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { useMarketFormat } from '#i18n/use-format.ts';
import type { StrategyFilter } from '#pages/copy-trade/strategies/strategies.ts';

export const LIST_VIEWS = ['table', 'cards'] as const;
export type ListView = (typeof LIST_VIEWS)[number];

export interface StrategyFiltersProps {
  readonly filter: StrategyFilter;
  readonly onFilter: (filter: StrategyFilter) => void;
  /** Undefined while it is not known. */
  readonly hidden: number | undefined;
  /** Null where only cards have room. */
  readonly view: ListView | null;
  readonly onView: (view: ListView) => void;
}

const GROUPS = ['grain', 'industrial', 'energy', 'metal'] as const;
const DRAWDOWNS = ['5', '10', '20', '30'] as const;
const MILLION = 1_000_000n;
const CAPITALS = [50n, 100n, 200n, 500n].map((millions) => (millions * MILLION).toString());

const ANY = 'any';
const chooser = 'h-8 w-auto shrink-0 max-md:h-11';

export function StrategyFilters({ filter, onFilter, hidden, view, onView }: StrategyFiltersProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const narrow = (part: StrategyFilter, name: keyof StrategyFilter) => {
    const { [name]: _, ...rest } = filter;
    onFilter({ ...rest, ...part });
  };
  const percents = (percent: string) => t(($) => $.strategies.filter.drawdownTo, { percent: `${percent}%` });
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-2.5 md:px-5">
      <SearchField
        value={filter.search ?? ''}
        onChange={(search) => narrow(search === '' ? {} : { search }, 'search')}
      />
      {/* A phone slides what it has no room for. */}
      <div className="flex items-center gap-2 max-md:-mx-4 max-md:w-screen max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none]">
        <Badge tone="info" className="h-8 rounded-md px-2.5 text-12 max-md:h-11">
          {t(($) => $.strategies.state.ACTIVE)}
        </Badge>
        <Select
          aria-label={t(($) => $.strategies.filter.market)}
          className={chooser}
          data-testid="filter-market"
          value={filter.market ?? ANY}
          onValueChange={(market) => narrow(market === ANY ? {} : { market }, 'market')}
          options={[
            { value: ANY, label: t(($) => $.strategies.filter.anyMarket) },
            ...GROUPS.map((group) => ({ value: group, label: t(($) => $.words.group[group]) })),
          ]}
        />
        <Select
          aria-label={t(($) => $.strategies.filter.drawdown)}
          className={chooser}
          data-testid="filter-drawdown"
          value={filter.maxDrawdown ?? ANY}
          onValueChange={(maxDrawdown) => narrow(maxDrawdown === ANY ? {} : { maxDrawdown }, 'maxDrawdown')}
          options={[
            { value: ANY, label: t(($) => $.strategies.filter.anyDrawdown) },
            ...DRAWDOWNS.map((percent) => ({ value: percent, label: percents(percent) })),
          ]}
        />
        <Select
          aria-label={t(($) => $.strategies.filter.capital)}
          className={chooser}
          data-testid="filter-capital"
          value={filter.capital ?? ANY}
          onValueChange={(capital) => narrow(capital === ANY ? {} : { capital }, 'capital')}
          options={[
            { value: ANY, label: t(($) => $.strategies.filter.anyCapital) },
            ...CAPITALS.map((sum) => ({
              value: sum,
              label: t(($) => $.strategies.filter.capitalTo, { sum: format.vndSummary(sum) }),
            })),
          ]}
        />
      </div>
      <div className="ml-auto flex items-center gap-2 empty:hidden">
        {hidden !== undefined && hidden > 0 && (
          <>
            <span role="status" className="text-12 text-fg-3" data-testid="strategies-hidden">
              {t(($) => $.strategies.filter.hidden, { count: hidden, hidden: format.volume(hidden) })}
            </span>
            <Button
              variant="ghost"
              size="sm"
              className="max-md:h-11"
              onClick={() => onFilter(filter.sort === undefined ? {} : { sort: filter.sort })}
            >
              {t(($) => $.strategies.filter.clear)}
            </Button>
          </>
        )}
        {view !== null && (
          <Segment<ListView>
            label={t(($) => $.strategies.view.name)}
            value={view}
            onValueChange={onView}
            options={[
              { value: 'table', label: <ViewIcon icon={List} name={t(($) => $.strategies.view.table)} /> },
              { value: 'cards', label: <ViewIcon icon={LayoutGrid} name={t(($) => $.strategies.view.cards)} /> },
            ]}
          />
        )}
      </div>
    </div>
  );
}

function ViewIcon({ icon: Shape, name }: { readonly icon: LucideIcon; readonly name: string }) {
  return (
    <>
      <Shape aria-hidden className="size-3.5" />
      <span className="sr-only">{name}</span>
    </>
  );
}

const AFTER_TYPING_MS = 300;

/** Asks when typing pauses; what else changes the word, such as a cleared filter, is shown at once. */
function SearchField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const pause = setTimeout(() => onChange(typed.trim()), AFTER_TYPING_MS);
    return () => clearTimeout(pause);
  });
  return (
    <Input
      type="search"
      aria-label={t(($) => $.strategies.filter.search)}
      placeholder={t(($) => $.strategies.filter.searchHint)}
      className="w-56 max-md:h-11 max-md:w-full"
      maxLength={60}
      autoComplete="off"
      before={<Search aria-hidden className="size-3.5 shrink-0 text-fg-3" />}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      data-testid="strategy-search"
    />
  );
}
