/**
 * Says why the list is empty and where the orders are: hidden by filter or scope, or in another tab; one press shows
 * them.
 */
import type { OrderTab } from '@mua/contract/entities/order-filter';
import { ListFilter } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { type OrderRows, showEveryOrder, showLiveOrders } from '#features/order-list/use-order-rows.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';

export function NoOrders({ list: { counts, hidden } }: { list: OrderRows }) {
  const { t } = useTranslation();
  const format = useFormat();
  const tab = useOrderFilter(({ activeTab }) => activeTab.orders);
  const isFilter = useOrderFilter((state) => state.isFilter);
  const isPending = tab === 'PENDING';
  const isPlain = tab === 'ALL' && !isFilter;
  const listed = tab === 'ALL' ? 0 : (counts?.ALL ?? 0);
  const filteredTitle = tab === 'ALL' ? t(($) => $.orders.none) : t(($) => $.orders.noneOfTab);
  return (
    <EmptyState
      icon={ListFilter}
      title={isPlain ? t(($) => $.empty.orders.title) : filteredTitle}
      hint={hidden > 0 ? t(($) => $.empty.orders.hidden, { hidden: format.volume(hidden) }) : undefined}
      action={
        hidden > 0 || listed > 0 ? (
          <span className="flex flex-wrap justify-center gap-2">
            {hidden > 0 && (
              <Button
                size="sm"
                variant="outline"
                data-testid={isPending ? 'show-live-orders' : 'clear-order-filter'}
                onClick={isPending ? showLiveOrders : showEveryOrder}
              >
                {t(($) => $.empty.orders.button)}
              </Button>
            )}
            <TabButton tab="ALL" name={t(($) => $.shell.tab.all)} orders={listed} />
          </span>
        ) : undefined
      }
    />
  );
}

/** Looks like a button, because it is the next step. */
function TabButton({ tab, name, orders }: { tab: OrderTab; name: string; orders: number }) {
  const format = useFormat();
  const setTab = useOrderFilter((state) => state.setTab);
  if (orders === 0) return null;
  return (
    <Button size="sm" variant="outline" data-testid="show-all-tab" onClick={() => setTab('orders', tab)}>
      {name} {format.volume(orders)}
    </Button>
  );
}
