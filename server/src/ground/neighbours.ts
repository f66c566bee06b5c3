/**
 * The other processes of this installation, as its services know them: who ended a session, or wrote down work for the
 * process that does it, tells them at once. A word may be lost (record 162), so nobody lives by words alone: what is
 * remembered is looked up again after LOOK_AGAIN_MS, and work that was written down is found by the next round
 * (record 165). A process that is alone has no neighbours, and remembers until something changes.
 */
export interface Neighbours {
  /** Tells the others, never this process. Never throws. */
  tell(topic: NeighbourTopic, text: string): void;
  /** Calls with what others tell. */
  hear(topic: NeighbourTopic, listener: (text: string) => void): void;
}

export type NeighbourTopic =
  /** A browser session or an investor has changed: what is remembered of them is void. */
  | 'sessions.changed'
  /** Somebody was signed out, or their browser session has a new id. */
  | 'sessions.ended'
  /** An investor's grant to a program has changed or ended. */
  | 'grants.changed'
  /** Tokens of programs are void. */
  | 'tokens.gone'
  /** An investor has arranged something. */
  | 'keepsakes.changed'
  /** An investor has papers to sign, or has signed one. */
  | 'papers.changed'
  /** Mail or SMS waits. */
  | 'work.messages'
  /** A test of a channel waits to be sent. */
  | 'work.deliveries'
  /** A payment waits to be credited. */
  | 'work.payments'
  /** An investor was approved, or has signed: what follows is to be done. */
  | 'work.activation'
  /** A demo's application or strategy waits for its policy. */
  | 'work.application'
  | 'work.strategy'
  /** A price alert was set, changed or deleted. */
  | 'work.alert';

/** How long what was read may be older than a word that was lost. */
export const LOOK_AGAIN_MS = 5_000;
