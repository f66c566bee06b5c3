import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ENTITIES, type FieldMap, OUR_FIELDS, SPEC_FIELDS, VALUES } from '#entities/spec-fields.ts';

/** The specification's entities, in its order. */
const SPEC_ENTITIES = [
  'Contract',
  'Order',
  'Conditional order',
  'Position',
  'Margin',
  'Account overview',
  'Investor account margin entry',
  'Beneficiary account',
  'Bank account',
  'Strategy',
  'Copy trader',
  'Weekly copier report',
  'Transaction',
  'Personal and contact data',
  'Auth state',
  'Selected account state',
  'Redirect state',
  'Order filter state',
  'Socket connection record',
  'Appearance config',
];

/** The schema behind optional, nullable and list wrappers. */
function bare(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return bare(schema.unwrap());
  if (schema instanceof z.ZodArray) return bare(schema.element);
  return schema;
}

function hasKey(schema: unknown, path: string): boolean {
  const [key = '', ...rest] = path.split('.');
  const object = bare(schema);
  if (!(object instanceof z.ZodObject) || !Object.hasOwn(object.shape, key)) return false;
  return rest.length === 0 || hasKey(object.shape[key], rest.join('.'));
}

const rows = Object.entries<FieldMap>(SPEC_FIELDS).flatMap(([entity, fields]) =>
  Object.entries(fields).map(([words, [schema, key]]) => ({ entity, words, schema, key })),
);

describe('the fields of the specification', () => {
  test('every entity with fields is listed, and those without have a schema', () => {
    expect(Object.keys(SPEC_FIELDS)).toEqual(SPEC_ENTITIES);
    expect(Object.keys(VALUES)).toEqual(['PricesList', 'ThemePreference', 'LanguagePreference']);
  });

  test.each(rows)('$entity: $words is $schema.$key', ({ schema, key }) => {
    expect(hasKey(ENTITIES[schema], key)).toBe(true);
  });

  test.each(Object.entries(ENTITIES))('%s has no key that is neither specified nor listed as ours', (name, schema) => {
    const specified = rows.filter((row) => row.schema === name).map((row) => row.key.split('.')[0]);
    const ours = Object.entries(OUR_FIELDS).find(([entity]) => entity === name)?.[1] ?? [];
    expect([...new Set([...specified, ...ours])].sort()).toEqual(Object.keys(schema.shape).sort());
  });

  test('a key is either specified or ours', () => {
    const twice = rows
      .filter(({ schema, key }) => OUR_FIELDS[schema].includes(key))
      .map(({ schema, key }) => `${schema}.${key}`);
    expect(twice).toEqual([]);
  });
});
