/** Says why the list is empty and where the orders are: in the other tab, or behind filter or scope; one press shows them. */
import { ListFilter } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/button.tsx';
import { EmptyState } from '#design/ui/empty-state.tsx';
import { type OrderRows, type OrderTab, showEveryOrder, showLiveOrders } from '#features/order-list/use-order-rows.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';

export function NoOrders({ list: { counts, hidden, hiddenLive } }: { list: OrderRows }) {
  const { t } = useTranslation();
  const format = useFormat();
  const tab = useOrderFilter(({ activeTab }) => activeTab.orders);
  const isFilter = useOrderFilter((state) => state.isFilter);
  if (tab === 'PENDING') {
    return (
      <EmptyState
        icon={ListFilter}
        title={t(($) => $.orders.noneOfTab)}
        hint={hiddenLive > 0 ? t(($) => $.empty.orders.hidden, { hidden: format.volume(hiddenLive) }) : undefined}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {hiddenLive > 0 && (
              <Button size="sm" variant="outline" data-testid="show-live-orders" onClick={showLiveOrders}>
                {t(($) => $.empty.orders.button)}
              </Button>
            )}
            <TabLink tab="ALL" name={t(($) => $.shell.tab.all)} orders={counts.ALL?.orders ?? 0} />
          </span>
        }
      />
    );
  }
  const isPlain = tab === 'ALL' && !isFilter;
  return (
    <EmptyState
      icon={ListFilter}
      title={isPlain ? t(($) => $.empty.orders.title) : t(($) => $.orders.none)}
      hint={hidden > 0 ? t(($) => $.empty.orders.hidden, { hidden: format.volume(hidden) }) : undefined}
      action={
        hidden > 0 ? (
          <span className="flex flex-wrap justify-center gap-2">
            <Button size="sm" variant="outline" data-testid="clear-order-filter" onClick={showEveryOrder}>
              {t(($) => $.empty.orders.button)}
            </Button>
            <TabLink tab="PENDING" name={t(($) => $.shell.tab.pending)} orders={counts.PENDING?.orders ?? 0} />
          </span>
        ) : undefined
      }
    />
  );
}

function TabLink({ tab, name, orders }: { tab: OrderTab; name: string; orders: number }) {
  const format = useFormat();
  const setTab = useOrderFilter((state) => state.setTab);
  if (orders === 0) return null;
  return (
    <Button size="sm" variant="ghost" onClick={() => setTab('orders', tab)}>
      {name} {format.volume(orders)}
    </Button>
  );
}
