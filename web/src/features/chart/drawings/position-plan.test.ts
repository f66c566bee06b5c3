import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movedPlan } from '#features/chart/drawings/position-plan.ts';

const LONG = [
  { timeMs: 10, ticks: 100 },
  { timeMs: 20, ticks: 120 },
  { timeMs: 20, ticks: 90 },
];
const ticks = (places: readonly { ticks: number }[]) => places.map((place) => place.ticks);

test('each part moves alone; target and stop share the end of the plan', () => {
  expect(ticks(movedPlan('long', LONG, { point: 0, to: { timeMs: 12, ticks: 105 } }))).toEqual([105, 120, 90]);
  const moved = movedPlan('long', LONG, { point: 2, to: { timeMs: 30, ticks: 95 } });
  expect(moved).toEqual([
    { timeMs: 10, ticks: 100 },
    { timeMs: 30, ticks: 120 },
    { timeMs: 30, ticks: 95 },
  ]);
});

test('a plan never turns around, in price or in time', () => {
  expect(ticks(movedPlan('long', LONG, { point: 1, to: { timeMs: 20, ticks: 50 } }))).toEqual([100, 101, 90]);
  expect(ticks(movedPlan('long', LONG, { point: 2, to: { timeMs: 20, ticks: 500 } }))).toEqual([100, 120, 99]);
  expect(ticks(movedPlan('long', LONG, { point: 0, to: { timeMs: 10, ticks: 500 } }))).toEqual([119, 120, 90]);
  expect(movedPlan('long', LONG, { point: 0, to: { timeMs: 25, ticks: 100 } })[0]?.timeMs).toBe(10);
  expect(movedPlan('long', LONG, { point: 1, to: { timeMs: 5, ticks: 120 } })[1]?.timeMs).toBe(20);
});

test('whatever is dragged wherever, a long plan gains upwards and a short one downwards', () => {
  const prices = fc.integer({ min: -50, max: 50 });
  const drag = fc.record({ point: fc.nat(2), to: fc.record({ timeMs: fc.nat(40), ticks: prices }) });
  fc.assert(
    fc.property(
      fc.constantFrom('long' as const, 'short' as const),
      fc.array(drag, { maxLength: 20 }),
      (tool, drags) => {
        const way = tool === 'long' ? 1 : -1;
        let plan: readonly { timeMs: number; ticks: number }[] = [
          { timeMs: 10, ticks: 0 },
          { timeMs: 20, ticks: 2 * way },
          { timeMs: 20, ticks: -1 * way },
        ];
        for (const moved of drags) plan = movedPlan(tool, plan, moved);
        const [entry, target, stop] = plan;
        if (!entry || !target || !stop) throw new Error('no plan');
        expect((target.ticks - entry.ticks) * way).toBeGreaterThan(0);
        expect((entry.ticks - stop.ticks) * way).toBeGreaterThan(0);
        expect(target.timeMs).toBe(stop.timeMs);
        expect(target.timeMs).toBeGreaterThan(entry.timeMs);
      },
    ),
  );
});
