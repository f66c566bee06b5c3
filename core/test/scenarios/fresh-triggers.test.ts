/**
 * A trigger is fired by no price from before it (record 207), and by none that came while nothing could fire once that is
 * over, except the last.
 */
import { type CommandBody, execute, restoreState, snapshotState, stateHash } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { Broker, CODE, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';

const LOSE: CommandBody = { kind: 'loseVenue' };

function halt(reason: string | null): CommandBody {
  const scope = { kind: 'contract', contractCode: CODE } as const;
  return { kind: 'setTradingHalt', scope, reason, operatorId: 'operator' };
}

/** Long at 1800, with exits three ticks above and below that its fill has armed. */
function entered(): Broker {
  const broker = new Broker(1_000_000_000n, FULL_RULES);
  const exits = { takeProfitDistance: '0.75', stopLossDistance: '0.75', exitOrderId: 'exits' };
  const { orderId } = broker.place('BUY 1 @ 450', exits);
  broker.accept(orderId);
  broker.fill(orderId, 1, 1_800);
  return broker;
}

const statusOf = (broker: Broker) => broker.conditional('exits').status;

describe('exits that a fill has armed', () => {
  test.each([
    ['a high', { highTicks: 1_804 }],
    ['a low', { lowTicks: 1_796 }],
  ])('are not fired by %s of the prices before it', (_what, extremes) => {
    const broker = entered();
    expect(requestsOf(broker.mark(1_800, extremes))).toEqual([]);
    expect(statusOf(broker)).toBe('PENDING_ACTIVATION');
  });

  test('are fired by the last price at once, and from the next step on by extremes too', () => {
    expect(requestsOf(entered().mark(1_803))).toMatchObject([{ kind: 'submit' }]);
    const broker = entered();
    broker.mark(1_801);
    expect(requestsOf(broker.mark(1_800, { highTicks: 1_803 }))).toMatchObject([{ kind: 'submit' }]);
  });

  test('are as new after a restore as before it', () => {
    const broker = entered();
    const copy = restoreState(snapshotState(broker.state));
    expect(stateHash(copy)).toBe(stateHash(broker.state));
    const price = { contractCode: CODE, lastTicks: 1_800, highTicks: 1_804, lowTicks: 1_800 };
    const at = { seq: copy.seq + 1, timeMs: copy.timeMs + 1 };
    expect(requestsOf(execute(copy, { kind: 'markPrices', prices: [price], ...at }))).toEqual([]);
  });
});

describe('while nothing can fire', () => {
  const trailing = { orderType: 'TRAILING_STOP', duration: 'GTC', isReduceOnly: true, trailAmount: '2.5' } as const;

  function trailed(): { broker: Broker; orderId: string } {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    broker.trade('BUY 1 @ 450', 1_800);
    const { orderId } = broker.place('SELL 1', trailing);
    broker.mark(1_800);
    return { broker, orderId };
  }

  test.each<[string, CommandBody, CommandBody]>([
    ['the link is lost', LOSE, { kind: 'resyncVenue', epoch: 'e1', orderIds: [] }],
    ['the contract is halted', halt('news'), halt(null)],
  ])('since %s, a trail follows, and what is due by then fires when that is over', (_what, begin, end) => {
    const { broker, orderId } = trailed();
    broker.do(begin);
    expect(requestsOf(broker.mark(1_820))).toEqual([]);
    expect(requestsOf(broker.mark(1_808))).toEqual([]);
    expect(broker.conditional(orderId)).toMatchObject({ status: 'PENDING_ACTIVATION', currentStopTicks: 1_810 });
    expect(requestsOf(broker.do(end))).toMatchObject([{ kind: 'submit', order: { side: 'SELL' } }]);
  });

  test('what was reached and is so no more, waits on', () => {
    const { broker, orderId } = trailed();
    broker.do(LOSE);
    broker.mark(1_788);
    broker.mark(1_799);
    expect(requestsOf(broker.do({ kind: 'resyncVenue', epoch: 'e1', orderIds: [] }))).toEqual([]);
    expect(broker.conditional(orderId).status).toBe('PENDING_ACTIVATION');
  });
});
