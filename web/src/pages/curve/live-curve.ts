/** The months of a commodity at the prices of this very moment. Prices are ticks. */
import type { Contract } from '@mua/contract/entities/contract';
import { type CurveMonth, type CurvePoint, curvePoints } from '@mua/core/preview/curve';
import type { Lots } from '@mua/core/values';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { priceStore, type QuoteField } from '#market/price-store.ts';

export interface ShownMonth extends CurveMonth, CurvePoint {
  readonly contract: Contract;
  readonly volume: Lots | null;
}

/** The listed months of one commodity, the earliest first. */
export function monthsOf(contracts: readonly Contract[], commodity: string): readonly Contract[] {
  return contracts
    .filter(({ commodityCode }) => commodityCode === commodity)
    .sort((a, b) => (a.lastTradeDay < b.lastTradeDay ? -1 : 1));
}

/** The earliest month of each commodity, in the order of the list. */
export function nearestMonths(contracts: readonly Contract[]): readonly Contract[] {
  const nearest = new Map<string, Contract>();
  for (const one of contracts) {
    const known = nearest.get(one.commodityCode);
    if (!known || one.lastTradeDay < known.lastTradeDay) nearest.set(one.commodityCode, one);
  }
  return [...nearest.values()];
}

const FIELDS = ['last', 'settlement', 'volume'] as const satisfies readonly QuoteField[];

/** Renders again when one of these prices changes. */
export function useLiveCurve(months: readonly Contract[]): readonly ShownMonth[] {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = months.map(({ code }) => priceStore.subscribe(code, FIELDS, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [months],
  );
  const read = useCallback(
    () => months.map(({ code }) => FIELDS.map((field) => priceStore.read(code, field)).join(' ')).join(),
    [months],
  );
  const prices = useSyncExternalStore(subscribe, read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the prices in the store.
  return useMemo(() => shownMonths(months), [months, prices]);
}

function shownMonths(months: readonly Contract[]): readonly ShownMonth[] {
  const priced = months.map((contract) => ({
    contract,
    lastTradeDay: contract.lastTradeDay,
    lastTicks: priceStore.read(contract.code, 'last'),
    settlementTicks: priceStore.read(contract.code, 'settlement'),
    volume: priceStore.read(contract.code, 'volume'),
  }));
  const points = curvePoints(priced);
  return priced.flatMap((month, index) => {
    const point = points[index];
    return point ? [{ ...month, ...point }] : [];
  });
}
