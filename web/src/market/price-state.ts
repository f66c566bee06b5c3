/**
 * Classifies a price: at the day's limit up or limit down, else above, below or at the settlement price. Every palette
 * knows these; only the Vietnamese board paints the limits in colours of their own.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Ticks } from '@mua/core/values';
import { useCallback, useSyncExternalStore } from 'react';
import { DIRECTION_TEXT, type Direction, directionOf } from '#design/ui/figures/figures.tsx';
import { LIMIT_TEXT, type PriceLimit } from '#design/ui/figures/limit-mark.tsx';
import { priceStore, type QuoteField } from '#market/price-store.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export type PriceState = Direction | PriceLimit;

export const PRICE_STATE_TEXT: Record<PriceState, string> = { ...DIRECTION_TEXT, ...LIMIT_TEXT };

export function isLimit(state: PriceState | null): state is PriceLimit {
  return state === 'ceiling' || state === 'floor';
}

export interface LimitTicks {
  readonly upper: number;
  readonly lower: number;
}

export type LimitedContract = Pick<Contract, 'code' | 'decimalFormat' | 'dailyLimits'>;

/** Caches the limits: a list of contracts lives for minutes, and its cells ask with every price. */
const known = new WeakMap<object, LimitTicks | null>();

export function limitTicksOf(contract: Omit<LimitedContract, 'code'>): LimitTicks | null {
  const before = known.get(contract);
  if (before !== undefined) return before;
  const upper = ticksFromWire(contract.dailyLimits?.upper, contract.decimalFormat);
  const lower = ticksFromWire(contract.dailyLimits?.lower, contract.decimalFormat);
  const limits = upper === null || lower === null ? null : { upper, lower };
  known.set(contract, limits);
  return limits;
}

/**
 * Returns the limits while they match the settlement they were read with. Once the feed has a newer one the list is
 * fetched again; until it arrives the server alone judges, so that yesterday's limits hold nothing back.
 */
export function limitsNow(
  contract: LimitedContract & Pick<Contract, 'settlementPrice'>,
  settlement: number | null,
): LimitTicks | null {
  const known = ticksFromWire(contract.settlementPrice, contract.decimalFormat);
  return settlement === null || settlement === known ? limitTicksOf(contract) : null;
}

/** Tells whether the exchange refuses an order at this price. */
export function isBeyond(ticks: Ticks | null, { upper, lower }: LimitTicks): boolean {
  return ticks !== null && (ticks < lower || ticks > upper);
}

/** A price at or beyond a limit is at it: grouped levels of the book may reach past. */
export function limitAt(ticks: Ticks, limits: LimitTicks | null): PriceLimit | null {
  if (limits === null) return null;
  return ticks >= limits.upper ? 'ceiling' : ticks <= limits.lower ? 'floor' : null;
}

type PriceField = Extract<QuoteField, 'last' | 'bid' | 'ask' | 'open' | 'high' | 'low' | 'settlement'>;

function priceStateOf(contract: LimitedContract, field: PriceField): PriceState | null {
  const ticks = priceStore.read(contract.code, field);
  if (ticks === null) return null;
  const settlement = priceStore.read(contract.code, 'settlement');
  return limitAt(ticks, limitTicksOf(contract)) ?? (settlement === null ? null : directionOf(ticks - settlement));
}

/** Returns a word, so that a tick that does not change it repaints nothing. */
export function usePriceState(contract: LimitedContract, field: PriceField): PriceState | null {
  const { code } = contract;
  const subscribe = useCallback(
    (listener: () => void) => priceStore.subscribe(code, [field, 'settlement'], listener),
    [code, field],
  );
  return useSyncExternalStore(subscribe, () => priceStateOf(contract, field));
}
