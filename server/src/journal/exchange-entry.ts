/**
 * The exchange's way into the sequencer. What an exchange has said happened, so a full queue can't lose it: the engine
 * is told, or the process ends and recovers.
 */
import type { CommandBody } from '@mua/core/engine';
import type { Sequencer } from '#journal/sequencer.ts';

export interface ExchangeEntry {
  /** Resolves when it is durable, or when it no longer matters. */
  enter(body: CommandBody): Promise<unknown>;
  /** What must be known before something is entered; failing to learn it is as bad as failing to enter it. */
  lookUp<T>(known: Promise<T>): Promise<T | undefined>;
  /** The exchange is being closed: what could not be entered from now on is no failure. */
  stop(): void;
}

export function createExchangeEntry(sequencer: Sequencer, onFatal: (error: unknown) => void): ExchangeEntry {
  let isStopped = false;
  const fail = (error: unknown): undefined => {
    if (!isStopped) onFatal(error);
  };
  return {
    enter: (body) => sequencer.submit(body).catch(fail),
    lookUp: (known) => known.catch(fail),
    stop() {
      isStopped = true;
    },
  };
}
