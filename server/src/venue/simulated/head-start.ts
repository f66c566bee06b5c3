/**
 * The flows of all contracts, played while the broker recovers what it knows: most of what opening a market takes needs
 * the seed only. What does not fit when the market opens is played anew there.
 */
import { createMarketModel } from '#venue/simulated/model/market-model.ts';
import { byPlace, termsOf } from '#venue/simulated/places.ts';
import { isSamePlace, type PlaceTerms, PlayedFlow } from '#venue/simulated/played-flow.ts';
import type { HeadStartPlan } from '#venue/thread/messages.ts';

/** A market that opens later than this plays its own. */
const FRESH_MS = 120_000;

export interface HeadStart {
  /** A contract's flow, once, if it has these terms and the market opens soon after it was played. */
  take(contractCode: string, terms: PlaceTerms, startMs: number): PlayedFlow | undefined;
}

export function playHeadStart({ seed, marketHours, contracts, untilMs }: HeadStartPlan): HeadStart {
  const model = createMarketModel(seed, marketHours);
  const flows = new Map<string, PlayedFlow>();
  for (const { listed, place } of byPlace(contracts)) {
    const { contract, commodity } = listed;
    const at = { seed, contractCode: contract.code };
    const played = new PlayedFlow(at, model.contract(contract, commodity), termsOf(listed, place));
    played.playTo(untilMs);
    flows.set(contract.code, played);
  }
  return {
    take(contractCode, terms, startMs) {
      const played = flows.get(contractCode);
      flows.delete(contractCode);
      const sinceMs = startMs - (played?.playedMs ?? Number.POSITIVE_INFINITY);
      return played && sinceMs >= 0 && sinceMs <= FRESH_MS && isSamePlace(played.place, terms) ? played : undefined;
    },
  };
}
