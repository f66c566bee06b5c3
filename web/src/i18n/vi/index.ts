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
/** Words that one page, or one part of a page, says. */
interface PartWords {
  readonly calculator: typeof import('#i18n/vi/calculator.json');
  /** In the popovers of figures. */
  readonly explain: typeof import('#i18n/vi/explain.json');
  /** In what the ticket's menu opens, and where a position is rolled. */
  readonly ticketMore: typeof import('#i18n/vi/ticket-more.json');
  /** In what opens over a chart: settings of an indicator, an interval, a drawing's controls. */
  readonly chartMore: typeof import('#i18n/vi/chart-more.json');
  /** On the page of keys. */
  readonly keys: typeof import('#i18n/vi/keys.json');
  /** On the page of the curve. */
  readonly curve: typeof import('#i18n/vi/curve.json');
  /** In the network's popup. */
  readonly connection: typeof import('#i18n/vi/connection.json');
  /** In the dialog of an investor's own limits. */
  readonly limits: typeof import('#i18n/vi/limits.json');
  /** Of what proves that books and papers are whole. */
  readonly proof: typeof import('#i18n/vi/proof.json');
  /** On the page of the application to become a customer. */
  readonly application: typeof import('#i18n/vi/application.json');
  readonly timeline: typeof import('#i18n/vi/timeline.json');
  readonly windows: typeof import('#i18n/vi/windows.json');
  /** On the page of alerts and notifications. */
  readonly notices: typeof import('#i18n/vi/notices.json');
  /** On the ladder. */
  readonly ladder: typeof import('#i18n/vi/ladder.json');
  /** On the page that shows the design kit. */
  readonly preview: typeof import('#i18n/vi/preview.json');
}
/** Of one of them. */
export type PageWords = { readonly [Name in keyof PartWords]: Pick<PartWords, Name> }[keyof PartWords];
export type Words = FirstWords & LaterWords & AccountWords & CopyingWords & PartWords;
