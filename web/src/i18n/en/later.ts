/** Bundles the rest of the English words: those that no first screen needs. */

import accounts from '#i18n/en/accounts.json';
import alerts from '#i18n/en/alerts.json';
import chart from '#i18n/en/chart.json';
import chartOrders from '#i18n/en/chart-orders.json';
import commands from '#i18n/en/commands.json';
import conditional from '#i18n/en/conditional.json';
import desk from '#i18n/en/desk.json';
import dialogs from '#i18n/en/dialogs.json';
import identification from '#i18n/en/identification.json';
import lists from '#i18n/en/lists.json';
import notifications from '#i18n/en/notifications.json';
import orders from '#i18n/en/orders.json';
import positions from '#i18n/en/positions.json';
import settings from '#i18n/en/settings.json';
import shortcuts from '#i18n/en/shortcuts.json';
import ticket from '#i18n/en/ticket.json';
import validation from '#i18n/en/validation.json';
import watchlists from '#i18n/en/watchlists.json';
import workspaces from '#i18n/en/workspaces.json';
import type { LaterWords } from '#i18n/vi/later.ts';

export const later: LaterWords = {
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
