import { expect, test } from 'vitest';
import { namedStatement } from '#db/named-statement.ts';

test('a parameter that occurs twice is sent once, and a cast is not a parameter', () => {
  const statement = namedStatement<{ epoch: number; rows: string }>(
    'select :epoch::integer from json_to_recordset(:rows::json) where epoch = :epoch',
  );
  expect(statement.text).toBe('select $1::integer from json_to_recordset($2::json) where epoch = $1');
  expect(statement.valuesOf({ rows: '[]', epoch: 7 })).toEqual([7, '[]']);
});

test('a missing parameter throws', () => {
  const statement = namedStatement<object>('select :epoch');
  expect(() => statement.valuesOf({})).toThrow(':epoch');
});
