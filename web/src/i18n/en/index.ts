/** The words of the first screen in English. Loaded on demand, so that a Vietnamese first paint does not carry them. */
import type { FirstWords } from '../vi/index.ts';
import board from './board.json';
import empty from './empty.json';
import errors from './errors.json';
import mailbox from './mailbox.json';
import network from './network.json';
import pages from './pages.json';
import shell from './shell.json';
import words from './words.json';

export const en: FirstWords = {
  board,
  empty,
  errors,
  mailbox,
  network,
  pages,
  shell,
  words,
};
