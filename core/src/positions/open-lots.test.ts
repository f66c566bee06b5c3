import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OpenLot, OpenLots } from '#positions/open-lots.ts';

function lot(number: number, lots: number): OpenLot {
  return { fillId: `fill-${number}`, priceTicks: 100 + number, timeMs: number, lots };
}

/** The same with plain lists: each value is a copy. */
function closed(plain: readonly OpenLot[], lots: number): OpenLot[] {
  const [oldest, ...younger] = plain;
  if (!oldest) throw new Error('nothing to close');
  return oldest.lots === lots ? younger : [{ ...oldest, lots: oldest.lots - lots }, ...younger];
}

test('every value is immutable, and equals plain copies', () => {
  // Above 0: a fill opens so many lots. 0 and below: something is closed, and sometimes from an older value.
  const acts = fc.array(fc.tuple(fc.integer({ min: -6, max: 4 }), fc.nat({ max: 3 })), { maxLength: 200 });
  fc.assert(
    fc.property(acts, (story) => {
      const reported: { value: OpenLots; plain: readonly OpenLot[] }[] = [{ value: OpenLots.NONE, plain: [] }];
      for (const [at, [act, back]] of story.entries()) {
        const { value, plain } = reported[Math.max(0, reported.length - 1 - back)] ?? {
          value: OpenLots.NONE,
          plain: [],
        };
        const lots = Math.min(-act, plain[0]?.lots ?? 0);
        if (act > 0) reported.push({ value: value.opened(lot(at, act)), plain: [...plain, lot(at, act)] });
        else if (lots > 0) reported.push({ value: value.closed(lots), plain: closed(plain, lots) });
      }
      for (const { value, plain } of reported) {
        expect([...value]).toEqual(plain);
        expect(JSON.stringify(value)).toBe(JSON.stringify(plain));
        expect([value.length, value.oldest]).toEqual([plain.length, plain[0]]);
        for (const index of [0, 1, -1, -2, plain.length]) expect(value.at(index)).toEqual(plain.at(index));
      }
    }),
    { seed: 5 },
  );
});

test('a long queue that is closed to its end leaves nothing behind', () => {
  let value = OpenLots.NONE;
  for (let number = 0; number < 1_000; number += 1) value = value.opened(lot(number, 1));
  const full = value;
  for (let number = 0; number < 999; number += 1) value = value.closed(1);
  expect([...value]).toEqual([lot(999, 1)]);
  expect(value.closed(1)).toBe(OpenLots.NONE);
  expect(full.map(({ fillId }) => fillId)).toEqual(Array.from({ length: 1_000 }, (_, number) => `fill-${number}`));
});

test('no more is closed than is open', () => {
  expect(() => OpenLots.NONE.closed(1)).toThrow('no more is closed');
  expect(() => OpenLots.of([lot(1, 2)]).closed(3)).toThrow('no more is closed');
});
