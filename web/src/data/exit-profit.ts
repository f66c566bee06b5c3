/**
 * What an order that closes would win or lose at a price, in dong: against the entry it waits for, else against what the
 * position cost. By the engine's own sums (core/preview), so that the ticket and the chart say one number. Pure.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { estimatedProfit } from '@mua/core/preview';
import type { Side } from '@mua/core/values';
import { type HeldLots, holdingOf, moneyTermsOf } from './live-marks.ts';

export interface Exit {
  /** Of the order that closes. */
  readonly side: Side;
  readonly lots: number;
  readonly ticks: number;
}

export interface ExitGround {
  readonly contract: Contract;
  /** Where what it closes is still to be opened; null when it closes the position. */
  readonly entryTicks: number | null;
  readonly held: HeldLots | null;
}

/** Null where it closes nothing, or there is nothing to reckon with. */
export function exitProfitVnd(exit: Exit, { contract, entryTicks, held }: ExitGround): bigint | null {
  if (exit.lots === 0) return null;
  if (entryTicks !== null) return fromEntry(exit, entryTicks, contract);
  const closes = held !== null && (exit.side === 'SELL' ? held.netLots > 0 : held.netLots < 0);
  return closes ? fromPosition(exit, held, contract) : null;
}

function fromEntry({ side, lots, ticks }: Exit, entryTicks: number, { terms }: Contract): bigint | null {
  const money = terms && moneyTermsOf(terms);
  const netLots = side === 'SELL' ? lots : -lots;
  return money && estimatedProfit({ netLots, openNotional: entryTicks * lots }, ticks, money).vnd;
}

/** Of its lots' share of the position's profit, down to whole dong. */
function fromPosition({ lots, ticks }: Exit, held: HeldLots, contract: Contract): bigint | null {
  const holding = holdingOf(held, contract);
  if (!holding) return null;
  const all = Math.abs(held.netLots);
  return (estimatedProfit(holding.position, ticks, holding.terms).vnd * BigInt(Math.min(lots, all))) / BigInt(all);
}
