/**
 * One subscription of a socket that several windows share: an event, or a sub-account. The server is asked for the union
 * of what the windows wish, and all of them are told everything it sends; their feeds check each seq themselves, as on a
 * socket of their own.
 *
 * A window that asks from where the stream is, or from a message that is still remembered, is answered here, and no other
 * notices. Else the server is asked again: after a seq only if every window is at it, because an update that bridges
 * several can't be cut for those who have a part of it; otherwise for a snapshot, which brings all to the same place.
 */
import type { Acknowledgement } from '@mua/contract/feeds/messages';
import type { ClientEvent, LeaderWord, StreamRequest } from '#feeds/window-messages.ts';

/** As much as a stream needs of what is sent. Only the investor feed says which seq came before. */
export interface StreamMessage {
  readonly event: string;
  readonly accountId?: string;
  readonly seq: number;
  readonly previousSeq?: number;
}

export interface SharedStreamOptions {
  readonly about: Pick<StreamRequest, 'event' | 'accountId'>;
  readonly emit: (event: ClientEvent, request: StreamRequest, take: (answer: Acknowledgement) => void) => unknown;
  readonly tell: (member: string | null, word: LeaderWord) => void;
}

interface Wish {
  readonly codes: readonly string[];
  /** Where the window is; null before its snapshot. */
  seq: number | null;
  /** Its question, until it is answered. */
  askId: number | null;
}

/** What the server was asked, and for whom. */
interface Question {
  readonly codes: readonly string[];
  readonly afterSeq: number | null;
  readonly askers: readonly { readonly member: string; readonly askId: number }[];
  /** Accepted, and its snapshot on its way. A snapshot that comes before was asked for earlier. */
  isAccepted: boolean;
}

/** Enough for a window whose leader has changed; who missed more takes a snapshot. */
const REMEMBERED = 200;
/** The server beats as soon as a connection opens: only a second beat means that time has passed. */
const BEATS = 2;

/** The server has one subscription for each. */
export function streamKey({ event, accountId }: Pick<StreamRequest, 'event' | 'accountId'>): string {
  return accountId ?? event;
}

export class SharedStream {
  readonly #options: SharedStreamOptions;
  readonly #wishes = new Map<string, Wish>();
  /** What the server has agreed to. */
  #codes: readonly string[] = [];
  /** Where the server's subscription is; null while there is none. */
  #seq: number | null = null;
  /** The question that the server has not answered yet, or whose snapshot is on its way. */
  #question: Question | null = null;
  #beats = 0;
  /** The newest updates, each of which follows the one before it. */
  #recent: readonly StreamMessage[] = [];

  constructor(options: SharedStreamOptions) {
    this.#options = options;
  }

  subscribe(member: string, askId: number, { codes = [], afterSeq }: Omit<StreamRequest, 'event'>): void {
    this.#wishes.set(member, { codes, seq: afterSeq ?? null, askId });
    this.#settle();
  }

  /** Takes back what a window wished for; ends the server's subscription, and returns true, if it was the last. */
  leave(member: string): boolean {
    if (!this.#wishes.delete(member)) return false;
    if (this.#wishes.size === 0) {
      this.#question = null;
      this.#options.emit('unsubscribe', this.#options.about, () => undefined);
      return true;
    }
    this.#settle();
    return false;
  }

  snapshot(message: StreamMessage): void {
    this.#tellAll('snapshot', message);
    this.#seq = message.seq;
    this.#recent = [];
    if (this.#question?.isAccepted) this.#question = null;
    for (const wish of this.#answered()) wish.seq = message.seq;
    this.#settle();
  }

  update(message: StreamMessage): void {
    const { seq, previousSeq } = message;
    this.#tellAll('update', message);
    // A market feed's say nothing of what was before: nobody can be brought up to date with them.
    if (previousSeq !== undefined) {
      this.#recent = [...(previousSeq === this.#seq ? this.#recent : []), message].slice(-REMEMBERED);
    }
    this.#seq = seq;
    for (const wish of this.#answered()) {
      if (wish.seq !== null && (previousSeq === undefined || previousSeq === wish.seq)) wish.seq = seq;
    }
  }

  /** Called on every heartbeat: asks again for what has no answer, or was refused. */
  beat(): void {
    this.#beats += 1;
    if (this.#question ? this.#beats >= BEATS : this.#seq === null) this.#ask();
  }

  #tellAll(event: string, message: StreamMessage): void {
    this.#options.tell(null, { kind: 'event', event, message });
  }

  /** Windows that are not about to be told where they are. */
  #answered(): Wish[] {
    return [...this.#wishes.values()].filter(({ askId }) => askId === null);
  }

  /** Answers who can be answered here; asks the server where anybody is left, or wishes have changed. */
  #settle(): void {
    if (this.#question) return;
    for (const [member, wish] of this.#wishes) this.#resume(member, wish);
    const isOpen = this.#answered().length < this.#wishes.size;
    if (isOpen || this.#union().join() !== this.#codes.join()) this.#ask();
  }

  #resume(member: string, wish: Wish): void {
    const { askId, seq, codes } = wish;
    const missed = this.#missedSince(seq);
    if (askId === null || seq === null || !missed || !codes.every((code) => this.#codes.includes(code))) return;
    wish.askId = null;
    wish.seq = this.#seq;
    this.#options.tell(member, { kind: 'answer', askId, answer: { ok: true, seq } });
    for (const message of missed) this.#options.tell(member, { kind: 'event', event: 'update', message });
  }

  /** What a window at `seq` has missed; undefined if it is no longer known. */
  #missedSince(seq: number | null): readonly StreamMessage[] | undefined {
    if (seq === null || this.#seq === null) return undefined;
    if (seq === this.#seq) return [];
    const first = this.#recent.findIndex(({ previousSeq }) => previousSeq === seq);
    return first < 0 ? undefined : this.#recent.slice(first);
  }

  #ask(): void {
    const wishes = [...this.#wishes];
    const codes = this.#union();
    const afterSeq = placeOfAll(wishes.map(([, { seq }]) => seq));
    const askers = wishes.flatMap(([member, { askId }]) => (askId === null ? [] : [{ member, askId }]));
    const question: Question = { codes, afterSeq, askers, isAccepted: false };
    this.#question = question;
    this.#beats = 0;
    const { about, emit } = this.#options;
    const wished = codes.length === 0 ? {} : { codes };
    emit('subscribe', { ...about, ...wished, ...(afterSeq === null ? {} : { afterSeq }) }, (answer) => {
      if (this.#question === question) this.#take(question, answer);
    });
  }

  /** A snapshot follows its answer; what resumes is there with it. */
  #take(question: Question, answer: Acknowledgement): void {
    const { codes, afterSeq, askers } = question;
    for (const { member, askId } of askers) {
      const wish = this.#wishes.get(member);
      if (wish?.askId !== askId) continue;
      wish.askId = null;
      this.#options.tell(member, { kind: 'answer', askId, answer });
    }
    this.#recent = [];
    this.#seq = answer.ok ? answer.seq : null;
    if (answer.ok) this.#codes = codes;
    question.isAccepted = answer.ok && answer.seq !== afterSeq;
    if (question.isAccepted) return;
    this.#question = null;
    if (answer.ok) this.#settle();
  }

  #union(): string[] {
    return [...new Set([...this.#wishes.values()].flatMap(({ codes }) => codes))].sort();
  }
}

/** The seq at which all are; null if they are at different ones. */
function placeOfAll(seqs: readonly (number | null)[]): number | null {
  const [first = null] = seqs;
  return seqs.every((seq) => seq === first) ? first : null;
}
