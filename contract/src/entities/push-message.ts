/** What the server encrypts for a browser, and its service worker shows (record 181). */
export interface PushMessage {
  readonly title: string;
  readonly text: string;
  /** A path of this installation that a click opens. */
  readonly url: string;
  readonly language: string;
  /** At most 32 letters of base64url: a newer message takes the place of an older one that has not been delivered or read. */
  readonly topic: string;
}

/** Names the notice in the address that a click opens, so that its page marks it read. */
export const SEEN_PARAM = 'seen';

/** Names the contract whose roll is asked for on the page that a notice of its close-out opens. */
export const ROLL_PARAM = 'roll';

/** A message's place in the mailbox of a sub-account or investor. */
export interface SeenNotice {
  readonly accountId: string;
  readonly mailboxId: string;
}

/** In hexadecimal digits, which say nothing at a glance: a messenger shows the whole address, on a locked screen too. */
export function seenText({ accountId, mailboxId }: SeenNotice): string {
  return Array.from(`${accountId}.${mailboxId}`, (letter) => letter.charCodeAt(0).toString(16)).join('');
}

/** Null of anything else: an address is typed by anybody. */
export function seenNotice(text: string): SeenNotice | null {
  const letters = /^(?:[2-7][0-9a-f]){1,80}$/.test(text) ? text.match(/../g) : null;
  const plain = letters?.map((digits) => String.fromCharCode(Number.parseInt(digits, 16))).join('') ?? '';
  const [, accountId, mailboxId] = /^([\w-]{1,40})\.(\d+-\d+)$/.exec(plain) ?? [];
  return accountId === undefined || mailboxId === undefined ? null : { accountId, mailboxId };
}
