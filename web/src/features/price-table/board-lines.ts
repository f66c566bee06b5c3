/** Turns the listed contracts into the lines of the board: filtered, sorted, grouped. */
import type { Contract } from '@mua/contract/entities/contract';
import { COMMODITY_GROUPS, type CommodityGroup } from '@mua/core/values';
import { marketNowMs } from '#clock/market-clock.ts';
import type { HeadId } from '#features/price-table/board-columns.ts';
import { physicalSortValue } from '#features/price-table/physical-column.tsx';
import { nextCloseOut } from '#market/close-out.ts';
import { contractSearch } from '#market/contract-search.ts';
import type { ReadField } from '#market/price-store.ts';

export const BOARD_TABS = ['all', 'favorites'] as const;
export type BoardTab = (typeof BOARD_TABS)[number];

export interface BoardFilter {
  readonly tab: BoardTab;
  /** Null means every group. */
  readonly group: CommodityGroup | null;
  readonly text: string;
}

export type SortKey = HeadId;

export interface BoardSort {
  readonly key: SortKey;
  readonly direction: 'ascending' | 'descending';
}

export type BoardLine =
  | { readonly kind: 'group'; readonly group: CommodityGroup; readonly count: number; readonly isCollapsed: boolean }
  | { readonly kind: 'contract'; readonly contract: Contract };

export function filterContracts(
  contracts: readonly Contract[],
  { tab, group, text }: BoardFilter,
  favorites: ReadonlySet<string>,
  list: readonly string[] | null = null,
): readonly Contract[] {
  const isFound = contractSearch(text);
  const all = list === null ? contracts : arranged(contracts, list);
  return all.filter(
    (contract) =>
      (tab === 'all' || list !== null || favorites.has(contract.code)) &&
      (group === null || contract.group === group) &&
      isFound(contract),
  );
}

/** A named list keeps its owner's order; delisted contracts are skipped. */
function arranged(contracts: readonly Contract[], list: readonly string[]): readonly Contract[] {
  const byCode = new Map(contracts.map((contract) => [contract.code, contract]));
  return list.flatMap((code) => byCode.get(code) ?? []);
}

/** In groups with a heading each, in the order of the specification. */
export function groupedLines(contracts: readonly Contract[], collapsed: ReadonlySet<CommodityGroup>): BoardLine[] {
  return COMMODITY_GROUPS.flatMap((group): BoardLine[] => {
    const members = contracts.filter((contract) => contract.group === group);
    if (members.length === 0) return [];
    const isCollapsed = collapsed.has(group);
    const head: BoardLine = { kind: 'group', group, count: members.length, isCollapsed };
    return isCollapsed ? [head] : [head, ...plainLines(members)];
  });
}

export function plainLines(contracts: readonly Contract[]): BoardLine[] {
  return contracts.map((contract) => ({ kind: 'contract', contract }));
}

/** Clicks on a header cycle through its first direction, the other one, and the listing's own order. */
export function nextSort(sort: BoardSort | null, key: SortKey): BoardSort | null {
  const first = isText(key) ? 'ascending' : 'descending';
  const second = first === 'ascending' ? 'descending' : 'ascending';
  if (sort?.key !== key) return { key, direction: first };
  return sort.direction === first ? { key, direction: second } : null;
}

/** A stable sort; contracts without a value come last in either direction. */
export function sortContracts(
  contracts: readonly Contract[],
  { key, direction }: BoardSort,
  read: (code: string) => ReadField,
  language: 'vi' | 'en',
): readonly Contract[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const keyed = contracts.map((contract) => ({
    contract,
    value: sortValue(contract, key, read(contract.code), language),
  }));
  return keyed
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return sign * compare(a.value, b.value);
    })
    .map(({ contract }) => contract);
}

function isText(key: SortKey): boolean {
  return key === 'code' || key === 'commodity' || key === 'expiry' || key === 'firstNotice';
}

const COLLATOR = new Intl.Collator('vi');

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return COLLATOR.compare(String(a), String(b));
}

function sortValue(contract: Contract, key: SortKey, read: ReadField, language: 'vi' | 'en'): string | number | null {
  switch (key) {
    case 'code':
      return contract.code;
    case 'commodity':
      return contract.commodityName[language];
    case 'expiry':
      return contract.expiryMonth;
    case 'firstNotice':
      return nextCloseOut(contract, marketNowMs())?.sessions ?? null;
    case 'bidVolume':
      return read('bidLots');
    case 'askVolume':
      return read('askLots');
    case 'matchVolume':
      return read('lastLots');
    case 'totalVolume':
      return read('volume');
    case 'openInterest':
      return contract.openInterest;
    case 'physical':
      return physicalSortValue(contract, read('last'));
    case 'session':
      return read('session');
    case 'change':
    case 'changePercent':
    case 'trend':
      return changeShare(read);
    default:
      return priceValue(contract, read, PRICE_FIELDS[key]);
  }
}

const PRICE_FIELDS = {
  bidPrice: 'bid',
  matchPrice: 'last',
  askPrice: 'ask',
  open: 'open',
  high: 'high',
  low: 'low',
  settlement: 'settlement',
} as const;

/** Prices of different grids are compared as displayed, in their own units. */
function priceValue(contract: Contract, read: ReadField, field: (typeof PRICE_FIELDS)[keyof typeof PRICE_FIELDS]) {
  const ticks = read(field);
  const { tickUnits, scale } = contract.decimalFormat;
  return ticks === null ? null : (ticks * tickUnits) / 10 ** scale;
}

/** Changes are compared in percent: ticks of different contracts are not comparable. */
function changeShare(read: ReadField): number | null {
  const last = read('last');
  const settlement = read('settlement');
  return last === null || settlement === null || settlement === 0 ? null : (last - settlement) / Math.abs(settlement);
}
