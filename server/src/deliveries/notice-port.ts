/** What a channel needs to be: how a notice that leaves the page is handed to whoever carries it. */
import type { NoticeCode } from '@mua/contract/entities/mailbox-message';
import type { NoticeChannel } from '@mua/contract/entities/notice-delivery';
import type { NoticeCategory } from '@mua/contract/entities/notification-settings';
import type { SeenNotice } from '@mua/contract/entities/push-message';
import type { Language } from '#messages/language.ts';

/** A notice in its reader's words. */
export interface NoticeLetter {
  /** The same for every attempt, so that a receiving service recognises a repetition. */
  readonly deliveryId: string;
  readonly investorId: string;
  readonly language: Language;
  /** Null of a test. */
  readonly code: NoticeCode | null;
  /** Null of a test. */
  readonly category: NoticeCategory | null;
  /** Where it may show on a locked screen, without figures unless its reader chose them. */
  readonly title: string;
  /** Sentences; may be empty. */
  readonly text: string;
  /** Of the client, where something can be done about it: `/account-overview`. */
  readonly path: string;
  /** Where it lies, for whoever can tell that it was seen; null of a test. */
  readonly place: SeenNotice | null;
  /** When it happened. */
  readonly timeMs: number;
  /** It is no news any more. */
  readonly expiresMs: number;
  /** A margin call or a liquidation: it may wake somebody. */
  readonly isUrgent: boolean;
  /** A later letter with the same one takes its place on the screen. */
  readonly topic: string;
}

export interface NoticePort {
  readonly channel: NoticeChannel;
  /** How many it sends concurrently, so that one slow recipient does not delay the rest. */
  readonly atOnce: number;
  /** What it shows may be read by whoever sees the locked device. */
  readonly showsOnLockScreen: boolean;
  /** Its letters are read with their address in them, which is then to say no more than their text. */
  readonly showsAddress: boolean;
  /** Where it reaches the investor, as far as they need it to recognise it; null: nowhere. */
  addressOf(investorId: string): Promise<string | null>;
  /**
   * `sent`: the receiving service has taken it; `gone`: there is nobody at the address any more; `silent`: its owner has to
   * write to us before we may. Rejects where it was not taken: it is tried again, later than the error's `retryAfterMs` if
   * it has one.
   */
  send(letter: NoticeLetter): Promise<'sent' | 'gone' | 'silent'>;
}

/** The receiving service says when to come back. */
export class RetryLater extends Error {
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}
