/** Reads an order's timeline from its stored steps: only durable ones. */

import type { DecisionQuote } from '@mua/contract/entities/decision-quote';
import type { OrderTimeline } from '@mua/contract/entities/order-timeline';
import { LIMITS } from '@mua/contract/limits';
import type pg from 'pg';
import { type ConditionalStep, conditionalEvents } from '#orders/conditional-timeline.ts';
import type { ConditionalRecord } from '#orders/conditional-wire.ts';
import { type OrderStep, orderEvents } from '#orders/order-timeline.ts';
import type { FillRecord, Grids, OrderRecord } from '#orders/order-wire.ts';

export interface TimelineQueries {
  /** For an order or a conditional order; undefined if the sub-account has none with that id. */
  read(accountId: string, orderId: string): Promise<OrderTimeline | undefined>;
}

interface StepRow<S> {
  readonly seq: number;
  readonly timeMs: number;
  readonly cause: OrderStep['cause'];
  readonly stand: S;
}

interface TimelineRow<R, S> {
  readonly record: R;
  readonly sighting: DecisionQuote | null;
  /** Newest first, without the first one. */
  readonly steps: readonly StepRow<S>[];
  readonly first: StepRow<S> | null;
  readonly later_steps: bigint;
}

const STEP = `json_build_object('seq', s.seq, 'timeMs', s.time_ms, 'cause', s.cause, 'stand', s.stand)`;

/** One statement, so that order, steps and fills are of one journal position. */
function timelineOf(table: 'trading_order' | 'conditional_order', id: string, more = ''): string {
  const ofOrder = `from order_step s where s.received_seq = o.received_seq and s.order_id = o.${id}`;
  const isLater = 's.seq > o.received_seq';
  return `select o.record,
    (select s.sighting ${ofOrder} and s.seq = o.received_seq) as sighting,
    (select ${STEP} ${ofOrder} and s.seq = o.received_seq) as first,
    array(select ${STEP} ${ofOrder} and ${isLater} order by s.seq desc, s.cause limit ${LIMITS.timelineSteps}) as steps,
    (select count(*) ${ofOrder} and ${isLater}) as later_steps ${more}
  from ${table} o where o.account_id = $1 and o.${id} = $2`;
}

/** A step has at most one fill, of two legs at most, so the fills of the newest steps are among the newest fills. */
const FILLS = `, array(select json_build_object('seq', f.seq, 'record', f.record)
  from order_fill f where f.order_id = o.order_id order by f.seq desc limit ${2 * LIMITS.timelineSteps}) as fills`;

/** By step. Both legs of a spread are one fill of the order, at its own price. */
function fillsBySeq(rows: readonly { readonly seq: number; readonly record: FillRecord }[]): Map<number, FillRecord> {
  const fills = new Map<number, FillRecord>();
  for (const { seq, record } of [...rows].sort((a, b) => (a.record.execId < b.record.execId ? -1 : 1))) {
    const near = record.spreadCode === undefined ? undefined : fills.get(seq);
    fills.set(seq, near ? joinedLegs(near, record) : record);
  }
  return fills;
}

function joinedLegs(near: FillRecord, far: FillRecord): FillRecord {
  const feeVnd = BigInt(near.feeVnd) + BigInt(far.feeVnd);
  return { ...near, priceTicks: near.priceTicks - far.priceTicks, feeVnd };
}

/** The state before a step, if others are omitted between it and the first; refused changes have none. */
const STATE_BEFORE = `select ${STEP} as step from order_step s
  where s.received_seq = $1 and s.order_id = $2 and s.seq < $3 and s.cause not in ('modifyRefused', 'cancelRefused')
  order by s.seq desc limit 1`;

export function createTimelineQueries(pool: pg.Pool, grids: Grids): TimelineQueries {
  /** Steps never change, so a second statement is consistent with the first. */
  async function stateBefore<S>(orderId: string, first: StepRow<S>, oldest: StepRow<S>) {
    const found = await pool.query<{ step: StepRow<S> }>(STATE_BEFORE, [first.seq, orderId, oldest.seq]);
    const step = found.rows[0]?.step;
    return step && step.seq > first.seq ? step : undefined;
  }

  /** Orders from before steps were stored have no timeline. */
  async function timeline<S>(
    orderId: string,
    { sighting, first, steps, later_steps: later }: TimelineRow<unknown, S>,
    toEvents: (steps: readonly StepRow<S>[], hasOmitted: boolean) => OrderTimeline['moments'],
  ): Promise<OrderTimeline> {
    if (!first) return { orderId, sighting, moments: [], omittedSteps: 0 };
    const newest = [...steps].reverse();
    const [oldest] = newest;
    const omittedSteps = Number(later) - newest.length;
    const before = omittedSteps > 0 && oldest ? await stateBefore(orderId, first, oldest) : undefined;
    const reported = before ? [first, before, ...newest] : [first, ...newest];
    return { orderId, sighting, moments: toEvents(reported, before !== undefined), omittedSteps };
  }

  return {
    async read(accountId, orderId) {
      const values = [accountId, orderId];
      const orders = await pool.query<
        TimelineRow<OrderRecord, OrderStep['stand']> & {
          readonly fills: readonly { readonly seq: number; readonly record: FillRecord }[];
        }
      >(timelineOf('trading_order', 'order_id', FILLS), values);
      const [order] = orders.rows;
      if (order) {
        const { record, fills } = order;
        const story = {
          order: record,
          fills: fillsBySeq(fills),
          grid: grids(record.contractCode),
        };
        return timeline(orderId, order, (steps, hasOmitted) => orderEvents(steps, story, hasOmitted));
      }
      const conditionals = await pool.query<TimelineRow<ConditionalRecord, ConditionalStep['stand']>>(
        timelineOf('conditional_order', 'conditional_order_id'),
        values,
      );
      const [conditional] = conditionals.rows;
      if (!conditional) return undefined;
      const story = { conditional: conditional.record, grid: grids(conditional.record.contractCode) };
      return timeline(orderId, conditional, (steps, hasOmitted) => conditionalEvents(steps, story, hasOmitted));
    },
  };
}
