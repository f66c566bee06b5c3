/**
 * Bundles the English words of the first screen. Loaded on demand, so that a Vietnamese first paint does not carry
 * them.
 */

import board from '#i18n/en/board.json';
import empty from '#i18n/en/empty.json';
import errors from '#i18n/en/errors.json';
import mailbox from '#i18n/en/mailbox.json';
import network from '#i18n/en/network.json';
import pages from '#i18n/en/pages.json';
import shell from '#i18n/en/shell.json';
import words from '#i18n/en/words.json';
import type { FirstWords } from '#i18n/vi/index.ts';

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
