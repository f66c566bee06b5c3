/**
 * Reads that cost much, charts above all, run a few at a time; and while the server is late, reads are refused before
 * any work is done for them: first the dear ones of visitors, whom nothing identifies, then those of investors, then all
 * others. Whoever asks whether the server lives, or what became of an order, is always answered.
 */
import type { IncomingMessage } from 'node:http';
import type { Load, ShedReason } from '#ground/load.ts';
import { createTurns } from '#ground/turns.ts';
import type { AddressReader } from '#http/client-address.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface ShedReads {
  /** Rejects if it is not answered now. Undefined, as it is almost always, means at once: it is. */
  admit(request: IncomingMessage, isDear: boolean): Promise<void> | undefined;
  /** Runs a dear read in its turn. */
  inTurn<T>(request: IncomingMessage, read: () => Promise<T>): Promise<T>;
}

/** A read is refused when nothing has been on time for longer. */
const BEARABLE_MS = { 'visitor-dear-read': 500, 'dear-read': 1_000, read: 2_000 } as const;

/** A page asks for a few charts; what answers them has one thread. */
const DEAR_READS = { atOnce: 8, atOnceOfKey: 4, waiting: 400, waitingOfKey: 100 };

export function createShedReads(deps: {
  readonly load: Load;
  readonly countedAs: AddressReader;
  readonly isSignedIn: (request: IncomingMessage) => Promise<boolean>;
}): ShedReads {
  const { load, countedAs, isSignedIn } = deps;
  const turns = createTurns(DEAR_READS, () => load.noteShed('turns'));

  function demand(reason: ShedReason & keyof typeof BEARABLE_MS): void {
    if (!load.isTooLate(BEARABLE_MS[reason])) return;
    load.noteShed(reason);
    throw replyError('ServiceUnavailable', {});
  }

  return {
    admit(request, isDear) {
      const least = isDear ? 'visitor-dear-read' : 'read';
      if (!load.isTooLate(BEARABLE_MS[least])) return undefined;
      if (!isDear) return Promise.resolve().then(() => demand('read'));
      return isSignedIn(request).then((known) => demand(known ? 'dear-read' : 'visitor-dear-read'));
    },
    inTurn: (request, read) => turns.take(countedAs(request), read),
  };
}
