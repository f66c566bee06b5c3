/** Every route of the product: the server binds this list, the fuzz test and the tidy test walk it. */
import { listAccountDays, readAccountProfit } from '#http/account-days';
import { readBrakes, setBrakes } from '#http/brakes';
import { cancelConditionalOrder, listConditionalOrders, modifyConditionalOrder } from '#http/conditional-orders';
import { listAccounts, listMarginStatus, readAccount, readMarginStatus, readMe } from '#http/investors';
import {
  listCandles,
  listContracts,
  listPublicTrades,
  readCommodity,
  readContract,
  readPriceboard,
} from '#http/market';
import { countUnread, listMailbox, readAllMessages, readMessage } from '#http/notifications';
import {
  haltTrading,
  liftHalt,
  listHalts,
  listOperatorActs,
  listScenarios,
  operatorForceSell,
  startScenario,
  stopScenario,
} from '#http/operator';
import { readOrderTimeline } from '#http/order-timeline';
import {
  cancelAllOrders,
  cancelOrder,
  forceSell,
  listOrderHistories,
  modifyOrder,
  placeOrder,
  queryOrders,
  readOrderByClientId,
  reversePosition,
  searchOrders,
} from '#http/orders';
import { listOpenPositions, listSettledPositions } from '#http/positions';
import { createPriceAlert, deletePriceAlert, listPriceAlerts, updatePriceAlert } from '#http/price-alerts';
import { playRecording, readRecording } from '#http/recording';
import { login, logout, logoutAll, restoreSession } from '#http/sign-in';
import { drawSocketTicket, moveClock, readExtraInfo, readLive, readReady } from '#http/system';
import {
  addToWatchlist,
  arrangeWatchlist,
  createWatchlist,
  deleteWatchlist,
  listWatchlists,
  removeFromWatchlist,
  renameWatchlist,
} from '#http/watchlists';
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
  listAccountDays,
  readAccountProfit,
  listContracts,
  readContract,
  readCommodity,
  listCandles,
  readPriceboard,
  listPublicTrades,
  listWishes,
  addWish,
  removeWish,
  listWatchlists,
  createWatchlist,
  renameWatchlist,
  arrangeWatchlist,
  addToWatchlist,
  removeFromWatchlist,
  deleteWatchlist,
  placeOrder,
  modifyOrder,
  cancelOrder,
  queryOrders,
  searchOrders,
  listOrderHistories,
  readOrderByClientId,
  readOrderTimeline,
  listConditionalOrders,
  modifyConditionalOrder,
  cancelConditionalOrder,
  cancelAllOrders,
  reversePosition,
  forceSell,
  listOpenPositions,
  listSettledPositions,
  readBrakes,
  setBrakes,
  listMailbox,
  countUnread,
  readMessage,
  readAllMessages,
  listPriceAlerts,
  createPriceAlert,
  updatePriceAlert,
  deletePriceAlert,
  listHalts,
  haltTrading,
  liftHalt,
  operatorForceSell,
  listOperatorActs,
  listScenarios,
  startScenario,
  stopScenario,
  readRecording,
  playRecording,
  drawSocketTicket,
  readExtraInfo,
  moveClock,
  readLive,
  readReady,
} as const satisfies Readonly<Record<string, RouteDefinition>>;

export type RouteName = keyof typeof ROUTES;

export const ALL_ROUTES: readonly RouteDefinition[] = Object.values(ROUTES);
