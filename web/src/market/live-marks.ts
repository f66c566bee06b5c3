/**
 * Values positions at the prices of this very moment, by the function the engine values them with (core/preview), so
 * that a profit on screen, the preview of the ticket and the server's own figure are one number.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { MarginStatus } from '@mua/contract/entities/margin';
import type { OpenLot } from '@mua/contract/entities/position';
import { type AccountFunds, equityVnd, estimatedProfit, type MoneyTerms } from '@mua/core/preview';
import { type Lots, priceFromText, type Ticks, type Vnd } from '@mua/core/values';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { moneyTermsOf } from '#market/money-terms.ts';
import { priceStore, type QuoteField } from '#market/price-store.ts';

/** The fields of a contract that valuation needs. */
export type ValuedContract = Pick<Contract, 'code' | 'decimalFormat' | 'terms'>;

const MARK_FIELDS: readonly QuoteField[] = ['last', 'settlement'];

/** Returns the engine's mark: last trade, else settlement. */
export function markOf(code: string): number | null {
  return priceStore.read(code, 'last') ?? priceStore.read(code, 'settlement');
}

/** Returns the marks of several contracts; a new map only when one of them changed. */
export function useMarks(codes: readonly string[]): ReadonlyMap<string, number | null> {
  const key = codes.join(' ');
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = codesOf(key).map((code) => priceStore.subscribe(code, MARK_FIELDS, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [key],
  );
  const read = useCallback(
    () =>
      codesOf(key)
        .map((code) => markOf(code) ?? '')
        .join(' '),
    [key],
  );
  const marks = useSyncExternalStore(subscribe, read);
  return useMemo(() => {
    const ticks = marks.split(' ');
    return new Map(codesOf(key).map((code, index) => [code, ticks[index] ? Number(ticks[index]) : null]));
  }, [key, marks]);
}

export function useMark(code: string): number | null {
  const codes = useMemo(() => [code], [code]);
  return useMarks(codes).get(code) ?? null;
}

function codesOf(key: string): string[] {
  return key === '' ? [] : key.split(' ');
}

export interface HeldLots {
  readonly netLots: Lots;
  readonly openLots: readonly OpenLot[];
}

/** The inputs of a profit. */
export interface Holding {
  readonly position: { readonly netLots: Lots; readonly openNotional: number };
  readonly terms: MoneyTerms;
}

/** Returns null without terms in force, or when an opening price is off this contract's grid. */
export function holdingOf({ netLots, openLots }: HeldLots, contract: ValuedContract | undefined): Holding | null {
  const terms = contract?.terms && moneyTermsOf(contract.terms);
  if (!contract || !terms) return null;
  let openNotional = 0;
  for (const { price, lots } of openLots) {
    const reading = priceFromText(price, contract.decimalFormat);
    if (reading.kind !== 'price') return null;
    openNotional += reading.ticks * lots;
  }
  return { position: { netLots, openNotional }, terms };
}

/** Returns null when the inputs or the mark are missing. */
export function profitAt(
  held: HeldLots,
  contract: ValuedContract | undefined,
  markTicks: Ticks | null,
): { minor: bigint; vnd: Vnd } | null {
  const holding = markTicks === null ? null : holdingOf(held, contract);
  return holding && markTicks !== null ? estimatedProfit(holding.position, markTicks, holding.terms) : null;
}

/**
 * Returns the account's money with every position at its current mark; what can't be valued here keeps the server's
 * figure.
 */
export function liveFunds(
  status: MarginStatus,
  contracts: ReadonlyMap<string, ValuedContract>,
  marks: ReadonlyMap<string, number | null>,
): AccountFunds {
  let estimatedProfitVnd = 0n;
  for (const held of status.contracts) {
    const code = held.contractCode;
    const profit = held.netLots === 0 ? null : profitAt(held, contracts.get(code), marks.get(code) ?? null);
    estimatedProfitVnd += profit?.vnd ?? BigInt(held.estimatedProfit);
  }
  return { cashVnd: BigInt(status.cash), heldVnd: BigInt(status.held), estimatedProfitVnd };
}

export function liveEquityVnd(...at: Parameters<typeof liveFunds>): Vnd {
  return equityVnd(liveFunds(...at));
}
