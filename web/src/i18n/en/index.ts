/** The words in English. Loaded on demand, so that a Vietnamese first paint does not carry them. */
import type { Words } from '../vi/index.ts';
import board from './board.json';
import conditional from './conditional.json';
import desk from './desk.json';
import dialogs from './dialogs.json';
import empty from './empty.json';
import errors from './errors.json';
import explain from './explain.json';
import limits from './limits.json';
import mailbox from './mailbox.json';
import network from './network.json';
import notifications from './notifications.json';
import orders from './orders.json';
import pages from './pages.json';
import positions from './positions.json';
import preview from './preview.json';
import shell from './shell.json';
import ticket from './ticket.json';
import validation from './validation.json';
import words from './words.json';

export const en: Words = {
  board,
  conditional,
  desk,
  dialogs,
  empty,
  errors,
  explain,
  limits,
  mailbox,
  network,
  notifications,
  orders,
  pages,
  positions,
  preview,
  shell,
  ticket,
  validation,
  words,
};
