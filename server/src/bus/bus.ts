/**
 * The wire between the processes of one installation. It carries texts and keeps nothing: a message may be lost, come
 * twice, late, or before an earlier one. What must not be lost is in the journal, and whoever misses something reads it
 * there (record 162).
 */

export interface Bus {
  /** Tells everybody who listens. @throws MessageTooLongError */
  publish(subject: string, text: string): void;
  /** Returns how to stop. */
  subscribe(subject: string, listener: (text: string) => void): () => void;
  /**
   * Resolves with the answer of whoever serves the subject.
   * @throws NotCarriedError nobody has got it; NoAnswerError it may have been done; MessageTooLongError
   */
  request(subject: string, text: string, withinMs: number): Promise<string>;
  /** Answers requests, of which one goes to one server only. Returns how to stop. */
  serve(subject: string, answer: (text: string) => Promise<string>): () => void;
  /** It was lost and is not back yet. */
  readonly isAway: boolean;
  close(): Promise<void>;
}

/** At a start: there is no bus, or it is not the one that was meant, or it does not let this process in. */
export class BusRefusedError extends Error {}

/** Nobody serves the subject, or there is no bus. What was asked for has not been done and won't be. */
export class NotCarriedError extends Error {}

/** Nobody has answered in time. What was asked for may have been done. */
export class NoAnswerError extends Error {}

/** The sender has to cut it. */
export class MessageTooLongError extends Error {}

/** In bytes of UTF-8. Larger messages hold up the small ones behind them. */
export const MESSAGE_LIMIT = 256 * 1024;

export function demandCarriable(subject: string, bytes: number): void {
  if (bytes > MESSAGE_LIMIT)
    throw new MessageTooLongError(`${subject}: ${bytes} bytes are more than the bus carries, ${MESSAGE_LIMIT}`);
}
