/**
 * Enters reports of the exchange into the sequencer. They are facts, so a full queue must not lose them: the engine
 * gets them, or the process ends and recovers.
 */
import type { CommandBody } from '@mua/core/engine';
import { isNoConnection } from '#db/pool.ts';
import type { EngineSequencer } from '#journal/sequencer.ts';
import { ReplyError } from '#refusals/reply-error.ts';

export interface ExchangeEntry {
  /** Resolves when it is durable, or no longer matters. */
  enter(body: CommandBody): Promise<unknown>;
  /** As `enter`, before everything that waits. */
  enterFirst(body: CommandBody): Promise<unknown>;
  /**
   * Enters what needs something that is read before, again and again while the read tables are behind or busy: a fact
   * waits. Any other failure counts like a failed entry.
   */
  enterAfter<T>(read: () => Promise<T>, bodyOf: (found: T) => CommandBody): Promise<unknown>;
  /** The exchange is closing: entries that fail from now on are ignored. */
  stop(): void;
}

export function createExchangeEntry(
  sequencer: Pick<EngineSequencer, 'submit' | 'submitFirst'>,
  onFatal: (error: unknown) => void,
): ExchangeEntry {
  let isStopped = false;
  const fail = (error: unknown): undefined => {
    if (!isStopped) onFatal(error);
  };
  const enter = (body: CommandBody): Promise<unknown> => sequencer.submit(body).catch(fail);
  return {
    enter,
    enterFirst: (body) => sequencer.submitFirst(body).catch(fail),
    async enterAfter(read, bodyOf) {
      // The exchange tells it again to whoever comes next.
      while (!isStopped) {
        try {
          return await enter(bodyOf(await read()));
        } catch (error) {
          // Each says so after seconds.
          if (!isBehind(error) && !isNoConnection(error)) return fail(error);
        }
      }
    },
    stop() {
      isStopped = true;
    },
  };
}

function isBehind(error: unknown): boolean {
  return error instanceof ReplyError && error.code === 'RecordsBehind';
}
