/**
 * The parts of the desk that load after its first price: chart, ticket, ladder and lists. Whoever renders one reserves
 * its space meanwhile (`Suspense`, in `DeskPanel` for all panels).
 */
import { type ComponentType, lazy } from 'react';
import { withLadderWords, withWindowsWords } from '#i18n/i18n.ts';
import { untilFirstPrice } from '#market/first-price.ts';

export const DeskCharts = late(async () => (await import('#pages/trading/desk-charts.tsx')).DeskCharts);
export const WindowCharts = late(async () => (await import('#pages/trading/desk-charts.tsx')).WindowCharts);
export const PhoneCharts = late(async () => (await import('#pages/trading/phone-charts.tsx')).PhoneCharts);
export const BottomTabs = late(async () => (await import('#pages/trading/bottom-tabs.tsx')).BottomTabs);
export const SideColumn = late(async () => (await import('#pages/trading/side-column.tsx')).SideColumn);
export const BoardTab = late(async () => (await import('#pages/trading/board-tab.tsx')).BoardTab);
export const DeskLinks = late(
  async () => (await withWindowsWords(() => import('#pages/trading/desk-links.tsx'))).DeskLinks,
);
export const OrderLadder = late(
  async () => (await withLadderWords(() => import('#features/order-ladder/order-ladder.tsx'))).OrderLadder,
);
export const TradingKeys = late(
  async () => (await withLadderWords(() => import('#features/order-ladder/trading-keys.tsx'))).TradingKeys,
);
export const TicketSheet = late(async () => (await import('#features/order-ticket/ticket-sheet.tsx')).TicketSheet);
export const OrderList = late(async () => (await import('#features/order-list/order-list.tsx')).OrderList);
export const PositionList = late(async () => (await import('#features/positions/position-list.tsx')).PositionList);
export const ConditionalList = late(
  async () => (await import('#features/conditional-orders/conditional-list.tsx')).ConditionalList,
);

function late<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => {
    await untilFirstPrice();
    return { default: await load() };
  });
}
