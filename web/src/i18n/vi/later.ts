/** The rest of the Vietnamese words: what no first screen says. Loaded on demand (i18n.ts). */

import accounts from './accounts.json';
import alerts from './alerts.json';
import applications from './applications.json';
import chart from './chart.json';
import commands from './commands.json';
import conditional from './conditional.json';
import desk from './desk.json';
import dialogs from './dialogs.json';
import explain from './explain.json';
import ladder from './ladder.json';
import limits from './limits.json';
import lists from './lists.json';
import notifications from './notifications.json';
import orders from './orders.json';
import positions from './positions.json';
import preview from './preview.json';
import property from './property.json';
import security from './security.json';
import settings from './settings.json';
import shortcuts from './shortcuts.json';
import stakes from './stakes.json';
import ticket from './ticket.json';
import timeline from './timeline.json';
import validation from './validation.json';
import watchlists from './watchlists.json';
import workspaces from './workspaces.json';

export const later = {
  accounts,
  alerts,
  applications,
  property,
  commands,
  security,
  settings,
  shortcuts,
  chart,
  conditional,
  desk,
  dialogs,
  explain,
  ladder,
  limits,
  lists,
  notifications,
  orders,
  positions,
  preview,
  stakes,
  ticket,
  timeline,
  validation,
  watchlists,
  workspaces,
};
export type LaterWords = typeof later;
