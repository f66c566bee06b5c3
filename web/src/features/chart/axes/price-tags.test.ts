import { expect, test } from 'vitest';
import { AxisTags, placedTags, TAG_HEIGHT } from '#features/chart/axes/price-tags.ts';

const apart = (tops: readonly number[]) => {
  const sorted = [...tops].sort((a, b) => a - b);
  return sorted.every((top, place) => place === 0 || top - (sorted[place - 1] ?? 0) >= TAG_HEIGHT);
};

test('tags of all owners move away from each other and from the last price, and stay on the axis', () => {
  const tags = new AxisTags();
  tags.set('own', () => [100, 130]);
  tags.set('studies', () => [102, 104, 195]);
  const ground = { yOf: (price: number) => price, lastY: 110, height: 200 };
  const [own, studies] = [tags.tops('own', ground), tags.tops('studies', ground)];
  expect(own).toHaveLength(2);
  expect(studies).toHaveLength(3);
  expect(apart([...own, ...studies])).toBe(true);
  for (const top of [...own, ...studies]) expect(top + TAG_HEIGHT).toBeLessThanOrEqual(200);
  // The tag of the last price, with its countdown.
  for (const top of [...own, ...studies]) expect(top + TAG_HEIGHT <= 101 || top >= 132).toBe(true);
});

test('an own tag stays at its price however many indicators crowd it; indicator tags without room are hidden', () => {
  const tags = new AxisTags();
  tags.set('own', () => [60]);
  tags.set('studies', () => [58, 59, 61, 62, 63]);
  const ground = { yOf: (price: number) => price, lastY: 20, height: 100 };
  expect(tags.tops('own', ground)).toEqual([51]);
  const shown = tags.tops('studies', ground).filter((top) => top >= 0);
  expect(shown).toHaveLength(1);
  expect(apart([51, ...shown])).toBe(true);
});

test('tags out of view displace nothing', () => {
  expect(placedTags([-50, 20], { lastY: undefined, height: 200 })).toEqual([-59, 11]);
});
