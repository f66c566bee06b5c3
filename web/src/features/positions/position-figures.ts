/** Values open positions at live marks, with their totals: the rows and the sum below them are one computation. */
import type { Contract } from '@mua/contract/entities/contract';
import type { OpenPosition } from '@mua/contract/entities/position';
import type { Lots, Side, Ticks, Vnd } from '@mua/core/values';
import { closeOutOf, SOON_SESSIONS } from '#market/close-out.ts';
import { profitAt } from '#market/live-marks.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export interface PositionFigures {
  readonly side: Side;
  readonly lots: Lots;
  readonly markTicks: Ticks | null;
  /** In minor units of `currency`; null when it can't be valued. */
  readonly profitMinor: bigint | null;
  readonly profitVnd: Vnd | null;
  readonly currency: string;
  /** Margin that the contract holds, its working orders included; null while the margins load. */
  readonly marginVnd: Vnd | null;
}

export interface PositionSums {
  readonly positions: number;
  readonly lots: Lots;
  /** Sum over the contracts in USD. */
  readonly profitUsdMinor: bigint;
  readonly profitVnd: Vnd;
  readonly marginVnd: Vnd;
  /** Some position could not be valued, so a sum would be wrong. */
  readonly isProfitKnown: boolean;
}

export interface PositionGround {
  readonly contract: Contract | undefined;
  /** The live mark; until there is one, the server's is used. */
  readonly markTicks: Ticks | null;
  readonly marginVnd: Vnd | null;
}

export function positionFigures(position: OpenPosition, ground: PositionGround): PositionFigures {
  const { contract, marginVnd } = ground;
  const markTicks = ground.markTicks ?? ticksFromWire(position.marketPrice, contract?.decimalFormat);
  const profit = profitAt(position, contract, markTicks);
  return {
    side: position.netLots > 0 ? 'BUY' : 'SELL',
    lots: Math.abs(position.netLots),
    markTicks,
    profitMinor: profit?.minor ?? null,
    profitVnd: profit?.vnd ?? (position.estimatedProfitVnd === null ? null : BigInt(position.estimatedProfitVnd)),
    currency: position.currency,
    marginVnd,
  };
}

/** In its last sessions a position is warned of, and its roll is offered beside it. */
export function isCloseOutSoon({ netLots }: Pick<OpenPosition, 'netLots'>, contract: Contract | undefined): boolean {
  const closeOut = contract ? closeOutOf(contract, netLots > 0 ? 'long' : 'short') : null;
  return closeOut !== null && closeOut.sessions <= SOON_SESSIONS;
}

export function positionSums(rows: readonly PositionFigures[]): PositionSums {
  const sums = { lots: 0, profitUsdMinor: 0n, profitVnd: 0n, marginVnd: 0n, isProfitKnown: true };
  for (const row of rows) {
    sums.lots += row.lots;
    sums.profitVnd += row.profitVnd ?? 0n;
    sums.marginVnd += row.marginVnd ?? 0n;
    if (row.currency === 'USD') sums.profitUsdMinor += row.profitMinor ?? 0n;
    if (row.profitVnd === null) sums.isProfitKnown = false;
  }
  return { positions: rows.length, ...sums };
}
