/**
 * One end of a line between two processes over a bus that may lose, double and delay (bus/bus.ts). Whoever speaks numbers
 * its messages from one on and holds each until the other end has done with it; whoever hears brings them into their
 * order, takes each once, and says which one is missing. Both ends begin anew together: a new line, not a new number.
 *
 * Two positions go back: up to where everything was heard, so that nothing is sent again without need, and up to where
 * everything is done, that is on disk where the other end has one. Only what is done is forgotten.
 */
import { z } from 'zod';

export const lineFrame = z.object({
  /** Number of the first text. */
  first: z.int(),
  texts: z.array(z.string()),
  /** Up to here the sender of this frame has heard everything. */
  heard: z.int(),
  /** Up to here it has done with everything. */
  done: z.int(),
  /** It has heard something later than what it lacks. */
  isLacking: z.boolean(),
});
export type LineFrame = z.infer<typeof lineFrame>;

/** What texts of one frame take at most; a frame has more, and less than a message of the bus carries. */
const FRAME_BYTES = 192 * 1024;
/** A text that is JSON already is at most so many times longer within JSON. */
const AS_JSON = 2;
/** A frame without anything new says that this end lives. */
const LOOKS_BETWEEN_SIGNS = 4;

export interface LineEnd {
  /** Sends a frame; it may get lost. */
  readonly put: (frame: LineFrame) => void;
  /** Called with each text once, in order. What was told is done when it resolves. */
  readonly take: (text: string) => Promise<unknown>;
}

export class NumberedLine {
  readonly #end: LineEnd;
  /** Not done at the other end, by number, in order. */
  readonly #held = new Map<number, string>();
  #sent = 0;
  #heardThere = 0;
  /** What was sent before the look before the last should have been heard. */
  #sentBefore = [0, 0];
  /** Came before their turn. */
  readonly #early = new Map<number, string>();
  #heard = 0;
  #done = 0;
  /** Done before something earlier is. */
  readonly #doneEarly = new Set<number>();
  #told = { heard: 0, done: 0 };
  #quietLooks = 0;
  #isClosed = false;

  constructor(end: LineEnd) {
    this.#end = end;
  }

  /** Together, in as few frames as carry them. */
  send(texts: readonly string[]): void {
    if (texts.length === 0) return;
    const first = this.#sent + 1;
    for (const text of texts) {
      this.#sent += 1;
      this.#held.set(this.#sent, text);
    }
    this.#putFrom(first);
  }

  hear({ first, texts, heard, done, isLacking }: LineFrame): void {
    if (this.#isClosed) return;
    this.#heardThere = Math.max(this.#heardThere, heard, done);
    for (const number of this.#held.keys()) {
      if (number > done) break;
      this.#held.delete(number);
    }
    // It was told that this had been heard, and has not heard so.
    if (first <= this.#heard && texts.length > 0) this.#told = { heard: 0, done: 0 };
    for (const [index, text] of texts.entries()) {
      const number = first + index;
      if (number > this.#heard) this.#early.set(number, text);
    }
    this.#takeInOrder();
    if (texts.length > 0 && this.#early.size > 0) this.#putFrame(this.#sent + 1, []);
    if (isLacking) this.#putAgain();
  }

  /** To be called again and again, as often as an answer may take at most. */
  look(): void {
    const [before = 0] = this.#sentBefore;
    this.#sentBefore = [this.#sentBefore[1] ?? 0, this.#sent];
    if (this.#heardThere < before) return this.#putAgain();
    this.#quietLooks += 1;
    const isNew = this.#told.heard !== this.#heard || this.#told.done !== this.#done;
    if (isNew || this.#quietLooks >= LOOKS_BETWEEN_SIGNS) this.#putFrame(this.#sent + 1, []);
  }

  /** In order. */
  get held(): readonly string[] {
    return [...this.#held.values()];
  }

  /** Nothing is heard or said any more. */
  close(): void {
    this.#isClosed = true;
  }

  #takeInOrder(): void {
    for (let text = this.#nextEarly(); text !== undefined; text = this.#nextEarly()) {
      const number = this.#heard;
      void this.#end.take(text).then(() => this.#doneWith(number));
      if (this.#isClosed) return;
    }
  }

  #nextEarly(): string | undefined {
    const text = this.#early.get(this.#heard + 1);
    if (text === undefined) return undefined;
    this.#heard += 1;
    this.#early.delete(this.#heard);
    return text;
  }

  #doneWith(number: number): void {
    this.#doneEarly.add(number);
    while (this.#doneEarly.delete(this.#done + 1)) this.#done += 1;
  }

  #putFrom(first: number): void {
    for (let from = first; from <= this.#sent; ) {
      const texts = this.#frameFrom(from);
      this.#putFrame(from, texts);
      from += texts.length;
    }
  }

  /** What the other end lacks first: a line that is full is not made fuller by everything else. */
  #putAgain(): void {
    const from = this.#heardThere + 1;
    const texts = this.#frameFrom(from);
    if (texts.length > 0) this.#putFrame(from, texts);
  }

  /** One at least, if there is one. */
  #frameFrom(first: number): string[] {
    const texts: string[] = [];
    let room = FRAME_BYTES;
    for (let number = first; number <= this.#sent; number += 1) {
      const text = this.#held.get(number) ?? '';
      room -= AS_JSON * Buffer.byteLength(text);
      if (room < 0 && texts.length > 0) break;
      texts.push(text);
    }
    return texts;
  }

  #putFrame(first: number, texts: readonly string[]): void {
    if (this.#isClosed) return;
    this.#quietLooks = 0;
    this.#told = { heard: this.#heard, done: this.#done };
    const isLacking = this.#early.size > 0;
    this.#end.put({ first, texts: [...texts], heard: this.#heard, done: this.#done, isLacking });
  }
}
