/**
 * Cancels and replaces that cross fills and each other: FIX 4.4 appendix D, in this product's statuses. Each scenario
 * is a list of events with the resulting status, filled lots and quantity.
 */
import { describe, expect, test } from 'vitest';
import { AN, Broker, CORN_MARGIN_VND, requestsOf } from '#test/scenarios/broker.ts';

type Beat =
  | 'accept'
  | 'cancel'
  | 'cancelled'
  | 'cancelRejected'
  | 'modifyRejected'
  | 'rejected'
  | { fill: number }
  | { modify: number }
  | { modified: number };

interface Story {
  readonly name: string;
  readonly beats: readonly (readonly [Beat, string])[];
}

function play(broker: Broker, orderId: string, beat: Beat): void {
  const terms = { limitPriceTicks: 1800, duration: 'DAY' as const };
  if (typeof beat !== 'string') {
    if ('fill' in beat) broker.fill(orderId, beat.fill, 1800);
    else if ('modify' in beat) broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: beat.modify });
    else broker.report(orderId, { kind: 'modified', quantityLots: beat.modified, ...terms });
    return;
  }
  if (beat === 'accept') broker.accept(orderId);
  else if (beat === 'cancel') broker.do({ kind: 'cancelOrder', accountId: AN, orderId });
  else if (beat === 'cancelled') broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
  else broker.report(orderId, { kind: beat, reason: 'TooLate' });
}

