/**
 * Computes what a closing order would gain or lose at a price, in dong: against the entry it waits for, else against
 * the cost of the lots that it closes. It uses the engine's own sums (core/preview), so that the ticket, the chart, the
 * question before closing and the booking show one number. Pure.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { OpenLot } from '@mua/contract/entities/position';
import { estimatedProfit } from '@mua/core/preview';
import type { Lots, Side, Ticks, Vnd } from '@mua/core/values';
import { type HeldLots, profitAt } from '#market/live-marks.ts';
import { moneyTermsOf } from '#market/money-terms.ts';

export interface Exit {
  /** Side of the closing order. */
  readonly side: Side;
  readonly lots: Lots;
  readonly ticks: Ticks;
}

export interface ExitGround {
  readonly contract: Contract;
  /** Price of the entry still to be filled; null when the order closes the position. */
  readonly entryTicks: Ticks | null;
  readonly held: HeldLots | null;
}

/** Returns null where nothing is closed, or the inputs are missing. */
export function exitProfitVnd(exit: Exit, { contract, entryTicks, held }: ExitGround): Vnd | null {
  if (exit.lots === 0) return null;
  if (entryTicks !== null) return fromEntry(exit, entryTicks, contract);
  const closes = held !== null && (exit.side === 'SELL' ? held.netLots > 0 : held.netLots < 0);
  return closes ? (profitAt(oldestLots(held, exit.lots), contract, exit.ticks)?.vnd ?? null) : null;
}

function fromEntry({ side, lots, ticks }: Exit, entryTicks: Ticks, { terms }: Contract): bigint | null {
  const money = terms && moneyTermsOf(terms);
  const netLots = side === 'SELL' ? lots : -lots;
  return money && estimatedProfit({ netLots, openNotional: entryTicks * lots }, ticks, money).vnd;
}

/** Takes the lots that close first; all of them if more are asked for. */
function oldestLots({ netLots, openLots }: HeldLots, lots: Lots): HeldLots {
  let left = Math.min(lots, Math.abs(netLots));
  const closedLots = Math.sign(netLots) * left;
  const oldest: OpenLot[] = [];
  for (const lot of openLots) {
    const taken = Math.min(left, lot.lots);
    if (taken > 0) oldest.push({ ...lot, lots: taken });
    left -= taken;
  }
  return { netLots: closedLots, openLots: oldest };
}
