import { seededRandom } from '@mua/core/values';
import { expect, test } from 'vitest';
import { createAlertIndex } from '#alerts/alert-index.ts';

test('a price takes the levels that it reaches, nearest first and once', () => {
  const index = createAlertIndex<string>();
  index.addUp(110, 'up 110');
  index.addUp(105, 'up 105');
  index.addUp(105, 'up 105 later');
  index.addDown(95, 'down 95');
  index.addDown(90, 'down 90');
  expect(index.reach(100)).toEqual([]);
  expect(index.reach(105)).toEqual(['up 105', 'up 105 later']);
  expect(index.reach(105)).toEqual([]);
  expect(index.reach(80)).toEqual(['down 95', 'down 90']);
  expect(index.size).toBe(1);
});

test('no price reaches a removed level', () => {
  const index = createAlertIndex<string>();
  index.addUp(1, 'a');
  index.addDown(-1, 'b');
  index.remove('a');
  index.remove('never there');
  expect([index.reach(5), index.reach(-5)]).toEqual([[], ['b']]);
});

test('agrees with a scan of every level', () => {
  const random = seededRandom(7);
  const index = createAlertIndex<number>();
  let levels: { id: number; ticks: number; isUp: boolean }[] = [];
  for (let id = 0; id < 2_000; id += 1) {
    const level = { id, ticks: random.between(-60, 60), isUp: random.chance(0.5) };
    levels.push(level);
    if (level.isUp) index.addUp(level.ticks, id);
    else index.addDown(level.ticks, id);
    if (random.chance(0.2)) {
      const { id: gone } = random.pick(levels);
      index.remove(gone);
      levels = levels.filter((each) => each.id !== gone);
    }
    const price = random.between(-30, 30);
    const isReached = ({ ticks, isUp }: { ticks: number; isUp: boolean }) => (isUp ? price >= ticks : price <= ticks);
    const expected = levels.filter(isReached).map((each) => each.id);
    levels = levels.filter((each) => !isReached(each));
    expect([...index.reach(price)].sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
    expect(index.size).toBe(levels.length);
  }
});
