import { expect, test } from 'vitest';
import { orderLines } from '#features/order-list/order-lines.ts';
import { sampleConditional, sampleOrder } from '#mock/sample-records.ts';

const order = (orderId: string, part: Parameters<typeof sampleOrder>[0] = {}) => sampleOrder({ orderId, ...part });
const pair = sampleConditional({ conditionalOrderId: 'pair', parentOrderCode: 'entry', childOrderId: 'exit' });
const written = (...args: Parameters<typeof orderLines>) =>
  orderLines(...args).map((line) => `${line.kind === 'order' && line.isIndented ? '> ' : ''}${line.key}`);

const ORDERS = [
  order('exit', { conditionalOrderId: 'pair', side: 'SELL' }),
  order('other'),
  order('entry', { exitOrderId: 'pair' }),
  order('trailed', { conditionalOrderId: 'trail' }),
];

test('an entry is followed by its exit pair and what that sent', () =>
  expect(written(ORDERS, [pair])).toEqual(['other', 'entry', 'pair', '> exit', 'trailed']));

test('they are sorted with it', () => {
  const heads = orderLines(ORDERS, [pair]).map(({ head }) => head.orderId);
  expect(heads).toEqual(['other', 'entry', 'entry', 'entry', 'trailed']);
});

test('if the entry is not listed, the order sent is a line of its own', () =>
  expect(written([ORDERS[0] ?? order('x')], [pair])).toEqual(['exit']));

test('if the pair is not loaded, every order is a line of its own', () =>
  expect(written(ORDERS, [])).toEqual(['exit', 'other', 'entry', 'trailed']));