const STORIES: readonly Story[] = [
  {
    name: 'A.1 filled in two parts',
    beats: [
      ['accept', 'WORKING 0/10'],
      [{ fill: 3 }, 'PARTIALLY_FILLED 3/10'],
      [{ fill: 7 }, 'FILLED 10/10'],
    ],
  },
  {
    name: 'A.1 filled before it is accepted',
    beats: [
      [{ fill: 10 }, 'FILLED 10/10'],
      ['accept', 'FILLED 10/10'],
    ],
  },
  {
    name: 'B.1.a cancel of an unfilled order',
    beats: [
      ['accept', 'WORKING 0/10'],
      ['cancel', 'IN_CANCEL 0/10'],
      ['cancelled', 'CANCELLED 0/10'],
    ],
  },
  {
    name: 'B.1.b cancel crossing a partial fill',
    beats: [
      ['accept', 'WORKING 0/10'],
      ['cancel', 'IN_CANCEL 0/10'],
      [{ fill: 4 }, 'IN_CANCEL 4/10'],
      ['cancelled', 'CANCELLED 4/10'],
    ],
  },
  {
    name: 'B.1.c cancel crossing the whole fill',
    beats: [
      ['accept', 'WORKING 0/10'],
      ['cancel', 'IN_CANCEL 0/10'],
      [{ fill: 10 }, 'FILLED 10/10'],
      ['cancelRejected', 'FILLED 10/10'],
    ],
  },
  {
    name: 'B.1.d cancel refused, partly filled before',
    beats: [
      ['accept', 'WORKING 0/10'],
      [{ fill: 2 }, 'PARTIALLY_FILLED 2/10'],
      ['cancel', 'IN_CANCEL 2/10'],
      ['cancelRejected', 'PARTIALLY_FILLED 2/10'],
    ],
  },
  {
    name: 'B.1.e cancel refused, a fill meanwhile makes it live by what is filled',
    beats: [
      ['accept', 'WORKING 0/10'],
      ['cancel', 'IN_CANCEL 0/10'],
      [{ fill: 2 }, 'IN_CANCEL 2/10'],
      ['cancelRejected', 'PARTIALLY_FILLED 2/10'],
    ],
  },
  {
    name: 'C.1 replaced to a larger quantity',
    beats: [
      ['accept', 'WORKING 0/10'],
      [{ modify: 12 }, 'IN_MODIFY 0/10'],
      [{ modified: 12 }, 'WORKING 0/12'],
    ],
  },
  {
    name: 'C.1 replace refused',
    beats: [
      ['accept', 'WORKING 0/10'],
      [{ modify: 12 }, 'IN_MODIFY 0/10'],
      ['modifyRejected', 'WORKING 0/10'],
    ],
  },
  {
    name: 'C.2 replaced below what was filled meanwhile: amended to it and done',
    beats: [
      ['accept', 'WORKING 0/10'],
      [{ modify: 4 }, 'IN_MODIFY 0/10'],
      [{ fill: 6 }, 'IN_MODIFY 6/10'],
      [{ modified: 4 }, 'FILLED 6/6'],
    ],
  },
  {
    name: 'C.3 full fill while an increase is pending waits for the answer',
    beats: [
      ['accept', 'WORKING 0/10'],
      [{ modify: 15 }, 'IN_MODIFY 0/10'],
      [{ fill: 10 }, 'IN_MODIFY 10/10'],
      [{ modified: 15 }, 'PARTIALLY_FILLED 10/15'],
      [{ fill: 5 }, 'FILLED 15/15'],
    ],
  },
  {
    name: 'C.3 full fill while an increase is pending, then refused',
    beats: [
      ['accept', 'WORKING 0/10'],
      [{ modify: 15 }, 'IN_MODIFY 0/10'],
      [{ fill: 10 }, 'IN_MODIFY 10/10'],
      ['modifyRejected', 'FILLED 10/10'],
    ],
  },
  {
    name: 'full fill while a decrease is pending ends the order',
    beats: [
      ['accept', 'WORKING 0/10'],
      [{ modify: 5 }, 'IN_MODIFY 0/10'],
      [{ fill: 10 }, 'FILLED 10/10'],
      ['modifyRejected', 'FILLED 10/10'],
    ],
  },
  {
    name: 'D cancel while a modify is unanswered; modified, then cancelled',
    beats: [
      ['accept', 'WORKING 0/10'],
      [{ modify: 12 }, 'IN_MODIFY 0/10'],
      ['cancel', 'IN_CANCEL 0/10'],
      [{ modified: 12 }, 'IN_CANCEL 0/12'],
      ['cancelled', 'CANCELLED 0/12'],
    ],
  },
  {
    name: 'D cancel refused while the modify is unanswered goes back to in_modify',
    beats: [
      ['accept', 'WORKING 0/10'],
      [{ modify: 12 }, 'IN_MODIFY 0/10'],
      ['cancel', 'IN_CANCEL 0/10'],
      ['cancelRejected', 'IN_MODIFY 0/10'],
      [{ modified: 12 }, 'WORKING 0/12'],
    ],
  },
  {
    name: 'D both refused',
    beats: [
      ['accept', 'WORKING 0/10'],
      [{ modify: 12 }, 'IN_MODIFY 0/10'],
      ['cancel', 'IN_CANCEL 0/10'],
      ['modifyRejected', 'IN_CANCEL 0/10'],
      ['cancelRejected', 'WORKING 0/10'],
    ],
  },
  {
    name: 'D the whole fill while cancel and increase are unanswered waits for the increase; taken',
    beats: [
      ['accept', 'WORKING 0/10'],
      [{ modify: 15 }, 'IN_MODIFY 0/10'],
      ['cancel', 'IN_CANCEL 0/10'],
      [{ fill: 10 }, 'IN_CANCEL 10/10'],
      [{ modified: 15 }, 'IN_CANCEL 10/15'],
      ['cancelled', 'CANCELLED 10/15'],
    ],
  },
  {
    name: 'D the whole fill while cancel and increase are unanswered waits for the increase; refused',
    beats: [
      ['accept', 'WORKING 0/10'],
      [{ modify: 15 }, 'IN_MODIFY 0/10'],
      ['cancel', 'IN_CANCEL 0/10'],
      [{ fill: 10 }, 'IN_CANCEL 10/10'],
      ['modifyRejected', 'FILLED 10/10'],
    ],
  },
  {
    name: 'D the whole fill while cancel and decrease are unanswered ends the order',
    beats: [
      ['accept', 'WORKING 0/10'],
      [{ modify: 5 }, 'IN_MODIFY 0/10'],
      ['cancel', 'IN_CANCEL 0/10'],
      [{ fill: 10 }, 'FILLED 10/10'],
    ],
  },
  {
    name: 'refused by the exchange',
    beats: [['rejected', 'REJECTED 0/10']],
  },
];

