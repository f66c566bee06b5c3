/** Bundles the rest of the Vietnamese words: those that no first screen needs. Loaded on demand (i18n.ts). */

import accounts from '#i18n/vi/accounts.json';
import alerts from '#i18n/vi/alerts.json';
import chart from '#i18n/vi/chart.json';
import chartOrders from '#i18n/vi/chart-orders.json';
import commands from '#i18n/vi/commands.json';
import conditional from '#i18n/vi/conditional.json';
import desk from '#i18n/vi/desk.json';
import dialogs from '#i18n/vi/dialogs.json';
import identification from '#i18n/vi/identification.json';
import lists from '#i18n/vi/lists.json';
import notifications from '#i18n/vi/notifications.json';
import orders from '#i18n/vi/orders.json';
import positions from '#i18n/vi/positions.json';
import settings from '#i18n/vi/settings.json';
import shortcuts from '#i18n/vi/shortcuts.json';
import ticket from '#i18n/vi/ticket.json';
import validation from '#i18n/vi/validation.json';
import watchlists from '#i18n/vi/watchlists.json';
import workspaces from '#i18n/vi/workspaces.json';

export const later = {
  accounts,
  alerts,
  commands,
  settings,
  shortcuts,
  chart,
  conditional,
  desk,
  dialogs,
  identification,
  lists,
  notifications,
  orders,
  positions,
  chartOrders,
  ticket,
  validation,
  watchlists,
  workspaces,
};
export type LaterWords = typeof later;
