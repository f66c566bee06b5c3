/** Bundles the rest of the English words: those that no first screen needs. */

import accounts from '#i18n/en/accounts.json';
import alerts from '#i18n/en/alerts.json';
import application from '#i18n/en/application.json';
import applications from '#i18n/en/applications.json';
import banks from '#i18n/en/banks.json';
import chart from '#i18n/en/chart.json';
import chartOrders from '#i18n/en/chart-orders.json';
import commands from '#i18n/en/commands.json';
import conditional from '#i18n/en/conditional.json';
import contracts from '#i18n/en/contracts.json';
import deposits from '#i18n/en/deposits.json';
import desk from '#i18n/en/desk.json';
import dialogs from '#i18n/en/dialogs.json';
import explain from '#i18n/en/explain.json';
import identification from '#i18n/en/identification.json';
import ladder from '#i18n/en/ladder.json';
import limits from '#i18n/en/limits.json';
import lists from '#i18n/en/lists.json';
import money from '#i18n/en/money.json';
import notifications from '#i18n/en/notifications.json';
import orders from '#i18n/en/orders.json';
import packages from '#i18n/en/packages.json';
import positions from '#i18n/en/positions.json';
import proof from '#i18n/en/proof.json';
import property from '#i18n/en/property.json';
import security from '#i18n/en/security.json';
import settings from '#i18n/en/settings.json';
import shortcuts from '#i18n/en/shortcuts.json';
import signUp from '#i18n/en/sign-up.json';
import statements from '#i18n/en/statements.json';
import ticket from '#i18n/en/ticket.json';
import timeline from '#i18n/en/timeline.json';
import validation from '#i18n/en/validation.json';
import watchlists from '#i18n/en/watchlists.json';
import withdrawals from '#i18n/en/withdrawals.json';
import workspaces from '#i18n/en/workspaces.json';
import type { LaterWords } from '#i18n/vi/later.ts';

export const later: LaterWords = {
  accounts,
  alerts,
  application,
  applications,
  banks,
  proof,
  property,
  commands,
  security,
  settings,
  shortcuts,
  chart,
  conditional,
  contracts,
  deposits,
  desk,
  dialogs,
  explain,
  identification,
  ladder,
  limits,
  lists,
  money,
  notifications,
  orders,
  packages,
  positions,
  chartOrders,
  signUp,
  statements,
  ticket,
  timeline,
  validation,
  watchlists,
  withdrawals,
  workspaces,
};
