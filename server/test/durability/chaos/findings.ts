/** What went wrong, in sentences, and when the product was troubled on purpose. Nothing is thrown: a run goes on. */

/** An answer's deadline, and what the way there and back may take. */
const ANSWER_MS = 15_000;
const WAY_MS = 3_000;
const LOOK_MS = 50;
const HEARD_MS = 5_000;
const LATE_MS = 500;
const MOST_SENTENCES = 40;

interface Span {
  readonly fromMs: number;
  toMs: number;
}

export class Findings {
  readonly sentences: string[] = [];
  readonly #beganMs = performance.now();
  /** While the server's process is stopped it can't answer. */
  readonly #stops: Span[] = [];
  readonly #troubles: Span[] = [];
  /** How long the driver itself was late, in all, whenever it looked: time that it can't blame on the product. */
  readonly #lateness: { readonly atMs: number; readonly lateMs: number }[] = [{ atMs: performance.now(), lateMs: 0 }];
  readonly #looking = setInterval(() => this.#look(), LOOK_MS);

  /** Of the run so far, for how much of it the driver got no processor. */
  get driverLateShare(): number {
    const last = this.#lateness.at(-1);
    return last ? last.lateMs / (last.atMs - this.#beganMs) : 0;
  }

  /** Of the time from then until now, what the driver itself was late. */
  driverLateMs(fromMs: number): number {
    this.#look();
    const before = this.#lateness.findLast(({ atMs }) => atMs <= fromMs);
    return (this.#lateness.at(-1)?.lateMs ?? 0) - (before?.lateMs ?? 0);
  }

  close(): void {
    clearInterval(this.#looking);
  }

  #look(): void {
    const atMs = performance.now();
    const last = this.#lateness.at(-1);
    if (last) this.#lateness.push({ atMs, lateMs: last.lateMs + Math.max(0, atMs - last.atMs - LOOK_MS) });
  }

  note(sentence: string): void {
    const seconds = ((performance.now() - this.#beganMs) / 1000).toFixed(1);
    if (this.sentences.length < MOST_SENTENCES) this.sentences.push(`${seconds} s: ${sentence}`);
  }

  beginTrouble(): void {
    this.#troubles.push({ fromMs: performance.now(), toMs: Number.POSITIVE_INFINITY });
  }

  endTrouble(): void {
    endLast(this.#troubles);
  }

  beginStop(): void {
    this.#stops.push({ fromMs: performance.now(), toMs: Number.POSITIVE_INFINITY });
  }

  endStop(): void {
    endLast(this.#stops);
  }

  /** Of a call that was under way from then until now. `what` says which, and how it ended. */
  checkCall(sentMs: number, what: string, isLost: boolean): void {
    const nowMs = performance.now();
    const stoppedMs = this.#stops.reduce((sum, stop) => sum + overlapMs(stop, sentMs, nowMs), 0);
    const tookMs = nowMs - sentMs - stoppedMs;
    if (tookMs > ANSWER_MS + WAY_MS && tookMs - this.driverLateMs(sentMs) > ANSWER_MS + WAY_MS)
      this.note(`${what} after ${Math.round(tookMs)} ms`);
    // A connection that the server has closed, because nobody used it, may be used by a driver that has not heard of it.
    const isDeaf = this.driverLateMs(sentMs - HEARD_MS) > LATE_MS;
    if (isLost && !isDeaf && !this.#troubles.some((trouble) => overlapMs(trouble, sentMs, nowMs) > 0))
      this.note(`${what} though nothing was disturbed`);
  }
}

function endLast(spans: Span[]): void {
  const last = spans.at(-1);
  if (last) last.toMs = performance.now();
}

function overlapMs({ fromMs, toMs }: Span, sentMs: number, nowMs: number): number {
  return Math.max(0, Math.min(toMs, nowMs) - Math.max(fromMs, sentMs));
}
