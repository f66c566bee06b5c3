/**
 * Checks that the receipt equals the engine's arithmetic: each line of the table is a situation a trader can calculate
 * by hand.
 */
import { describe, expect, test } from 'vitest';
import {
  explainReceiptRow,
  explainTicketMaxLots,
  type ReceiptRowName,
} from '#features/order-ticket/ticket-explanations.ts';
import { lotsOfShare, ticketFigures } from '#features/order-ticket/ticket-figures.ts';
import { CORN_TERMS } from '#mock/sample-records.ts';
import type { OrderAccount } from '#orders/order-account.ts';

const PER_LOT = 36_618_120n;
const account: OrderAccount = {
  equityVnd: 1_000_000_000n,
  requiredVnd: 0n,
  feesTodayVnd: 700_000n,
  exposure: { netLots: 0, workingBuyLots: 0, workingSellLots: 0 },
  marginPerLotVnd: PER_LOT,
  ownMaxLots: null,
};
const holding = (netLots: number, workingBuyLots = 0, workingSellLots = 0): OrderAccount => {
  const worst = Math.max(Math.abs(netLots + workingBuyLots), Math.abs(netLots - workingSellLots));
  return { ...account, exposure: { netLots, workingBuyLots, workingSellLots }, requiredVnd: BigInt(worst) * PER_LOT };
};

describe('before and after', () => {
  test('two lots without a position', () => {
    const { preview, equityVnd, feesTodayVnd, exposure, othersVnd } = ticketFigures(
      { side: 'BUY', lots: 2, isReduceOnly: false },
      account,
      CORN_TERMS,
    );
    expect(preview.requiredVnd).toEqual({ before: 0n, after: 73_236_240n });
    expect(preview.availableVnd).toEqual({ before: 1_000_000_000n, after: 926_063_760n });
    expect(preview.ratioBasisPoints).toEqual({ before: null, after: 136_448n });
    expect(preview.netLots).toEqual({ before: 0, after: 2 });
    expect(equityVnd.after).toBe(999_300_000n);
    expect(feesTodayVnd).toBe(700_000n);
    expect(preview.feeVnd).toBe(700_000n);
    expect(exposure.after.workingBuyLots).toBe(2);
    expect(othersVnd).toBe(0n);
  });

  test('no quantity changes nothing', () => {
    const { preview } = ticketFigures({ side: 'BUY', lots: 0, isReduceOnly: false }, holding(2), CORN_TERMS);
    expect(preview.requiredVnd.after).toBe(preview.requiredVnd.before);
    expect(preview.availableVnd.after).toBe(preview.availableVnd.before);
  });

  test('the margin of other contracts is kept separate', () => {
    const with5 = { ...holding(2), requiredVnd: 2n * PER_LOT + 5n };
    expect(ticketFigures({ side: 'BUY', lots: 1, isReduceOnly: false }, with5, CORN_TERMS).othersVnd).toBe(5n);
  });
});

describe('the most that would be accepted', () => {
  test.each([
    ['flat', holding(0), 26, 26],
    ['long 2: a sell may close and reverse', holding(2), 24, 28],
    ['short 2', holding(-2), 28, 24],
    ['working buys count against buys', holding(0, 20), 7, 26],
  ])('%s', (_name, of, buy, sell) => {
    const figures = ticketFigures({ side: 'BUY', lots: 1, isReduceOnly: false }, of, CORN_TERMS);
    expect([figures.maxBuyLots, figures.maxSellLots]).toEqual([buy, sell]);
  });

  test('is bounded by the order’s and the contract’s limits', () => {
    const rich = { ...account, equityVnd: 10n ** 13n };
    const full = { ...rich, exposure: { netLots: 450, workingBuyLots: 0, workingSellLots: 0 } };
    expect(ticketFigures({ side: 'BUY', lots: 1, isReduceOnly: false }, rich, CORN_TERMS).maxBuyLots).toBe(100);
    expect(ticketFigures({ side: 'BUY', lots: 1, isReduceOnly: false }, full, CORN_TERMS)).toMatchObject({
      maxBuyLots: 50,
      roomLots: 50,
    });
    expect(ticketFigures({ side: 'SELL', lots: 1, isReduceOnly: false }, full, CORN_TERMS).maxLots).toBe(100);
  });

  test.each<[string, number, OrderAccount, readonly [number, number]]>([
    ['an order may not exceed its limit', 2, holding(0), [2, 2]],
    ['reducing is not limited', 2, holding(5), [2, 5]],
    ['but only up to the position', 5, holding(3), [5, 5]],
    ['nor lots that already wait to reduce', 2, holding(5, 0, 4), [2, 2]],
    ['a pause still allows reducing', 0, holding(-3), [3, 0]],
    ['margin may be the tighter bound', 30, holding(0), [26, 26]],
  ])('is bounded by the investor’s own limits: %s', (_name, ownMaxLots, of, most) => {
    const at = { ...of, ownMaxLots };
    const figures = ticketFigures({ side: 'SELL', lots: 1, isReduceOnly: false }, at, CORN_TERMS);
    expect([figures.maxBuyLots, figures.maxSellLots]).toEqual(most);
    expect(figures.maxLots).toBe(most[1]);
    expect(explainTicketMaxLots(figures, 'BUY').value).toBe(most[0]);
    expect(explainTicketMaxLots(figures, 'SELL').value).toBe(most[1]);
  });

  test('exactly the maximum is accepted and one lot more is not', () => {
    const at = (lots: number) =>
      ticketFigures({ side: 'BUY', lots, isReduceOnly: false }, account, CORN_TERMS).preview.isAccepted;
    expect([at(26), at(27)]).toEqual([true, false]);
  });
});

