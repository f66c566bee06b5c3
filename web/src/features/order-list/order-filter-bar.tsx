/** Tabs with counts of the rows below, the dates, part of a code, and the number of rows hidden by the filter. */
import { ORDER_TABS, type OrderTab } from '@mua/contract/entities/order-filter';
import { Download, Search, SlidersHorizontal, UserRoundX } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { TALL_CHIPS } from '#design/phone-targets.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Chip } from '#design/ui/controls/chip.tsx';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { LockButton, LockMenuItem } from '#design/ui/controls/lock-button.tsx';
import { ScopeChip } from '#design/ui/controls/scope-chip.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import { Sheet, SheetContent, SheetDescription, SheetTitle, SheetTrigger } from '#design/ui/dialogs/sheet.tsx';
import { DropdownMenuItem } from '#design/ui/overlays/dropdown-menu.tsx';
import { ColumnMenu } from '#design/ui/table/column-menu.tsx';
import { ListMenu } from '#design/ui/table/list-menu.tsx';
import type { RowSelection } from '#design/use-row-selection.ts';
import { useWindowPanel } from '#desk/window-panel.ts';
import { CancelAll } from '#features/order-list/cancel-all.tsx';
import { useOrderColumns } from '#features/order-list/order-columns.tsx';
import { type OrderRows, showEveryOrder, showLiveOrders } from '#features/order-list/use-order-rows.ts';
import { useFormat } from '#i18n/use-format.ts';
import { nowMs } from '#session/clock.ts';
import { PERIODS, type Period, periodRange, useOrderFilter } from '#session/order-filter-store.ts';
import type { AccountActor } from '#signed-in/actor.ts';

const GoneChip = lazy(async () => ({
  default: (await import('#features/order-list/gone-chip.tsx')).GoneChip,
}));
const GoneDialog = lazy(async () => ({
  default: (await import('#features/order-list/gone-dialog.tsx')).GoneDialog,
}));

export interface OrderFilterBarProps {
  readonly actor: AccountActor;
  readonly list: OrderRows;
  readonly deskCode: string | undefined;
  /** Bound to the desk's contract, so there is no code to search for. */
  readonly isNarrowed: boolean;
  readonly selection: RowSelection;
  /** If the list is a panel of its own: its title, in a line shared with the filters. */
  readonly title: string | undefined;
  readonly onExportOrders: () => void;
  readonly onExportFills: () => void;
}

/** On a phone the filters are in a sheet, which leaves the screen to the orders. */
export function OrderFilterBar(props: OrderFilterBarProps) {
  const { t } = useTranslation();
  const isNarrow = useNarrowScreen();
  const { actor, list, selection, title } = props;
  const [isGoneOpen, setGoneOpen] = useState(false);
  const openGone = () => setGoneOpen(true);
  // A panel's window begins with the wishes of the desk that opened it, and must not keep up what that one ends.
  const isDesk = useWindowPanel(({ panel }) => panel === null);
  const gone = isDesk && (
    <Suspense>
      <GoneChip accountId={actor.accountId} onOpen={openGone} />
    </Suspense>
  );
  const narrowing = (
    <>
      {gone}
      <CancelAll actor={actor} />
      <Filters {...props} />
    </>
  );
  return (
    <fieldset className={cn('min-w-0 shrink-0 border-border border-b', TALL_CHIPS)}>
      <legend className="sr-only">{t(($) => $.orders.filters)}</legend>
      {title !== undefined && <OrderListHead title={title}>{narrowing}</OrderListHead>}
      <div className="flex flex-wrap items-center gap-1.5 px-3 py-1.5 max-md:gap-1 max-md:pr-1">
        <span className="flex min-w-0 items-center gap-1.5 max-md:-my-1.5 max-md:flex-1 max-md:overflow-x-auto max-md:py-3.5 max-md:[scrollbar-width:none]">
          <TabChips list={list} />
        </span>
        <span className="min-w-2 flex-1 max-md:order-last max-md:basis-full max-md:empty:hidden">
          {isNarrow && gone}
          {list.rows.length > 0 && <HiddenLine hidden={list.hidden} />}
        </span>
        {isNarrow ? <FilterSheet {...props} /> : title === undefined && narrowing}
        <LockButton isUnlocked={selection.isUnlocked} onChange={selection.setUnlocked} testId="lock-orders" />
        {!isNarrow && <OrderColumnMenu />}
        <ListMenu testId="menu-orders">
          <LockMenuItem isUnlocked={selection.isUnlocked} onChange={selection.setUnlocked} testId="lock-orders" />
          <DropdownMenuItem data-testid="export-orders" onSelect={props.onExportOrders}>
            <Download aria-hidden /> {t(($) => $.lists.exportOrders)}
          </DropdownMenuItem>
          <DropdownMenuItem data-testid="export-fills" onSelect={props.onExportFills}>
            <Download aria-hidden /> {t(($) => $.lists.exportFills)}
          </DropdownMenuItem>
          {isDesk && (
            <DropdownMenuItem data-testid="gone-menu" onSelect={openGone}>
              <UserRoundX aria-hidden /> {t(($) => $.orders.gone.title)}
            </DropdownMenuItem>
          )}
        </ListMenu>
      </div>
      {isGoneOpen && (
        <Suspense>
          <GoneDialog actor={actor} onClose={() => setGoneOpen(false)} />
        </Suspense>
      )}
    </fieldset>
  );
}

