/** What went wrong, in sentences, and when the product was troubled on purpose. Nothing is thrown: a run goes on. */

/** An answer's deadline; the rest is for the driver, which shares the machine with the product. */
export const ANSWER_MS = 15_000;
const DRIVER_MS = 3_000;
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
    if (tookMs > ANSWER_MS + DRIVER_MS) this.note(`${what} after ${Math.round(tookMs)} ms`);
    if (isLost && !this.#troubles.some((trouble) => overlapMs(trouble, sentMs, nowMs) > 0))
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