test('an order that only reduces is accepted however little margin the account has', () => {
  const poor = { ...holding(3), equityVnd: -5_000_000n };
  const close = ticketFigures({ side: 'SELL', lots: 3, isReduceOnly: false }, poor, CORN_TERMS).preview;
  expect(close).toMatchObject({ isRiskReducing: true, isAccepted: true, shortfallVnd: 0n });
  expect(ticketFigures({ side: 'SELL', lots: 7, isReduceOnly: false }, poor, CORN_TERMS).preview.isAccepted).toBe(
    false,
  );
});

test('a reduce-only order changes nothing if there is nothing to reduce', () => {
  const { preview, exposure } = ticketFigures({ side: 'SELL', lots: 3, isReduceOnly: true }, account, CORN_TERMS);
  expect(preview.requiredVnd.after).toBe(preview.requiredVnd.before);
  expect(exposure.after).toEqual(exposure.before);
  expect(preview.feeVnd).toBe(0n);
});

test.each([
  [26, 25, 6],
  [26, 100, 26],
  [3, 25, 1],
  [0, 50, 0],
])('%d lots, %d percent: %d', (max, percent, lots) => expect(lotsOfShare(max, percent)).toBe(lots));

describe('an order that only reduces risk is shown as filled', () => {
  const sell = (lots: number, of: OrderAccount, isReduceOnly = true) =>
    ticketFigures({ side: 'SELL', lots, isReduceOnly }, of, CORN_TERMS);

  test('closing two of three frees the margin of two', () => {
    const { preview, exposure } = sell(2, holding(3));
    expect(preview.requiredVnd).toEqual({ before: 3n * PER_LOT, after: PER_LOT });
    expect(preview.availableVnd.after).toBe(1_000_000_000n - 700_000n - PER_LOT);
    expect(exposure.after.netLots).toBe(1);
  });

  test('the same applies without reduce only, if nothing is waiting before it', () => {
    expect(sell(3, holding(3), false).preview.requiredVnd.after).toBe(0n);
    expect(sell(3, holding(3, 0, 1), false).preview.requiredVnd.after).toBe(3n * PER_LOT);
  });

  test('its maximum is the open position', () => {
    expect(sell(1, holding(3))).toMatchObject({ maxLots: 3, closableLots: 3 });
    expect(sell(1, holding(-3))).toMatchObject({ maxLots: 0, closableLots: 0 });
  });
});

describe('each figure equals the result of its explanation', () => {
  const buy = { side: 'BUY', lots: 2, isReduceOnly: false } as const;
  test.each([
    ['from nothing', buy, account],
    ['onto a position and waiting orders', buy, holding(3, 1, 6)],
    ['beside other contracts', buy, { ...holding(2), requiredVnd: 2n * PER_LOT + 5n }],
    ['closing', { ...buy, side: 'SELL', isReduceOnly: true }, holding(3)],
    ['turning', { ...buy, side: 'SELL', lots: 7 }, holding(3)],
    ['nothing yet', { ...buy, lots: 0 }, holding(3)],
  ] as const)('%s', (_name, order, of) => {
    const figures = ticketFigures(order, of, CORN_TERMS);
    const value = (row: ReceiptRowName) => explainReceiptRow(row, figures, order.lots).value;
    const { requiredVnd, availableVnd, ratioBasisPoints, netLots } = figures.preview;
    expect(value('required')).toBe(requiredVnd.after);
    expect(value('available')).toBe(availableVnd.after);
    expect(value('ratio')).toBe(ratioBasisPoints.after);
    expect(value('position')).toBe(netLots.after);
    expect(value('fee')).toBe(figures.preview.feeVnd);
    expect(explainTicketMaxLots(figures, 'BUY').value).toBe(figures.maxBuyLots);
    expect(explainTicketMaxLots(figures, 'SELL').value).toBe(figures.maxSellLots);
  });

  test('also where the contract’s limit is the bound', () => {
    const full = { ...account, equityVnd: 10n ** 13n, exposure: { ...account.exposure, netLots: 450 } };
    const figures = ticketFigures(buy, full, CORN_TERMS);
    expect([figures.maxBuyLots, explainTicketMaxLots(figures, 'BUY').value]).toEqual([50, 50]);
  });
});