export function OrderListHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex h-panel-head shrink-0 items-center gap-1.5 border-border border-b px-3">
      <h2 className="mr-auto text-13">{title}</h2>
      {children}
    </div>
  );
}

function Filters({ deskCode, isNarrowed }: Pick<OrderFilterBarProps, 'deskCode' | 'isNarrowed'>) {
  return (
    <>
      <ScopeChip list="orders" deskCode={deskCode} />
      {!isNarrowed && <ContractFilter />}
      <PeriodSelect />
      <DefaultFilter />
    </>
  );
}

function FilterSheet({ actor, deskCode, isNarrowed }: OrderFilterBarProps) {
  const { t } = useTranslation();
  return (
    <Sheet>
      <SheetTrigger asChild>
        <IconButton label={t(($) => $.orders.filters)} size="icon" className="size-11" data-testid="order-filters">
          <SlidersHorizontal aria-hidden />
        </IconButton>
      </SheetTrigger>
      <SheetContent>
        <SheetTitle className="px-4 pt-3 font-semibold text-16">{t(($) => $.lists.filtersTitle)}</SheetTitle>
        <SheetDescription className="sr-only">{t(($) => $.orders.filters)}</SheetDescription>
        <div className="flex flex-wrap items-center gap-3 p-4 [&_[data-slot=chip]]:h-11 [&_[data-slot=chip]]:px-4 [&_[data-slot=input]]:h-11 [&_[data-slot=input]]:w-40 [&_[data-slot=select]]:h-11 [&_[data-slot=select]]:min-w-32">
          <Filters deskCode={deskCode} isNarrowed={isNarrowed} />
        </div>
        <div className="border-border border-t px-4 py-3 [&_button]:h-11">
          <CancelAll actor={actor} />
        </div>
      </SheetContent>
    </Sheet>
  );
}

/** Names and order of the columns need no rows. */
function OrderColumnMenu() {
  return <ColumnMenu list="orders" columns={useOrderColumns(NO_ROWS)} />;
}

const NO_ROWS = {
  actor: { userId: '', accountId: '' },
  contracts: new Map(),
  lines: [],
  sums: null,
  opened: new Set<string>(),
  onToggleFills: () => undefined,
  fates: new Map(),
};

/** Rejected orders have a chip if there are any, so that the counts add up. */
function TabChips({ list: { counts } }: { list: OrderRows }) {
  const format = useFormat();
  const tab = useOrderFilter(({ activeTab }) => activeTab.orders);
  const setTab = useOrderFilter((state) => state.setTab);
  const name = useTabName();
  const tabs = ORDER_TABS.filter((one) => one !== 'REJECTED' || one === tab || (counts?.REJECTED ?? 0) > 0);
  return tabs.map((one) => (
    <Chip
      key={one}
      on={one === tab}
      data-testid={`order-tab-${one.toLowerCase()}`}
      onClick={() => setTab('orders', one)}
    >
      {name(one)} {counts && <span className="tabular-nums">{format.volume(counts[one])}</span>}
    </Chip>
  ));
}

function useTabName(): (tab: OrderTab) => string {
  const { t } = useTranslation();
  const names: Record<OrderTab, string> = {
    ALL: t(($) => $.shell.tab.all),
    PENDING: t(($) => $.shell.tab.pending),
    CANCELLED: t(($) => $.shell.tab.cancelled),
    FILLED: t(($) => $.shell.tab.filled),
    REJECTED: t(($) => $.words.status.REJECTED),
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

/** Resets to today's default (docs/rules/orders.md#order-list: shown while the filter is active). */
function DefaultFilter() {
  const { t } = useTranslation();
  const isFilter = useOrderFilter((state) => state.isFilter);
  const clearFilter = useOrderFilter((state) => state.clearFilter);
  if (!isFilter) return null;
  return (
    <Button variant="link" size="text" className="text-12" onClick={clearFilter}>
      {t(($) => $.orders.defaultFilter)}
    </Button>
  );
}

function HiddenLine({ hidden }: { hidden: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isPending = useOrderFilter(({ activeTab }) => activeTab.orders === 'PENDING');
  if (hidden === 0) return null;
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap pl-1.5 text-12 text-fg-3">
      {t(($) => $.empty.orders.hidden, { hidden: format.volume(hidden) })}
      <Button
        variant="link"
        size="text"
        className="text-12"
        data-testid="clear-order-filter"
        onClick={isPending ? showLiveOrders : showEveryOrder}
      >
        {t(($) => $.empty.orders.button)}
      </Button>
    </span>
  );
}
