/** The tabs of a sub-account's lists, on the desk and in the order manager, with their labelled counts. */
import { useTranslation } from 'react-i18next';
import { Tab, type TabCount } from '#design/ui/controls/tabs.tsx';
import { useFormat } from '#i18n/use-format.ts';

/** Counts of the rows in the lists below; undefined while they are not known. */
export interface ListSizes {
  readonly pendingOrders: number | undefined;
  readonly openPositions: number | undefined;
  readonly waitingConditionals: number | undefined;
}

export interface ListCounts {
  readonly orders: TabCount | undefined;
  readonly positions: TabCount | undefined;
  readonly conditionals: TabCount | undefined;
}

export function useListCounts({ pendingOrders, openPositions, waitingConditionals }: ListSizes): ListCounts {
  const { t } = useTranslation();
  const format = useFormat();
  const counted = (value: number | undefined, label: (text: string, value: number) => string): TabCount | undefined =>
    value === undefined ? undefined : { value, label: label(format.volume(value), value) };
  return {
    orders: counted(pendingOrders, (orders) => t(($) => $.desk.tab.pendingOrders, { orders })),
    positions: counted(openPositions, (positions) => t(($) => $.desk.tab.openPositions, { positions })),
    conditionals: counted(waitingConditionals, (orders, count) =>
      t(($) => $.desk.tab.waitingConditionals, { count, orders }),
    ),
  };
}

export interface ListTabsProps {
  readonly sizes: ListSizes;
  /** The orders have a panel of their own. */
  readonly withoutOrders?: boolean;
}

export function ListTabs({ sizes, withoutOrders = false }: ListTabsProps) {
  const { t } = useTranslation();
  const counts = useListCounts(sizes);
  return (
    <>
      {!withoutOrders && (
        <Tab value="orders" count={counts.orders}>
          {t(($) => $.shell.tab.orders)}
        </Tab>
      )}
      <Tab value="positions" count={counts.positions}>
        {t(($) => $.shell.tab.positions)}
      </Tab>
      <Tab value="conditional" count={counts.conditionals}>
        {t(($) => $.shell.tab.conditional)}
      </Tab>
    </>
  );
}
