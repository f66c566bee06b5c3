import { describe, expect, test } from 'vitest';
import {
  DEFAULT_EXCLUDED_STATUSES,
  orderFilterFromQuery,
  orderFilterQuery,
  type QueryTable,
  queryFromOrderFilter,
  queryTable,
} from '#entities/order-filter.ts';

const filter: QueryTable = {
  orderDateTime: { gte: '2026-11-19T17:00:00.000Z', lte: '2026-11-20T16:59:59.999Z' },
  statusOrder: { nin: [...DEFAULT_EXCLUDED_STATUSES] },
  contractCode: { contains: 'ZCE' },
};

describe('the order filter', () => {
  test('survives the way through an address', () => {
    expect(orderFilterFromQuery(orderFilterQuery.parse(queryFromOrderFilter(filter)))).toEqual(filter);
  });

  test('filters nothing when it is empty', () => {
    expect(orderFilterFromQuery(orderFilterQuery.parse({}))).toEqual({
      orderDateTime: { gte: undefined, lte: undefined },
    });
    expect(queryTable.safeParse({}).success).toBe(true);
  });

  test.each([
    { 'statusOrder[nin]': 'PENDING,NONE' },
    { 'statusOrder[nin]': '' },
    { 'contractCode[contains]': '%' },
    { 'orderDateTime[gte]': '2026-11-20' },
    { from: '2026-11-20' },
  ])('refuses %j', (query) => {
    expect(orderFilterQuery.safeParse(query).success).toBe(false);
  });
});
