/** What a leader's fills and round turns add up to (docs/rules/copying.md#figures). Pure sums: nothing is read here. */
import { divideHalfEven, formatDecimal, type Lots, type Side, type Ticks, type Vnd } from '@mua/core/values';
import { percentOf, shareOf } from '#copying/returns.ts';

/** A fill of the leader's, or the settlement of a contract that has ended. */
export interface LeaderTrade {
  readonly seq: number;
  readonly contractCode: string;
  readonly side: Side;
  readonly lots: Lots;
  readonly priceTicks: Ticks;
  readonly timeMs: number;
}

/** Sums over round turns, in dong before fees. */
export interface TurnSums {
  readonly completed: number;
  readonly won: number;
  readonly wonVnd: Vnd;
  /** Zero or negative. */
  readonly lostVnd: Vnd;
  readonly heldMs: bigint;
}

export function turnFigures({ completed, won, wonVnd, lostVnd, heldMs }: TurnSums) {
  return {
    completedTrades: completed,
    winRate: shareOf(BigInt(won), BigInt(completed)),
    profitFactor: lostVnd === 0n ? null : formatDecimal(divideHalfEven(wonVnd * 100n, -lostVnd), 2),
    averageHoldingMs: completed === 0 ? null : Number(divideHalfEven(heldMs, BigInt(completed))),
  };
}

/** Signed lots by contract that the trades up to a time leave open. */
export function heldAt(trades: readonly LeaderTrade[], timeMs: number): Map<string, Lots> {
  const held = new Map<string, Lots>();
  for (const trade of trades) if (trade.timeMs <= timeMs) book(held, trade);
  return held;
}

function book(held: Map<string, Lots>, { contractCode, side, lots }: LeaderTrade): void {
  const net = (held.get(contractCode) ?? 0) + (side === 'BUY' ? lots : -lots);
  if (net === 0) held.delete(contractCode);
  else held.set(contractCode, net);
}

/**
 * The highest margin that open positions took after a fill, in percent of the equity with which its date began; null
 * without one.
 */
export function maxExposure(
  trades: readonly LeaderTrade[],
  at: {
    readonly startedMs: number;
    /** The equity with which each date began. */
    readonly starts: ReadonlyMap<string, Vnd>;
    readonly dateOf: (timeMs: number) => string;
    readonly marginPerLot: (contractCode: string) => Vnd;
  },
): string | null {
  const held = heldAt(trades, at.startedMs);
  let most: bigint | null = null;
  for (const trade of trades) {
    if (trade.timeMs <= at.startedMs) continue;
    book(held, trade);
    const startVnd = at.starts.get(at.dateOf(trade.timeMs)) ?? 0n;
    if (startVnd <= 0n) continue;
    const units = divideHalfEven(marginOf(held, at.marginPerLot) * 10_000n, startVnd);
    if (most === null || units > most) most = units;
  }
  return most === null ? null : percentOf(most);
}

function marginOf(held: ReadonlyMap<string, Lots>, marginPerLot: (contractCode: string) => Vnd): Vnd {
  let sum = 0n;
  for (const [contractCode, lots] of held) sum += BigInt(Math.abs(lots)) * marginPerLot(contractCode);
  return sum;
}

/** Copied lots of one contract on one date, with what they were filled worse than the leader: lots x ticks. */
export interface Slipped {
  readonly tradeDate: string;
  readonly contractCode: string;
  readonly lots: bigint;
  readonly lotTicks: bigint;
}

export function averageSlippage(slipped: readonly Slipped[]): string | null {
  const lots = slipped.reduce((sum, one) => sum + one.lots, 0n);
  const lotTicks = slipped.reduce((sum, one) => sum + one.lotTicks, 0n);
  return lots === 0n ? null : formatDecimal(divideHalfEven(lotTicks * 100n, lots), 2);
}
