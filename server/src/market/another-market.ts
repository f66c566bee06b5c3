/**
 * For a market that tells: hears whether another one does too. Prices go on while the database is away, and whoever comes
 * to the lock first when it is back tells from then on. A market that has lost its turn, or meets a later one, ends.
 */
import type { Bus } from '#bus/bus.ts';
import { readAs } from '#bus/questions.ts';
import { MARKET } from '#market/market-messages.ts';
import { marketMoment } from '#venue/port/engine-moment.ts';

/** Returns how to stop. */
export function hearAnotherMarket(options: {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly turn: { readonly number: number; readonly isAnothers: boolean };
  /** This one is to end. */
  readonly onSuperseded: (error: Error) => void;
}): () => void {
  const { bus, turn, onSuperseded } = options;
  const stop = bus.subscribe(MARKET.updates, (text) => {
    const { epoch } = readAs(marketMoment, text, MARKET.updates);
    if (epoch === turn.number || (epoch < turn.number && !turn.isAnothers)) return;
    stop();
    onSuperseded(new Error(`another market tells, in turn ${epoch}; this one had turn ${turn.number}`));
  });
  return stop;
}
