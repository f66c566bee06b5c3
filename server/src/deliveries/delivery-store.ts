/** The rows of deliveries on their way: claimed by whoever sends them, and settled when it is known what became of them. */
import type { NoticeCode } from '@mua/contract/entities/mailbox-message';
import {
  DEFAULT_QUIET_HOURS,
  type DeliveryCause,
  type NoticeChannel,
  type QuietHours,
} from '@mua/contract/entities/notice-delivery';
import type { MarginState } from '@mua/core/engine';
import type pg from 'pg';
import type { Queryable } from '#db/transaction.ts';
import { LEVEL_CODES, type NewerDelivery } from '#deliveries/delivery-verdict.ts';
import { ESCALATING } from '#deliveries/outbox/waiting-deliveries.ts';
import { type Language, languageOrDefault } from '#messages/language.ts';
import type { Notice } from '#notifications/notice.ts';

/** A delivery with all that its sending depends on. */
export interface ClaimedDelivery {
  readonly id: bigint;
  readonly investorId: string;
  readonly channel: NoticeChannel;
  readonly code: NoticeCode | null;
  readonly place: string | null;
  readonly timeMs: number;
  /** Before this one. */
  readonly tries: number;
  /** Null of a test, and where another notice has taken its place. */
  readonly notice: Notice | null;
  readonly isRead: boolean;
  readonly language: Language;
  readonly margin: MarginState | undefined;
  readonly newer: readonly NewerDelivery[];
  readonly quietHours: QuietHours;
  readonly detailsOnLockScreen: boolean;
}

/** What became of a try. */
export type DeliveryEnd =
  | { readonly state: 'SENT' }
  | { readonly state: 'FAILED' | 'SKIPPED'; readonly cause: DeliveryCause }
  | { readonly state: 'WAITING'; readonly dueMs: number; readonly wasRefused: boolean };

/** The code of a test in its row. */
export const TEST_CODE = 'Test';

/**
 * Longer than any port takes: after a crash in the middle of sending it is sent again then, under the same id, because
 * nobody knows whether it arrived.
 */
const LEASE_MS = 60_000;

interface ClaimedRow {
  readonly delivery_id: bigint;
  readonly investor_id: string;
  readonly channel: NoticeChannel;
  readonly code: NoticeCode | typeof TEST_CODE;
  readonly seq: bigint | null;
  readonly ordinal: number | null;
  readonly time_ms: bigint;
  readonly tries: number;
  readonly record: Notice | null;
  readonly is_read: boolean | null;
  readonly language: string | null;
  readonly ladder: MarginState | null;
  readonly newer: readonly { readonly id: string; readonly code: NoticeCode; readonly isSent: boolean }[] | null;
  readonly are_quiet_hours_on: boolean | null;
  readonly quiet_from: string | null;
  readonly quiet_to: string | null;
  readonly details_on_lock_screen: boolean | null;
}

/**
 * Later notices of a sub-account's margin by the same channel that nobody has read. Only how an account stands is said
 * better by a later notice; what was liquidated is told each time, and good news takes no warning's place.
 */
const NEWER = `
  select json_agg(json_build_object('id', later.delivery_id::text, 'code', later.code, 'isSent', later.state = 'SENT')
    order by later.seq desc, later.ordinal desc)
  from notice_delivery later
  join mailbox_message unread on unread.seq = later.seq and unread.ordinal = later.ordinal and not unread.is_read
  where later.investor_id = claimed.investor_id and later.channel = claimed.channel
    and later.account_id = claimed.account_id and (later.seq, later.ordinal) > (claimed.seq, claimed.ordinal)
    and later.code in (${sqlTexts([...LEVEL_CODES, 'Liquidated'])}) and later.state in ('WAITING', 'SENT')`;

