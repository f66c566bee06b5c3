/** What the margin calculator says of a first position is what the engine then does with it, to the dong and the tick. */
import { type OpeningInput, previewOpening } from '@mua/core/preview';
import { describe, expect, test } from 'vitest';
import { Broker, CORN_MARGIN_VND, FULL_RULES } from '#test/scenarios/broker.ts';

const LEVELS = { callPercent: 100, cancelPercent: 70, countdownPercent: 40, liquidationPercent: 20 };

function corn(change: Partial<OpeningInput>): OpeningInput {
  const terms = {
    tickValueMinor: 1_250n,
    rateE4: 261_000_000n,
    marginPerLotVnd: CORN_MARGIN_VND,
    feePerLotVnd: 350_000n,
    maxLotsPerOrder: 100,
  };
  return { side: 'BUY', lots: 3, priceTicks: 1_800, terms, ownVnd: null, levels: LEVELS, ...change };
}

test('the least money opens the position, and a dong less is refused as short by it', () => {
  const { leastVnd } = previewOpening(corn({}));
  const kindsWith = (cashVnd: bigint) =>
    new Broker(cashVnd, FULL_RULES).place('BUY 3 @ 450').events.map(({ kind }) => kind);
  expect(kindsWith(leastVnd)).toContain('venueRequested');
  expect(kindsWith(leastVnd - 1n)).not.toContain('venueRequested');
});

describe.each(['BUY', 'SELL'] as const)('%s 3', (side) => {
  const ownVnd = 200_000_000n;
  const { levels } = previewOpening(corn({ side, ownVnd }));
  const towardsSafety = side === 'BUY' ? 1 : -1;

  test.each(levels.map(({ level, at }) => [level, at?.ticks ?? Number.NaN] as const))(
    '%s is reached at %i and not a tick before',
    (level, ticks) => {
      const broker = new Broker(ownVnd, FULL_RULES);
      broker.trade(`${side} 3 @ 450`, 1_800);
      broker.mark(ticks + towardsSafety);
      expect(broker.account().marginState.rung).not.toBe(level);
      broker.mark(ticks);
      expect(broker.account().marginState.rung).toBe(level);
    },
  );
});
