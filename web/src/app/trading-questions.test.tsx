// @vitest-environment jsdom
/** Tests that what is asked over an open question begins anew, and that the same asked again keeps what is typed. */
import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { TradingQuestions } from '#app/trading-questions.tsx';
import { askOfTrading, type TradingQuestion, useTradingQuestion } from '#desk/trading-question.ts';
import { loadLaterWords, withTicketMoreWords } from '#i18n/i18n.ts';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { orderPageOf } from '#mock/order-page.ts';
import { ACCOUNT, ACTOR, CORN, CORN_MARCH, MARGIN, SPREAD, sampleOrder, samplePosition } from '#mock/sample-records.ts';
import { useSentOrders } from '#orders/sent-orders.ts';
import { answer, fetched, preparePages, refused, renderPage } from '#test/page.tsx';

const MAY = { ...CORN_MARCH, code: 'ZCEK27', lastTradeDay: '2027-05-14' };
const OTHER = { ...ACCOUNT, accountId: '108C000001-02', subAccountCode: '108C000001-02' };
const OF_OTHER = { ...ACTOR, accountId: OTHER.accountId };

preparePages();
beforeAll(async () => {
  await loadLaterWords();
  await withTicketMoreWords(async () => undefined);
});
beforeEach(() => {
  useSentOrders.setState({ orders: new Map() });
  forgetLedgers();
  askOfTrading(null);
});

async function setUp(place: () => Response | Promise<Response> = () => answer(500, {})) {
  fetched.mockImplementation(async (address, init) => {
    if (init?.method === 'POST') return place();
    if (String(address).includes('/query')) return answer(200, orderPageOf([]));
    return refused(503, 'ServiceUnavailable');
  });
  const spreads = [SPREAD, { ...SPREAD, code: `${CORN_MARCH.code}-${MAY.code}`, near: CORN_MARCH.code, far: MAY.code }];
  const march = samplePosition({ contractCode: CORN_MARCH.code });
  const { user } = await renderPage(<TradingQuestions />, {
    known: [
      [
        [ACTOR.userId, 'accounts'],
        [ACCOUNT, OTHER],
      ],
      [
        ['public', 'contracts'],
        [CORN, CORN_MARCH, MAY],
      ],
      [['public', 'spreads', CORN.commodityCode], spreads],
      [
        [ACTOR.userId, 'positions', ACTOR.accountId],
        [samplePosition(), march],
      ],
      [[ACTOR.userId, 'positions', OTHER.accountId], [samplePosition()]],
      [[ACTOR.userId, 'margin', ACTOR.accountId], MARGIN],
      [[ACTOR.userId, 'margin', OTHER.accountId], MARGIN],
    ],
  });
  return user;
}

const ask = (question: TradingQuestion) => act(() => askOfTrading(question));
const asked = () => useTradingQuestion.getState().question;
const roll = (contractCode: string) => ({ kind: 'roll', actor: ACTOR, contractCode }) as const;
const spread = (spreadCode: string) =>
  ({ kind: 'spread', actor: ACTOR, commodityCode: CORN.commodityCode, spreadCode, side: 'BUY' }) as const;
const part = (contractCode: string, actor = ACTOR) => ({ kind: 'closePart', actor, contractCode }) as const;

test.each<[string, TradingQuestion, TradingQuestion]>([
  ['roll-lots', roll(CORN.code), roll(CORN_MARCH.code)],
  ['spread-lots', spread(SPREAD.code), spread(`${CORN_MARCH.code}-${MAY.code}`)],
  ['close-part-lots', part(CORN.code), part(CORN_MARCH.code)],
  ['close-part-lots', part(CORN.code), part(CORN.code, OF_OTHER)],
])(
  '%s: another question has nothing of the one before it, the same one keeps what is typed',
  async (id, one, other) => {
    const user = await setUp();
    const lots = () => screen.findByTestId<HTMLInputElement>(id);
    ask(one);
    const begun = (await lots()).value;
    await user.clear(await lots());
    await user.type(await lots(), '7');
    ask({ ...one });
    expect((await lots()).value).toBe('7');
    ask(other);
    await waitFor(async () => expect((await lots()).value).toBe(begun));
  },
);

/** Resolves when it is on the way, to how it is answered. */
async function sendSpread(): Promise<() => void> {
  let reply = (_response: Response): void => {};
  const late = new Promise<Response>((resolve) => {
    reply = resolve;
  });
  const user = await setUp(() => late);
  ask(spread(SPREAD.code));
  await user.click(await screen.findByTestId('confirm-spread'));
  const order = sampleOrder({ contractCode: SPREAD.code, status: 'WORKING' });
  return () => reply(answer(201, { order, seq: 40 }));
}

test('an order of the question before goes on without it, and ends nothing of the one after', async () => {
  const reply = await sendSpread();
  ask(roll(CORN.code));
  await screen.findByTestId('roll-lots');
  reply();
  const states = () => [...useSentOrders.getState().orders.values()].map(({ state }) => state.kind);
  await waitFor(() => expect(states()).toEqual(['taken']));
  expect(asked()).toEqual(roll(CORN.code));
});

test('the same asked again while its order is on the way ends with its answer', async () => {
  const reply = await sendSpread();
  ask(spread(SPREAD.code));
  reply();
  await waitFor(() => expect(asked()).toBeNull());
});
