/** The counts on the desk's tabs, with the words that say what they count. */
import { useTranslation } from 'react-i18next';
import type { TabCount } from '#design/ui/tabs.tsx';
import { useFormat } from '#i18n/use-format.ts';
import type { OwnStakes } from './own-stakes.ts';

export interface TabCounts {
  readonly orders: TabCount | undefined;
  readonly positions: TabCount | undefined;
  readonly conditionals: TabCount | undefined;
}

export function useTabCounts({ pendingOrders, openPositions, waitingConditionals }: OwnStakes): TabCounts {
  const { t } = useTranslation();
  const format = useFormat();
  const counted = (value: number | undefined, label: (text: string) => string): TabCount | undefined =>
    value === undefined ? undefined : { value, label: label(format.volume(value)) };
  return {
    orders: counted(pendingOrders, (orders) => t(($) => $.desk.tab.pendingOrders, { orders })),
    positions: counted(openPositions, (positions) => t(($) => $.desk.tab.openPositions, { positions })),
    conditionals: counted(waitingConditionals, (orders) => t(($) => $.desk.tab.waitingConditionals, { orders })),
  };
}
