import { afterEach, describe, expect, test } from 'vitest';
import { setClock } from '#session/clock.ts';
import {
  defaultOrderQuery,
  isFilterActive,
  type Period,
  periodRange,
  useOrderFilter,
} from '#session/order-filter-store.ts';

/** This is 00:30 on 21 November in Vietnam and still the 20th in UTC. */
const AFTER_MIDNIGHT = Date.parse('2026-11-20T17:30:00Z');

test.each<[Period, string | undefined, string | undefined]>([
  ['today', '2026-11-20T17:00:00.000Z', '2026-11-21T16:59:59.999Z'],
  ['yesterday', '2026-11-19T17:00:00.000Z', '2026-11-20T16:59:59.999Z'],
  ['week', '2026-11-14T17:00:00.000Z', '2026-11-21T16:59:59.999Z'],
  ['month', '2026-10-20T17:00:00.000Z', '2026-11-21T16:59:59.999Z'],
  ['sixMonths', '2026-05-20T17:00:00.000Z', '2026-11-21T16:59:59.999Z'],
  ['all', undefined, undefined],
])('%s in Vietnam', (period, gte, lte) => expect(periodRange(period, AFTER_MIDNIGHT)).toEqual({ gte, lte }));

test('one month before 31 March is the last day of February', () =>
  expect(periodRange('month', Date.parse('2027-03-31T05:00:00Z')).gte).toBe('2027-02-27T17:00:00.000Z'));

test('hides orders that are still live by default', () =>
  expect(defaultOrderQuery(AFTER_MIDNIGHT)).toEqual({
    orderDateTime: { gte: '2026-11-20T17:00:00.000Z', lte: '2026-11-21T16:59:59.999Z' },
    statusOrder: { nin: ['PENDING', 'WORKING', 'NOT_SENT'] },
    contractCode: { contains: '' },
  }));

describe('tells when a filter counts as active (docs/rules/orders.md#order-list)', () => {
  const query = defaultOrderQuery(AFTER_MIDNIGHT);
  test.each([
    ['nothing set', query, false],
    ['a contract code', { ...query, contractCode: { contains: 'ZC' } }, true],
    ['another range', { ...query, orderDateTime: periodRange('week', AFTER_MIDNIGHT) }, true],
    ['only one end moved', { ...query, orderDateTime: { gte: query.orderDateTime.gte } }, true],
    ['other statuses do not count', { ...query, statusOrder: { nin: [] } }, false],
  ])('%s', (_case, changed, active) => expect(isFilterActive(changed, AFTER_MIDNIGHT)).toBe(active));

  test('yesterday’s range for today counts as a filter the day after', () =>
    expect(isFilterActive(query, AFTER_MIDNIGHT + 24 * 60 * 60 * 1000)).toBe(true));
});

describe('the store', () => {
  let restore = () => {};
  afterEach(() => restore());

  test('follows its setters and clears in one call, keeping the tabs', () => {
    restore = setClock(() => AFTER_MIDNIGHT);
    const filter = useOrderFilter.getState;
    filter().reset();
    expect(filter().isFilter).toBe(false);
    filter().setContractCode('ZC');
    filter().setTab('orders', 'FILLED');
    expect(filter().isFilter).toBe(true);
    filter().setContractCode('');
    expect(filter().isFilter).toBe(false);
    filter().setPeriod('yesterday');
    expect(filter().isFilter).toBe(true);
    filter().clearFilter();
    expect([filter().isFilter, filter().activeTab.orders]).toEqual([false, 'FILLED']);
  });
});
