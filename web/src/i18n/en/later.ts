/** The rest of the English words: what no first screen says. */
import type { LaterWords } from '../vi/later.ts';
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

export const later: LaterWords = {
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
