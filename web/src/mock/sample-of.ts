/**
 * Makes a value that a schema of the contract accepts, from the schema itself, so that a route without a written answer
 * still gives one of the right shape. Lists are empty, optional parts are absent, texts are the first sample that fits.
 */

/** Describes as much of a zod schema as is read here. */
export interface Schema {
  readonly def: { readonly type: string; readonly [part: string]: unknown };
  safeParse(value: unknown): { readonly success: boolean };
}

const TEXTS = [
  'sample',
  '0',
  'ZCEZ26',
  'ZCE sample',
  '000000000000001.a-device',
  'VND',
  '2026-11-20',
  '2026-11-20T05:00:00.000Z',
  '05:00',
  '6f9619ff-8b86-4d11-b42d-00c04fc964ff',
  'an@mua.demo',
  '0901000001',
  '970436',
  'vietcombank',
  'AAAAAAAAAAAAAAAAAAAAAA',
  'A'.repeat(32),
  'A'.repeat(43),
  'a'.repeat(64),
  'https://mua.demo/',
  'otpauth://totp/an',
  '970436',
];

export function sampleOf(schema: Schema): unknown {
  const { def } = schema;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape as Record<string, Schema>).flatMap(([name, part]) => {
          const value = sampleOf(part);
          return value === undefined ? [] : [[name, value]];
        }),
      );
    case 'array':
      return fitting(schema, [[], [sampleOf(def.element as Schema)]]);
    case 'record':
      return {};
    case 'tuple':
      return (def.items as Schema[]).map(sampleOf);
    case 'string':
      return fitting(schema, TEXTS);
    case 'number':
      return fitting(schema, [0, 1, 100, 1_763_600_000_000]);
    case 'boolean':
      return false;
    case 'enum':
      return Object.values(def.entries as Record<string, unknown>)[0];
    case 'literal':
      return (def.values as unknown[])[0];
    case 'union':
      return sampleOf((def.options as [Schema])[0]);
    case 'nullable':
    case 'null':
      return null;
    case 'optional':
    case 'undefined':
      return undefined;
    case 'default':
    case 'readonly':
    case 'nonoptional':
      return sampleOf(def.innerType as Schema);
    case 'pipe':
      return sampleOf(def.in as Schema);
    case 'lazy':
      return sampleOf((def.getter as () => Schema)());
    default:
      throw new Error(`no sample of ${def.type}`);
  }
}

function fitting(schema: Schema, candidates: readonly unknown[]): unknown {
  const found = candidates.find((candidate) => schema.safeParse(candidate).success);
  if (found === undefined) throw new Error(`no sample fits a ${schema.def.type}`);
  return found;
}