describe('answers crossing each other', () => {
  test.each(STORIES)('$name', ({ beats }) => {
    const broker = new Broker();
    const { orderId } = broker.place('BUY 10 @ 450');
    for (const [beat, expected] of beats) {
      play(broker, orderId, beat);
      const { status, filledLots, quantityLots } = broker.order(orderId);
      expect([beat, `${status} ${filledLots}/${quantityLots}`]).toEqual([beat, expected]);
    }
  });

  test('a second modify before the first is answered is refused', () => {
    const broker = new Broker();
    const { orderId } = broker.place('BUY 10 @ 450');
    broker.accept(orderId);
    play(broker, orderId, { modify: 12 });
    const again = broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: 13 });
    expect(again).toMatchObject([{ kind: 'commandRefused', refusal: { code: 'ModifyPending' } }]);
  });

  test('an order on its way can not be modified, one that is over neither modified nor cancelled', () => {
    const broker = new Broker();
    const { orderId } = broker.place('BUY 10 @ 450');
    const cancel = (): unknown => broker.do({ kind: 'cancelOrder', accountId: AN, orderId });
    expect(broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: 3 })).toMatchObject([
      { refusal: { code: 'OrderModifyNotAllowed', facts: { status: 'IN_TRANSIT' } } },
    ]);
    broker.fill(orderId, 10, 1800);
    expect(cancel()).toMatchObject([{ refusal: { code: 'OrderCancelNotAllowed', facts: { status: 'FILLED' } } }]);
    expect(broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: 3 })).toMatchObject([
      { refusal: { code: 'OrderModifyNotAllowed', facts: { status: 'FILLED' } } },
    ]);
  });

  test('an unanswered increase is covered by margin, an unanswered decrease not yet released', () => {
    const broker = new Broker();
    const { orderId } = broker.place('BUY 10 @ 450');
    broker.accept(orderId);
    const required = (): bigint | undefined => broker.state.accounts.get(AN)?.requiredVnd;
    play(broker, orderId, { modify: 12 });
    expect(required()).toBe(12n * CORN_MARGIN_VND);
    broker.report(orderId, { kind: 'modifyRejected', reason: 'no' });
    expect(required()).toBe(10n * CORN_MARGIN_VND);
    play(broker, orderId, { modify: 4 });
    expect(required()).toBe(10n * CORN_MARGIN_VND);
    play(broker, orderId, { modified: 4 });
    expect(required()).toBe(4n * CORN_MARGIN_VND);
  });

  /** What is filled needs its margin as a position, what is not as an order: together the larger of old and new total. */
  test.each([
    [4, 12, 12],
    [9, 12, 12],
    [10, 12, 12],
    [4, 6, 10],
    [0, 12, 12],
  ])('%i lots of ten filled and a change to %i unanswered: margin for %i', (filled, asked, lots) => {
    const broker = new Broker();
    const { orderId } = broker.place('BUY 10 @ 450');
    broker.accept(orderId);
    const parts = filled > 1 ? [1, filled - 1] : [];
    for (const part of parts.slice(0, 1)) broker.fill(orderId, part, 1800);
    play(broker, orderId, { modify: asked });
    for (const part of parts.slice(1)) broker.fill(orderId, part, 1800);
    expect(broker.account().requiredVnd).toBe(BigInt(lots) * CORN_MARGIN_VND);
  });

  /** In a change the quantity is the total; an exchange that has restarted counts from what it was handed then. */
  test.each([
    [0, false, 12],
    [4, false, 12],
    [4, true, 8],
  ])('%i lots filled, exchange restarted since: %s; a change to 12 asks it for %i', (filled, isRestarted, reported) => {
    const broker = new Broker();
    const { orderId } = broker.place('BUY 10 @ 450');
    broker.accept(orderId);
    if (filled > 0) broker.fill(orderId, filled, 1800);
    if (isRestarted) {
      broker.do({ kind: 'restartVenue', epoch: 'e2' });
      broker.accept(orderId);
    }
    const asked = broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: 12 });
    expect(requestsOf(asked)).toMatchObject([{ kind: 'modify', orderId, quantityLots: reported }]);
    broker.report(orderId, { kind: 'modified', quantityLots: reported, limitPriceTicks: 1800, duration: 'DAY' });
    expect(broker.order(orderId)).toMatchObject({ quantityLots: 12, filledLots: filled });
  });

  test('a late fill is booked and reported, the status stays', () => {
    const broker = new Broker();
    const { orderId } = broker.place('BUY 10 @ 450');
    broker.accept(orderId);
    play(broker, orderId, 'cancel');
    play(broker, orderId, 'cancelled');
    const events = broker.fill(orderId, 1, 1800);
    expect(events.map((event) => event.kind)).toContain('lateFillBooked');
    expect(broker.order(orderId)).toMatchObject({ status: 'CANCELLED', reason: 'LateFill', filledLots: 1 });
    expect(broker.state.accounts.get(AN)?.positions.get('ZCEZ26')?.netLots).toBe(1);
  });
});