const CLAIM = `
with due as (
  select delivery_id from notice_delivery
  where channel = $1 and state = 'WAITING' and due_ms <= $2 and not_before_ms <= $2 and delivery_id <> all ($4::bigint[])
  order by due_ms, delivery_id limit $3 for update skip locked
), claimed as (
  update notice_delivery delivery set not_before_ms = $2 + ${LEASE_MS}
  from due where delivery.delivery_id = due.delivery_id returning delivery.*
)
select claimed.delivery_id, claimed.investor_id, claimed.channel, claimed.code, claimed.seq, claimed.ordinal,
  claimed.time_ms, claimed.tries, message.record, message.is_read, person.language,
  account.standing -> 'ladder' as ladder,
  case when claimed.channel in (${sqlTexts([...ESCALATING])}) and claimed.code in (${sqlTexts(LEVEL_CODES)})
    then (${NEWER}) end as newer,
  choice.are_quiet_hours_on, choice.quiet_from, choice.quiet_to, choice.details_on_lock_screen
from claimed
left join mailbox_message message on message.seq = claimed.seq and message.ordinal = claimed.ordinal
left join investor person on person.investor_id = claimed.investor_id
left join trading_account account on account.account_id = claimed.account_id
left join notice_delivery_choice choice on choice.investor_id = claimed.investor_id
order by claimed.due_ms, claimed.delivery_id`;

/**
 * Those that are due, oldest first; nobody else has them until they are settled or the lease ends. `held` are those that
 * this process has: a clock that was set forward ends no lease of its own.
 */
export async function claimDeliveries(
  pool: pg.Pool,
  {
    channel,
    nowMs,
    most,
    held,
  }: {
    readonly channel: NoticeChannel;
    readonly nowMs: number;
    readonly most: number;
    readonly held: readonly bigint[];
  },
): Promise<ClaimedDelivery[]> {
  const claimed = await pool.query<ClaimedRow>({
    name: 'claim-deliveries',
    text: CLAIM,
    values: [channel, nowMs, most, held],
  });
  return claimed.rows.map((row) => ({
    id: row.delivery_id,
    investorId: row.investor_id,
    channel: row.channel,
    code: row.code === TEST_CODE ? null : row.code,
    place: row.seq === null ? null : `${row.seq}-${row.ordinal}`,
    timeMs: Number(row.time_ms),
    tries: row.tries,
    notice: row.record,
    isRead: row.is_read ?? false,
    language: languageOrDefault(row.language),
    margin: row.ladder ?? undefined,
    newer: row.newer?.map(({ id, ...one }) => ({ id: BigInt(id), ...one })) ?? [],
    ...choiceOf(row),
  }));
}

export interface DeliveryChoice {
  readonly quietHours: QuietHours;
  readonly detailsOnLockScreen: boolean;
}

type ChoiceRow = Pick<ClaimedRow, 'are_quiet_hours_on' | 'quiet_from' | 'quiet_to' | 'details_on_lock_screen'>;

function choiceOf(row: ChoiceRow | undefined): DeliveryChoice {
  return {
    quietHours: {
      isOn: row?.are_quiet_hours_on ?? DEFAULT_QUIET_HOURS.isOn,
      from: row?.quiet_from ?? DEFAULT_QUIET_HOURS.from,
      to: row?.quiet_to ?? DEFAULT_QUIET_HOURS.to,
    },
    detailsOnLockScreen: row?.details_on_lock_screen ?? false,
  };
}

/** What became of one, and when. */
export interface SettledDelivery {
  readonly id: bigint;
  readonly end: DeliveryEnd;
  readonly atMs: number;
}

const SETTLE = `
update notice_delivery delivery set
  state = settled.state, cause = settled.cause,
  done_ms = case when settled.state <> 'WAITING' then settled.at_ms end,
  due_ms = case when settled.state = 'WAITING' and not settled.was_refused then settled.next_ms else delivery.due_ms end,
  not_before_ms = case when settled.was_refused then settled.next_ms else 0 end,
  tries = delivery.tries + settled.was_refused::integer,
  failed_ms = case when settled.was_refused or settled.state = 'FAILED'
    then coalesce(delivery.failed_ms, settled.at_ms) else delivery.failed_ms end
from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::boolean[], $6::bigint[])
  as settled (delivery_id, state, cause, next_ms, was_refused, at_ms)
where delivery.delivery_id = settled.delivery_id and delivery.state = 'WAITING'`;

