/** What a planned position wins, loses and how many lots a sum can stand, by core's own sums, fees of both sides included. */
import type { TradingTerms } from '@mua/contract/entities/contract';
import { lossAtStopVnd, lotsFromRisk, type StoppedEntry } from '@mua/core/preview';
import { type Lots, readTypedVnd, type Vnd } from '@mua/core/values';
import type { PositionPlan } from '#features/chart/drawings/position-plan.ts';
import { moneyTermsOf } from '#market/money-terms.ts';
import { mostLots } from '#orders/most-lots.ts';
import type { OrderAccount } from '#orders/order-account.ts';

export interface PositionSums {
  readonly lots: Lots;
  /** Lost at the stop and won at the target; null without lots. */
  readonly lossVnd: Vnd | null;
  readonly profitVnd: Vnd | null;
  /** Lost by one lot. */
  readonly oneLotLossVnd: Vnd;
  /** Why there are no lots; null where there are some. */
  readonly obstacle: 'risk' | 'account' | null;
}

/** The target's distance for one of the stop's, rounded to tenths. */
export function rewardOf({ entry, target, stop }: PositionPlan): number {
  return Math.round((Math.abs(target - entry) / Math.abs(entry - stop)) * 10) / 10;
}

interface SizedBy {
  readonly terms: TradingTerms | null;
  /** Null while margin is not known: then the contract's limit on one order alone counts, as in the ticket. */
  readonly account: OrderAccount | null;
  readonly riskText: string;
  readonly ticketLots: Lots;
}

/** Null without terms, or when the sum typed can not be read; without a sum the lots are those of the ticket. */
export function positionSums(
  plan: PositionPlan,
  { terms, account, riskText, ticketLots }: SizedBy,
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
  const most = account ? mostLots(plan.side, account, terms) : terms.maxLotsPerOrder;
  const lots = riskVnd === null ? ticketLots : lotsFromRisk(entry, riskVnd, most);
  const oneLotLossVnd = lossAtStopVnd(entry, 1);
  const won = { ...entry, stopTicks: plan.target };
  return {
    lots,
    lossVnd: lots === 0 ? null : lossAtStopVnd(entry, lots),
    profitVnd: lots === 0 ? null : -lossAtStopVnd(won, lots),
    oneLotLossVnd,
    obstacle: lots > 0 ? null : riskVnd !== null && oneLotLossVnd > riskVnd ? 'risk' : 'account',
  };
}
