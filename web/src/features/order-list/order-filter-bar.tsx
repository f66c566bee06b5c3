/** Tabs with counts of the rows below, the days of spec 2, part of a code, and how much the filter hides. */
import { ORDER_TABS } from '@mua/contract/entities/order-filter';
import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AccountActor } from '#data/orders.ts';
import { Button } from '#design/ui/button.tsx';
import { Chip } from '#design/ui/chip.tsx';
import { Input } from '#design/ui/input.tsx';
import { Select } from '#design/ui/select.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { nowMs } from '#session/clock.ts';
import { PERIODS, type Period, periodRange, useOrderFilter } from '#session/order-filter-store.ts';
import { CancelAll } from './cancel-all.tsx';
import { type OrderCount, type OrderRows, type OrderTab, showEveryOrder } from './use-order-rows.ts';

export interface OrderFilterBarProps {
  readonly actor: AccountActor;
  readonly list: OrderRows;
  /** Off where the list is bound to one contract. */
  readonly hasContractFilter: boolean;
}

export function OrderFilterBar({ actor, list, hasContractFilter }: OrderFilterBarProps) {
  const { t } = useTranslation();
  return (
    <div className="shrink-0 border-border border-b">
      <fieldset className="flex flex-wrap items-center gap-1.5 px-3 py-1.5">
        <legend className="sr-only">{t(($) => $.orders.filters)}</legend>
        <TabChips list={list} />
        <span className="min-w-2 flex-1 max-md:order-last max-md:basis-full">
          {list.rows.length > 0 && <HiddenLine hidden={list.hidden} />}
        </span>
        <CancelAll actor={actor} />
        {hasContractFilter && <ContractFilter />}
        <PeriodSelect />
        <DefaultFilter />
      </fieldset>
    </div>
  );
}

function TabChips({ list }: { list: OrderRows }) {
  const tab = useOrderFilter(({ activeTab }) => activeTab.orders);
  const setTab = useOrderFilter((state) => state.setTab);
  const name = useTabName();
  return ORDER_TABS.map((one) => (
    <Chip
      key={one}
      on={one === tab}
      data-testid={`order-tab-${one.toLowerCase()}`}
      onClick={() => setTab('orders', one)}
    >
      {name(one)} <Counted count={list.counts[one]} />
    </Chip>
  ));
}

function Counted({ count }: { count: OrderCount | null }) {
  const format = useFormat();
  if (!count) return null;
  return (
    <span className="tabular-nums">
      {format.volume(count.orders)}
      {count.isAtLeast && '+'}
    </span>
  );
}

function useTabName(): (tab: OrderTab) => string {
  const { t } = useTranslation();
  const names: Record<OrderTab, string> = {
    ALL: t(($) => $.shell.tab.all),
    PENDING: t(($) => $.shell.tab.pending),
    CANCELLED: t(($) => $.shell.tab.cancelled),
    FILLED: t(($) => $.shell.tab.filled),
  };
  return (tab) => names[tab];
}

function ContractFilter() {
  const { t } = useTranslation();
  const contains = useOrderFilter(({ queryTable }) => queryTable.contractCode.contains);
  const setContractCode = useOrderFilter((state) => state.setContractCode);
  return (
    <Input
      aria-label={t(($) => $.orders.contract)}
      placeholder={t(($) => $.words.market.contractCodeShort)}
      className="h-6 w-28 px-2 text-12"
      before={<Search aria-hidden className="size-3 shrink-0 text-fg-3" />}
      maxLength={16}
      value={contains}
      // Codes are letters and digits: anything else would be refused as malformed.
      onChange={(event) => setContractCode(event.target.value.replace(/[^a-z0-9]/gi, '').toUpperCase())}
    />
  );
}

function PeriodSelect() {
  const { t } = useTranslation();
  const { gte, lte } = useOrderFilter(({ queryTable }) => queryTable.orderDateTime);
  const setPeriod = useOrderFilter((state) => state.setPeriod);
  const now = nowMs();
  const period = PERIODS.find((one) => {
    const range = periodRange(one, now);
    return range.gte === gte && range.lte === lte;
  });
  return (
    <Select<Period>
      aria-label={t(($) => $.orders.period)}
      data-testid="order-period"
      className="h-6 w-auto min-w-24 px-2 text-12"
      value={period}
      onValueChange={setPeriod}
      options={PERIODS.map((one) => ({ value: one, label: t(($) => $.shell.period[one]) }))}
    />
  );
}

/** Back to today's default (spec 5: shown while the filter counts as active, or shows what the default hides). */
function DefaultFilter() {
  const { t } = useTranslation();
  const isFilter = useOrderFilter((state) => state.isFilter);
  const showsAll = useOrderFilter(({ queryTable }) => queryTable.statusOrder.nin.length === 0);
  const clearFilter = useOrderFilter((state) => state.clearFilter);
  if (!isFilter && !showsAll) return null;
  return (
    <Button variant="link" size="text" className="text-12" onClick={clearFilter}>
      {t(($) => $.orders.defaultFilter)}
    </Button>
  );
}

function HiddenLine({ hidden }: { hidden: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const tab = useOrderFilter(({ activeTab }) => activeTab.orders);
  if (tab === 'PENDING' || hidden === 0) return null;
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap pl-1.5 text-12 text-fg-3">
      {t(($) => $.empty.orders.hidden, { hidden: format.volume(hidden) })}
      <Button variant="link" size="text" className="text-12" data-testid="clear-order-filter" onClick={showEveryOrder}>
        {t(($) => $.empty.orders.button)}
      </Button>
    </span>
  );
}
