/** How each channel of an investor is doing, and the tests by which they find out. */

import type { SecurityField } from '@mua/contract/entities/mailbox-message';
import {
  type ChannelStatus,
  type ChannelTest,
  type DeliveryCause,
  type DeliveryState,
  NOTICE_CHANNELS,
  type NoticeChannel,
} from '@mua/contract/entities/notice-delivery';
import type pg from 'pg';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import { TEST_CODE } from '#deliveries/delivery-store.ts';
import type { NoticePort } from '#deliveries/notice-port.ts';
import { replyError } from '#refusals/reply-error.ts';
import { instantOrNull, instantText } from '#wire/wire-text.ts';

interface StatusRow {
  readonly channel: NoticeChannel;
  readonly sent_ms: bigint | null;
  readonly took_ms: bigint | null;
  readonly failing_ms: bigint | null;
  readonly cause: DeliveryCause | null;
  readonly asked_ms: bigint | null;
  readonly test_state: DeliveryState | null;
  readonly test_cause: DeliveryCause | null;
  readonly test_done_ms: bigint | null;
}

/** When the present address came to be: a contact by the notice of its change. */
const SINCE = `
select case asked.channel
  when 'push' then (select max(created_ms) from push_subscription where investor_id = $1)
  when 'mail' then (${changeOf('EMAIL')})
  when 'sms' then (${changeOf('PHONE')})
  else (select linked_ms from notice_chat where investor_id = $1 and channel = asked.channel) end as since_ms`;

function changeOf(field: SecurityField): string {
  return `select max(time_ms) from mailbox_message
    where account_id = $1 and record ->> 'code' = 'SecurityChanged' and record -> 'facts' ->> 'field' = '${field}'`;
}

/**
 * A channel fails when something should have been taken since it last took something, and was not, whatever became of
 * that in the end. What failed at an address before the present one says nothing of it.
 */
const STATUS = `
select asked.channel, sent.done_ms as sent_ms, sent.done_ms - sent.due_ms as took_ms,
  failing.since_ms as failing_ms, failing.cause,
  test.time_ms as asked_ms, test.state as test_state, test.cause as test_cause, test.done_ms as test_done_ms
from unnest($2::text[]) as asked (channel)
left join lateral (
  select done_ms, due_ms from notice_delivery
  where investor_id = $1 and channel = asked.channel and state = 'SENT' order by done_ms desc, delivery_id desc limit 1
) as sent on true
left join lateral (${SINCE}) as address on true
left join lateral (
  select min(failed_ms) as since_ms,
    case when min(failed_ms) is not null then coalesce(max(cause) filter (where state = 'FAILED'), 'NotTaken') end as cause
  from notice_delivery
  where investor_id = $1 and channel = asked.channel and state <> 'SENT'
    and failed_ms >= greatest(sent.done_ms, address.since_ms, 0)
) as failing on true
left join lateral (
  select time_ms, state, cause, done_ms from notice_delivery
  where investor_id = $1 and channel = asked.channel and code = '${TEST_CODE}' order by delivery_id desc limit 1
) as test on true`;

export async function readChannelStatus(
  client: Queryable,
  investorId: string,
  ports: ReadonlyMap<NoticeChannel, NoticePort>,
): Promise<ChannelStatus[]> {
  const found = await client.query<StatusRow>(STATUS, [investorId, NOTICE_CHANNELS]);
  const rows = new Map(found.rows.map((row) => [row.channel, row]));
  return Promise.all(
    NOTICE_CHANNELS.map(async (channel) => {
      const port = ports.get(channel);
      const row = rows.get(channel);
      return {
        ...{ channel, isOffered: port !== undefined, address: (await port?.addressOf(investorId)) ?? null },
        lastSentAt: instantOrNull(numberOrNull(row?.sent_ms)),
        lastTookMs: tookMs(row?.took_ms),
        failingSince: instantOrNull(numberOrNull(row?.failing_ms)),
        cause: row?.cause ?? null,
        test: testOf(row),
      };
    }),
  );
}

function testOf(row: StatusRow | undefined): ChannelTest | null {
  if (!row || row.asked_ms === null || row.test_state === null) return null;
  const { asked_ms: askedMs, test_state: state, test_done_ms: doneMs } = row;
  return {
    ...{ state, askedAt: instantText(Number(askedMs)), cause: row.test_cause },
    tookMs: state === 'SENT' && doneMs !== null ? Number(doneMs - askedMs) : null,
  };
}

function numberOrNull(value: bigint | null | undefined): number | null {
  return value == null ? null : Number(value);
}

/** Two processes have two clocks. */
function tookMs(value: bigint | null | undefined): number | null {
  return value == null ? null : Math.max(0, Number(value));
}

/** A test costs what a letter or an SMS costs: so many by one channel within an hour. */
const TESTS = 5;
const HOUR_MS = 3_600_000;

/** Writes down a test, to be sent the way of every notice. Throws TooManyRequests with the time until the next. */
export async function writeTest(
  pool: pg.Pool,
  { investorId, channel }: { readonly investorId: string; readonly channel: NoticeChannel },
  nowMs: number,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    // One after the other, so that they are counted.
    await client.query('select from investor where investor_id = $1 for update', [investorId]);
    const { rows } = await client.query<{ time_ms: bigint }>(
      `select time_ms from notice_delivery
       where investor_id = $1 and channel = $2 and code = $3 and time_ms > $4 order by delivery_id desc limit $5`,
      [investorId, channel, TEST_CODE, nowMs - HOUR_MS, TESTS],
    );
    const oldest = rows.length === TESTS ? rows.at(-1) : undefined;
    if (oldest) {
      const seconds = Math.ceil((Number(oldest.time_ms) + HOUR_MS - nowMs) / 1000);
      throw replyError('TooManyRequests', { seconds });
    }
    await client.query(
      `insert into notice_delivery (investor_id, channel, code, time_ms, due_ms) values ($1, $2, $3, $4, $4)`,
      [investorId, channel, TEST_CODE, nowMs],
    );
  });
}
