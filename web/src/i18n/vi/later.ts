/** The rest of the Vietnamese words: what no first screen says. Loaded on demand (i18n.ts). */
import conditional from './conditional.json';
import desk from './desk.json';
import dialogs from './dialogs.json';
import explain from './explain.json';
import limits from './limits.json';
import notifications from './notifications.json';
import orders from './orders.json';
import positions from './positions.json';
import preview from './preview.json';
import ticket from './ticket.json';
import validation from './validation.json';

export const later = {
  conditional,
  desk,
  dialogs,
  explain,
  limits,
  notifications,
  orders,
  positions,
  preview,
  ticket,
  validation,
};
export type LaterWords = typeof later;
