/**
 * What an order that closes would win or lose at a price, in dong: against the entry it waits for, else against what the
 * lots that it closes cost. By the engine's own sums (core/preview), so that the ticket, the chart, the question before
 * closing and the booking say one number. Pure.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { OpenLot } from '@mua/contract/entities/position';
import { estimatedProfit } from '@mua/core/preview';
import type { Lots, Side, Ticks, Vnd } from '@mua/core/values';
import { type HeldLots, moneyTermsOf, profitAt } from '#market/live-marks.ts';

export interface Exit {
  /** Of the order that closes. */
  readonly side: Side;
  readonly lots: Lots;
  readonly ticks: Ticks;
}

export interface ExitGround {
  readonly contract: Contract;
  /** Where what it closes is still to be opened; null when it closes the position. */
  readonly entryTicks: Ticks | null;
  readonly held: HeldLots | null;
}

/** Null where it closes nothing, or there is nothing to reckon with. */
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

/** They are closed first; of more than there are, all. */
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
