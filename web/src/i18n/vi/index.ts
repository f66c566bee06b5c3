/**
 * Bundles the words in Vietnamese, the source language: the types of all keys come from here. These are the first
 * screen's.
 */
import type { AccountWords } from '#i18n/vi/account.ts';
import board from '#i18n/vi/board.json';
import type { CopyingWords } from '#i18n/vi/copying.ts';
import empty from '#i18n/vi/empty.json';
import errors from '#i18n/vi/errors.json';
import type { LaterWords } from '#i18n/vi/later.ts';
import mailbox from '#i18n/vi/mailbox.json';
import network from '#i18n/vi/network.json';
import pages from '#i18n/vi/pages.json';
import shell from '#i18n/vi/shell.json';
import words from '#i18n/vi/words.json';

export const vi = {
  board,
  empty,
  errors,
  mailbox,
  network,
  pages,
  shell,
  words,
};
export type FirstWords = typeof vi;
/** Words of the page that shows the design kit; no other page loads them. */
export type PreviewWords = { readonly preview: typeof import('#i18n/vi/preview.json') };
/** Words of the margin calculator; no other page loads them. */
export type CalculatorWords = { readonly calculator: typeof import('#i18n/vi/calculator.json') };
/** Words of what the ticket's menu opens. */
export type TicketMoreWords = { readonly ticketMore: typeof import('#i18n/vi/ticket-more.json') };
export type Words = FirstWords &
  LaterWords &
  AccountWords &
  CopyingWords &
  CalculatorWords &
  PreviewWords &
  TicketMoreWords;