/**
 * Notes what became of them, unless somebody else has noted their end. What was refused keeps when it could first be
 * sent.
 */
export async function settleDeliveries(client: Queryable, settled: readonly SettledDelivery[]): Promise<void> {
  await client.query(SETTLE, [
    settled.map(({ id }) => id),
    settled.map(({ end }) => end.state),
    settled.map(({ end }) => ('cause' in end ? end.cause : null)),
    settled.map(({ end }) => (end.state === 'WAITING' ? end.dueMs : null)),
    settled.map(({ end }) => end.state === 'WAITING' && end.wasRefused),
    settled.map(({ atMs }) => atMs),
  ]);
}

/** What takes the place of an earlier one is due by when that one was. */
export async function hastenDelivery(client: Queryable, { id }: NewerDelivery, nowMs: number): Promise<void> {
  await client.query(
    "update notice_delivery set due_ms = least(due_ms, $2) where delivery_id = $1 and state = 'WAITING'",
    [id, nowMs],
  );
}

export async function readDeliveryChoice(client: Queryable, investorId: string): Promise<DeliveryChoice> {
  const found = await client.query<ChoiceRow>('select * from notice_delivery_choice where investor_id = $1', [
    investorId,
  ]);
  return choiceOf(found.rows[0]);
}

/** What is left out stays as it is. */
export async function writeDeliveryChoice(
  client: Queryable,
  investorId: string,
  { quietHours, detailsOnLockScreen }: ChoiceChange,
): Promise<void> {
  const { isOn, from, to } = DEFAULT_QUIET_HOURS;
  await client.query(
    `insert into notice_delivery_choice as choice
       (investor_id, are_quiet_hours_on, quiet_from, quiet_to, details_on_lock_screen)
     values ($1, coalesce($2::boolean, $6::boolean), coalesce($3, $7), coalesce($4, $8), coalesce($5::boolean, false))
     on conflict (investor_id) do update set
       are_quiet_hours_on = coalesce($2, choice.are_quiet_hours_on), quiet_from = coalesce($3, choice.quiet_from),
       quiet_to = coalesce($4, choice.quiet_to),
       details_on_lock_screen = coalesce($5, choice.details_on_lock_screen)`,
    [
      ...[investorId, quietHours?.isOn ?? null, quietHours?.from ?? null, quietHours?.to ?? null],
      ...[detailsOnLockScreen ?? null, isOn, from, to],
    ],
  );
}

export interface ChoiceChange {
  readonly quietHours?: QuietHours | undefined;
  readonly detailsOnLockScreen?: boolean | undefined;
}

/** By channel, how many are due and not sent. */
export async function countDue(client: Queryable, nowMs: number): Promise<ReadonlyMap<NoticeChannel, number>> {
  const found = await client.query<{ channel: NoticeChannel; due: number }>(
    `select channel, count(*)::integer as due from notice_delivery
     where state = 'WAITING' and due_ms <= $1 group by channel`,
    [nowMs],
  );
  return new Map(found.rows.map(({ channel, due }) => [channel, due]));
}

/** Removes those that ended before `keptMs`, and gives up what waits for a channel that the installation no longer has. */
export async function sweepDeliveries(
  client: Queryable,
  {
    channels,
    nowMs,
    keptMs,
  }: { readonly channels: readonly NoticeChannel[]; readonly nowMs: number; readonly keptMs: number },
): Promise<void> {
  await client.query("delete from notice_delivery where state <> 'WAITING' and done_ms < $1", [nowMs - keptMs]);
  await client.query(
    `update notice_delivery set state = 'FAILED', cause = 'NoAddress', failed_ms = $2, done_ms = $2
     where state = 'WAITING' and due_ms <= $2 and channel <> all ($1::text[])`,
    [channels, nowMs],
  );
}

/** Names of ours, no input. */
function sqlTexts(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
