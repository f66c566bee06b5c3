import { seededRandom } from '@mua/core/values';
import { expect, test } from 'vitest';
import { createAlertBoard } from '#alerts/alert-board.ts';

test('a price takes what it reaches, nearest first, once', () => {
  const board = createAlertBoard<string>();
  board.addUp(110, 'up 110');
  board.addUp(105, 'up 105');
  board.addUp(105, 'up 105 later');
  board.addDown(95, 'down 95');
  board.addDown(90, 'down 90');
  expect(board.reach(100)).toEqual([]);
  expect(board.reach(105)).toEqual(['up 105', 'up 105 later']);
  expect(board.reach(105)).toEqual([]);
  expect(board.reach(80)).toEqual(['down 95', 'down 90']);
  expect(board.size).toBe(1);
});

test('what is removed is reached by nothing', () => {
  const board = createAlertBoard<string>();
  board.addUp(1, 'a');
  board.addDown(-1, 'b');
  board.remove('a');
  board.remove('never there');
  expect([board.reach(5), board.reach(-5)]).toEqual([[], ['b']]);
});

test('agrees with looking at every level', () => {
  const random = seededRandom(7);
  const board = createAlertBoard<number>();
  let levels: { id: number; ticks: number; isUp: boolean }[] = [];
  for (let id = 0; id < 2_000; id += 1) {
    const level = { id, ticks: random.between(-60, 60), isUp: random.chance(0.5) };
    levels.push(level);
    if (level.isUp) board.addUp(level.ticks, id);
    else board.addDown(level.ticks, id);
    if (random.chance(0.2)) {
      const { id: gone } = random.pick(levels);
      board.remove(gone);
      levels = levels.filter((each) => each.id !== gone);
    }
    const price = random.between(-30, 30);
    const isReached = ({ ticks, isUp }: { ticks: number; isUp: boolean }) => (isUp ? price >= ticks : price <= ticks);
    const expected = levels.filter(isReached).map((each) => each.id);
    levels = levels.filter((each) => !isReached(each));
    expect([...board.reach(price)].sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
    expect(board.size).toBe(levels.length);
  }
});
