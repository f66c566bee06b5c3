import { type CsvColumn, type CsvValue, csvHead, csvLines, csvName } from '@mua/contract/csv';
import { describe, expect, test } from 'vitest';
import { sampleConditional, sampleFill, sampleOrder, samplePosition } from '#mock/sample-records.ts';
import { CONDITIONAL_CSV, FILL_CSV, ORDER_CSV, POSITION_CSV, SETTLED_CSV } from '#orders/csv-columns.ts';

const ONE: readonly CsvColumn<CsvValue>[] = [{ field: 'value', value: (row) => row }];
const cell = (value: CsvValue) => csvLines(ONE, [value]).replace(/\r\n$/, '');

describe('quotes as RFC 4180 asks', () => {
  test.each<[CsvValue, string]>([
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['Nguyễn Văn An', 'Nguyễn Văn An'],
    [null, ''],
    [true, 'true'],
    [2, '2'],
  ])('%o is written %s', (value, text) => expect(cell(value)).toBe(text));

  test('ends lines in CR LF, the header included', () => {
    expect(csvHead(ONE)).toBe('value\r\n');
    expect(csvLines(ONE, [1, 2])).toBe('1\r\n2\r\n');
  });
});

describe('turns no text into a formula, and keeps numbers as numbers', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+84901000001', "'+84901000001"],
    ['-cmd', "'-cmd"],
    ['\tx', "'\tx"],
    ['=A1,B1', '"\'=A1,B1"'],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['\uff0b1', "'\uff0b1"],
    ['\uff0d1', "'\uff0d1"],
    ['\uff20SUM(A1)', "'\uff20SUM(A1)"],
    ['\n=1+1', '"\'\n=1+1"'],
    [' =1+1', "' =1+1"],
    ['\u00a0@x', "'\u00a0@x"],
    ['\u200b=1+1', "'\u200b=1+1"],
    ['\ufeff=1+1', "'\ufeff=1+1"],
    ['a=b', 'a=b'],
    [' a', ' a'],
    ['-350000', '-350000'],
    ['-12.50', '-12.50'],
    ['451.5000', '451.5000'],
  ])('%o is written %s', (value, text) => expect(cell(value)).toBe(text));
});

test('names the file by list, account and date', () => {
  expect(csvName('orders', '108C000001-01', '2026-11-22')).toBe('orders-108C000001-01-2026-11-22.csv');
  expect(csvName('orders', 'a/b: c', 'd')).toBe('orders-a-b-c-d.csv');
});

describe('names each list’s fields as on the wire', () => {
  const order = sampleOrder({
    status: 'REJECTED',
    averagePrice: '454.0000',
    rejection: { code: 'WrongTick', facts: {} },
    group: { groupId: 'g-1', kind: 'SCALE', place: 2, size: 3 },
    fills: [sampleFill({ fee: '350000' }), sampleFill({ fillId: 'b', fee: '350000' })],
  });
  const row = <T>(columns: readonly CsvColumn<T>[], of: T) => {
    const names = csvHead(columns).trim().split(',');
    const values = csvLines(columns, [of]).replace('\r\n', '').split(',');
    expect(values).toHaveLength(names.length);
    return Object.fromEntries(names.map((name, at) => [name, values[at]]));
  };

  test('orders', () =>
    expect(row(ORDER_CSV, order)).toMatchObject({
      orderId: 'order-1',
      limitPrice: '454.00',
      stopPrice: '',
      averagePrice: '454.0000',
      dateTime: '2026-11-20T05:31:07.250Z',
      'rejection.code': 'WrongTick',
      'reason.code': '',
      'group.groupId': 'g-1',
      'group.kind': 'SCALE',
      'group.place': '2',
      'group.size': '3',
      'fills.fee': '700000',
    }));

  test('the other lists', () => {
    expect(row(FILL_CSV, sampleFill())).toMatchObject({ price: '454.00', fee: '350000', lots: '1' });
    expect(row(POSITION_CSV, samplePosition())).toMatchObject({ netLots: '2', averagePrice: '451.5000' });
    expect(row(CONDITIONAL_CSV, sampleConditional())).toMatchObject({
      state: 'PENDING_ACTIVATION',
      trailAmount: '3.75',
    });
    expect(csvHead(SETTLED_CSV)).toContain('actualProfitVnd');
  });
});
