/**
 * Enters reports of the exchange into the sequencer. They are facts, so a full queue must not lose them: the engine
 * gets them, or the process ends and recovers.
 */
import type { CommandBody } from '@mua/core/engine';
import type { Sequencer } from '#journal/sequencer.ts';

export interface ExchangeEntry {
  /** Resolves when it is durable, or no longer matters. */
  enter(body: CommandBody): Promise<unknown>;
  /** Waits for data needed for an entry; its failure counts like a failed entry. */
  lookUp<T>(known: Promise<T>): Promise<T | undefined>;
  /** The exchange is closing: entries that fail from now on are ignored. */
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
