/** A server of the investor feed for tests: its journal is a list, and nothing moves until the test moves it. */
import type { AccountItem } from '@mua/contract/feeds/investor-feed';
import type { Acknowledgement } from '@mua/contract/feeds/messages';

/** An event of the model is represented by its seq. */
const itemOf = (seq: number): AccountItem => ({ kind: 'unread', unread: seq });
export const seqOf = (item: AccountItem): number => (item.kind === 'unread' ? item.unread : -1);

export type Deliver = () => void;

interface Subscription {
  readonly accountId: string;
  /** Null until the first reading has been sent, while updates wait. */
  lastSeq: number | null;
  readonly waiting: number[];
}

export interface Reading {
  readonly subscription: Subscription;
  readonly afterSeq: number | undefined;
  readonly acknowledge: (answer: Acknowledgement) => void;
}

interface ModelEvent {
  readonly seq: number;
  readonly accountId: string;
}

export class ModelJournal {
  readonly #events: ModelEvent[] = [];

  get seq(): number {
    return this.#events.at(-1)?.seq ?? 0;
  }

  append(accountId: string): ModelEvent {
    const event = { seq: this.seq + 1, accountId };
    this.#events.push(event);
    return event;
  }

  seqsOf(accountId: string, afterSeq: number): number[] {
    return this.#events.filter((event) => event.accountId === accountId && event.seq > afterSeq).map(({ seq }) => seq);
  }
}

/**
 * Models the server's side of the feed (server/src/feeds/investor-feed.ts) for one connection, as a journal and two
 * lists of messages in transit.
 */
export class ModelServer {
  readonly #journal: ModelJournal;
  readonly toClient: Deliver[] = [];
  readonly toServer: Deliver[] = [];
  #subscriptions = new Map<string, Subscription>();
  #readings: Reading[] = [];
  /** Positions older than this are answered with a snapshot. */
  #resumable = 0;
  readonly #publish: (event: string, message: unknown) => void;

  constructor(journal: ModelJournal, notify: (event: string, message: unknown) => void) {
    this.#journal = journal;
    this.#publish = notify;
  }

  /** An event of the journal is told to whom it concerns. */
  tell({ accountId, seq }: ModelEvent): void {
    const subscription = this.#subscriptions.get(accountId);
    if (subscription) this.#update(subscription, seq);
  }

  subscribe(accountId: string, afterSeq: number | undefined, acknowledge: Reading['acknowledge']): void {
    const subscription = { accountId, lastSeq: null, waiting: [] };
    this.#subscriptions.set(accountId, subscription);
    this.#readings.push({ subscription, afterSeq, acknowledge: (answer) => this.#send(() => acknowledge(answer)) });
  }

  unsubscribe(accountId: string): void {
    this.#subscriptions.delete(accountId);
  }

  /** Answers the oldest question to the database, or fails it. */
  read(isWell: boolean): boolean {
    const reading = this.#readings.shift();
    if (!reading) return false;
    const { subscription, afterSeq, acknowledge } = reading;
    const { accountId } = subscription;
    if (!isWell) {
      if (this.#subscriptions.get(accountId) === subscription) this.unsubscribe(accountId);
      acknowledge({ ok: false, code: 'DefaultError' });
    } else if (this.#subscriptions.get(accountId) === subscription) {
      this.#start(subscription, afterSeq, acknowledge);
    }
    return true;
  }

  forgetOldPositions(): void {
    this.#resumable = this.#journal.seq;
  }

  hangUp(): void {
    this.#subscriptions = new Map();
    this.#readings = [];
    this.toClient.length = 0;
    this.toServer.length = 0;
  }

  #start(subscription: Subscription, afterSeq: number | undefined, acknowledge: Reading['acknowledge']): void {
    const { accountId, waiting } = subscription;
    const event = 'account';
    const seq = this.#journal.seqsOf(accountId, 0).at(-1) ?? 0;
    if (afterSeq === undefined || afterSeq < this.#resumable || afterSeq > seq) {
      acknowledge({ ok: true, seq });
      this.#send(() => this.#publish('snapshot', { event, accountId, seq, items: [itemOf(seq)] }));
    } else {
      acknowledge({ ok: true, seq: afterSeq });
      const items = this.#journal.seqsOf(accountId, afterSeq).map(itemOf);
      if (items.length > 0) {
        this.#send(() => this.#publish('update', { event, accountId, seq, previousSeq: afterSeq, items }));
      }
    }
    subscription.lastSeq = seq;
    for (const late of waiting.splice(0)) this.#update(subscription, late);
  }

  #update(subscription: Subscription, seq: number): void {
    const { accountId, lastSeq } = subscription;
    if (lastSeq === null) {
      subscription.waiting.push(seq);
    } else if (seq > lastSeq) {
      subscription.lastSeq = seq;
      const message = { event: 'account', accountId, seq, previousSeq: lastSeq, items: [itemOf(seq)] };
      this.#send(() => this.#publish('update', message));
    }
  }

  #send(deliver: Deliver): void {
    this.toClient.push(deliver);
  }
}
