/**
 * The lists below the chart (docs/rules/screens.md#desk-tabs): price board, order history, positions, conditional
 * orders; on a wide screen the orders have a panel of their own.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { useTranslation } from 'react-i18next';
import { skipTarget } from '#design/skip-target.ts';
import { KeptTabContent, Tab, Tabs, TabsList, useAwakeTab } from '#design/ui/controls/tabs.tsx';
import { showOrder, useHighlightedList } from '#desk/highlighted-row.ts';
import { ConditionalList } from '#features/conditional-orders/conditional-list.tsx';
import { AccountFigures } from '#features/margin-levels/account-figures.tsx';
import { OrderList } from '#features/order-list/order-list.tsx';
import { showOrderHistory } from '#features/order-list/use-order-rows.ts';
import { PositionList } from '#features/positions/position-list.tsx';
import { ListTabs } from '#pages/list-tabs.tsx';
import { BoardTab } from '#pages/trading/board-tab.tsx';
import { DESK_LISTS, type DeskList, useDeskLayout } from '#pages/trading/desk-layout.ts';
import { useListSizes } from '#pages/trading/own-order-lines.ts';
import { type ShortcutName, useShortcut } from '#session/shortcuts.ts';

export interface BottomTabsProps {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
  readonly isSplit: boolean;
  /** Missing where the lists have all the room there is. */
  readonly onGrow?: () => void;
}

/** Fits one line of half the width; the required margin is the list's own total. */
const SPLIT_FIGURES = ['equity', 'availableMargin', 'marginRatio'] as const;

const CONTENT = 'flex min-h-0 flex-1 flex-col outline-offset-[-2px]';

export function BottomTabs({ contract, contracts, isSplit, onGrow }: BottomTabsProps) {
  const { t } = useTranslation();
  const { list: tab, setList: setTab } = useDeskLayout();
  const shown = isSplit && tab === 'orders' ? 'positions' : tab;
  const awake = useAwakeTab(shown);
  const choose = (value: string) => setTab(DESK_LISTS.find((name) => name === value) ?? 'positions');
  useHighlightedList((list) => {
    if (list === 'orders') showOrderHistory();
    if (list === 'conditionals') setTab('conditional');
    else if (!isSplit) setTab('orders');
  });
  const tabs = (
    <Tabs
      value={shown}
      onValueChange={choose}
      {...skipTarget('lists')}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface outline-none"
    >
      <TabsList aria-label={t(($) => $.desk.panel.bottom)} className="shrink-0 border-border border-b px-1">
        <Tab value="board">{t(($) => $.shell.tab.priceboard)}</Tab>
        <CountedTabs contract={contract} isSplit={isSplit} />
      </TabsList>
      {DESK_LISTS.filter((list) => !isSplit || list !== 'orders').map((list) => (
        <ListKey key={list} list={list} onPress={() => setTab(list)} />
      ))}
      <KeptTabContent value="board" isAwake={awake === 'board'} className={CONTENT}>
        <BoardTab contract={contract} contracts={contracts} {...(onGrow ? { onGrow } : {})} />
      </KeptTabContent>
      {!isSplit && (
        <KeptTabContent value="orders" isAwake={awake === 'orders'} className={CONTENT}>
          <OrderList contractCode={contract.code} />
        </KeptTabContent>
      )}
      <KeptTabContent value="positions" isAwake={awake === 'positions'} className={CONTENT}>
        <PositionList
          contractCode={contract.code}
          summary={
            <AccountFigures
              {...(isSplit ? { figures: SPLIT_FIGURES } : {})}
              className="flex flex-wrap gap-x-5 gap-y-1"
            />
          }
        />
      </KeptTabContent>
      <KeptTabContent value="conditional" isAwake={awake === 'conditional'} className={CONTENT}>
        <ConditionalList contractCode={contract.code} onShowOrder={showOrder} />
      </KeptTabContent>
    </Tabs>
  );
  if (!isSplit) return tabs;
  return (
    <div className="flex min-h-0 flex-1 gap-px bg-border">
      {tabs}
      <section aria-label={t(($) => $.shell.tab.orders)} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
        <OrderList contractCode={contract.code} title={t(($) => $.shell.tab.orders)} />
      </section>
    </div>
  );
}

const LIST_KEYS = {
  board: 'toBoard',
  orders: 'toOrders',
  positions: 'toPositions',
  conditional: 'toConditionals',
} as const satisfies Readonly<Record<DeskList, ShortcutName>>;

function ListKey({ list, onPress }: { list: DeskList; onPress: () => void }) {
  useShortcut(LIST_KEYS[list], onPress);
  return null;
}

/** A component of its own, so that a change in the number of orders does not render the lists. */
function CountedTabs({ contract, isSplit }: Pick<BottomTabsProps, 'contract' | 'isSplit'>) {
  const sizes = useListSizes(contract);
  return <ListTabs sizes={sizes} withoutOrders={isSplit} />;
}
