/** Every route of the product: the server binds this list, the fuzz test and the tidy test walk it. */
import { listAccounts, listMarginStatus, readAccount, readMarginStatus, readMe } from '#http/investors';
import {
  listCandles,
  listContracts,
  listPublicTrades,
  readCommodity,
  readContract,
  readPriceboard,
} from '#http/market';
import {
  cancelOrder,
  forceSell,
  listOrderHistories,
  modifyOrder,
  placeOrder,
  queryOrders,
  readOrderByClientId,
  searchOrders,
} from '#http/orders';
import { listOpenPositions, listSettledPositions } from '#http/positions';
import { login, logout, logoutAll, restoreSession } from '#http/sign-in';
import { drawSocketTicket, moveClock, readExtraInfo, readLive, readReady } from '#http/system';
import { addWish, listWishes, removeWish } from '#http/wishlist';
import type { RouteDefinition } from '#route';

/** By name, which is the operationId in OpenAPI. */
export const ROUTES = {
  login,
  logout,
  logoutAll,
  restoreSession,
  readMe,
  listAccounts,
  readAccount,
  listMarginStatus,
  readMarginStatus,
  listContracts,
  readContract,
  readCommodity,
  listCandles,
  readPriceboard,
  listPublicTrades,
  listWishes,
  addWish,
  removeWish,
  placeOrder,
  modifyOrder,
  cancelOrder,
  queryOrders,
  searchOrders,
  listOrderHistories,
  readOrderByClientId,
  forceSell,
  listOpenPositions,
  listSettledPositions,
  drawSocketTicket,
  readExtraInfo,
  moveClock,
  readLive,
  readReady,
} as const satisfies Readonly<Record<string, RouteDefinition>>;

export type RouteName = keyof typeof ROUTES;

export const ALL_ROUTES: readonly RouteDefinition[] = Object.values(ROUTES);
