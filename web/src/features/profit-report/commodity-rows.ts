/**
 * Calculates profit by commodity: realized P/L in the range minus fees, and beside it the estimated P/L of open
 * positions.
 */
import type { ProfitGroup } from '@mua/contract/http/account-days';
import type { Vnd } from '@mua/core/values';

export interface CommodityRow {
  readonly commodityCode: string;
  readonly actualVnd: Vnd;
  readonly feesVnd: Vnd;
  readonly netVnd: Vnd;
  /** At current prices; null without an open position. */
  readonly openVnd: Vnd | null;
  readonly wonCount: number;
  readonly lostCount: number;
}

/** The best first; a commodity with only an open position is listed too. */
export function commodityRows(
  groups: readonly ProfitGroup[],
  openProfit: ReadonlyMap<string, bigint>,
): readonly CommodityRow[] {
  const booked = new Map(groups.map((group) => [group.commodityCode ?? '', group]));
  const codes = [...new Set([...booked.keys(), ...openProfit.keys()])];
  return codes
    .map((commodityCode): CommodityRow => {
      const group = booked.get(commodityCode);
      const [actualVnd, feesVnd] = [BigInt(group?.actualProfit ?? 0), BigInt(group?.fees ?? 0)];
      const { wonCount = 0, lostCount = 0 } = group ?? {};
      const openVnd = openProfit.get(commodityCode) ?? null;
      return { commodityCode, actualVnd, feesVnd, netVnd: actualVnd - feesVnd, openVnd, wonCount, lostCount };
    })
    .sort((a, b) =>
      a.netVnd === b.netVnd ? (a.commodityCode < b.commodityCode ? -1 : 1) : a.netVnd > b.netVnd ? -1 : 1,
    );
}

/** Percentage of half the bar's space, relative to the largest result of all rows. */
export function barPercent(valueVnd: Vnd, rows: readonly CommodityRow[]): number {
  const [largest = 0] = rows.map(({ netVnd }) => Math.abs(Number(netVnd))).sort((a, b) => b - a);
  return largest === 0 ? 0 : (Math.abs(Number(valueVnd)) / largest) * 100;
}
