/** Adds a newly settled pair to a cached list (last settled first, in pages): its row, the count and the sums. */
import type { SettledPosition } from '@mua/contract/entities/position';
import type { SettledPage } from '@mua/contract/http/positions';
import { formatDecimal, parseDecimal, rescale } from '@mua/core/values';

export interface SettledPages {
  readonly pages: SettledPage[];
}

/** Returns the same pages when they hold the pair or are newer than it: then it is counted already. */
export function withSettled<T extends SettledPages>(data: T, settled: SettledPosition, contractCode: string | null): T {
  const [first, ...others] = data.pages;
  if (!first) return data;
  if (contractCode !== null && contractCode !== settled.contractCode) {
    return { ...data, pages: data.pages.map((page) => ({ ...page, hidden: page.hidden + 1 })) };
  }
  const isThere = data.pages.some(({ items }) => items.some(({ settledId }) => settledId === settled.settledId));
  const newest = first.items[0]?.settleTime ?? '';
  if (isThere || settled.settleTime < newest) return data;
  const pages = [{ ...first, items: [settled, ...first.items] }, ...others];
  return { ...data, pages: pages.map((page) => countedWith(page, settled)) };
}

/** Counts cover the whole list, so every page carries them. */
function countedWith(page: SettledPage, { actualProfitVnd, actualProfitUsd }: SettledPosition): SettledPage {
  const { sums } = page;
  const usdMinor = minorOf(sums.actualProfitUsd) + minorOf(actualProfitUsd ?? '0');
  return {
    ...page,
    total: page.total + 1,
    sums: {
      actualProfitVnd: String(BigInt(sums.actualProfitVnd) + BigInt(actualProfitVnd)),
      actualProfitUsd: formatDecimal(usdMinor, 2),
    },
  };
}

function minorOf(text: string): bigint {
  const decimal = parseDecimal(text);
  return (decimal && rescale(decimal, 2)) ?? 0n;
}
