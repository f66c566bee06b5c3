/** What a planned position wins, loses and how many lots a sum can stand, by core's own sums, fees of both sides included. */
import type { TradingTerms } from '@mua/contract/entities/contract';
import { lossAtStopVnd, lotsFromRisk, type StoppedEntry } from '@mua/core/preview';
import { type Lots, readTypedVnd, type Vnd } from '@mua/core/values';
import type { PositionPlan } from '#features/chart/drawings/position-plan.ts';
import { moneyTermsOf } from '#market/money-terms.ts';

export interface PositionSums {
  readonly lots: Lots;
  /** Lost at the stop and won at the target; null without lots. */
  readonly lossVnd: Vnd | null;
  readonly profitVnd: Vnd | null;
  /** Lost by one lot. */
  readonly oneLotLossVnd: Vnd;
}

/** The target's distance for one of the stop's, rounded to tenths. */
export function rewardOf({ entry, target, stop }: PositionPlan): number {
  return Math.round((Math.abs(target - entry) / Math.abs(entry - stop)) * 10) / 10;
}

/** Null without terms, or when the sum typed can not be read; without a sum the lots are those of the ticket. */
export function positionSums(
  plan: PositionPlan,
  { terms, riskText, ticketLots }: { terms: TradingTerms | null; riskText: string; ticketLots: Lots },
): PositionSums | null {
  const money = terms && moneyTermsOf(terms);
  const riskVnd = riskText.trim() === '' ? null : readTypedVnd(riskText);
  if (!terms || !money || riskVnd === undefined) return null;
  const entry: StoppedEntry = {
    side: plan.side,
    entryTicks: plan.entry,
    stopTicks: plan.stop,
    terms: money,
    feePerLotVnd: BigInt(terms.feePerLot),
  };
  const lots = riskVnd === null ? ticketLots : lotsFromRisk(entry, riskVnd, terms.maxLotsPerOrder);
  const won = { ...entry, stopTicks: plan.target };
  return {
    lots,
    lossVnd: lots === 0 ? null : lossAtStopVnd(entry, lots),
    profitVnd: lots === 0 ? null : -lossAtStopVnd(won, lots),
    oneLotLossVnd: lossAtStopVnd(entry, 1),
  };
}
