/** Exchanges for operators: the list, open alarms, and a link that is cut for a drill. */
import {
  listVenueAlarms,
  listVenues,
  setVenueLink,
  type VenueAlarm,
  type VenueOnWire,
} from '@mua/contract/http/operator-venues';
import { pageSize } from '@mua/contract/wire';
import { type EngineState, FIRST_VENUE } from '@mua/core/engine';
import type { Lots, OrderStatus, Ticks } from '@mua/core/values';
import type pg from 'pg';
import { type Bind, ok } from '#http/bind-route.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { replyError } from '#refusals/reply-error.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';
import { instantText } from '#wire/wire-text.ts';

export interface VenueDeps {
  readonly pool: pg.Pool;
  readonly submit: Sequencer['submit'];
  readonly state: EngineState;
  /** Cuts or restores the link, and resolves when the engine has processed it; undefined for a third-party exchange. */
  readonly setLink: ((isUp: boolean, reason: string) => Promise<void>) | undefined;
}

export function bindVenueRoutes(bind: Bind, { pool, submit, state, setLink }: VenueDeps): void {
  bind(listVenues, () => ok(venuesOf(state)));
  bind(setVenueLink, async ({ body, request }) => {
    if (!setLink) throw replyError('SimulatedVenueOnly', {});
    const { isUp, operatorId, reason } = body;
    const operator = { operatorId, reason };
    const act = isUp ? 'mendLink' : 'cutLink';
    const subject = state.venues.get('demo')?.name ?? FIRST_VENUE;
    const { command } = await submit({ kind: 'noteVenueAct', act, operator, subject });
    request.commandSeq = command.seq;
    await setLink(isUp, reason);
    return ok(venuesOf(state));
  });
  bind(listVenueAlarms, async ({ query }) => ok(await alarmsOf(pool, query)));
}

function venuesOf({ venues }: EngineState): { items: VenueOnWire[]; nextCursor: null } {
  const items = [...venues.values()].map(({ name, accounts, isConnected }) => ({ name, accounts, isConnected }));
  return { items, nextCursor: null };
}

interface AlarmRow {
  readonly seq: bigint;
  readonly ordinal: number;
  readonly time_ms: bigint;
  readonly kind: VenueAlarm['kind'];
  readonly venue: string | null;
  readonly why: string;
  readonly order_id: string | null;
  readonly order_status: OrderStatus | null;
  readonly account_id: string | null;
  readonly contract_code: string | null;
  readonly exec_id: string | null;
  readonly lots: Lots;
  readonly record: { readonly priceTicks?: Ticks; readonly reason?: string };
}

async function alarmsOf(
  pool: pg.Pool,
  query: {
    readonly kind?: VenueAlarm['kind'] | undefined;
    readonly cursor?: string | undefined;
    readonly limit?: string | undefined;
  },
): Promise<{ items: VenueAlarm[]; nextCursor: string | null }> {
  const limit = pageSize(query.limit);
  const [seq = null, ordinal = null] = decodeCursor(query.cursor, /^alarm (\d{1,15}) (\d{1,6})$/) ?? [];
  const found = await pool.query<AlarmRow>(
    `select alarm.*, known.status as order_status
     from venue_alarm alarm left join trading_order known on known.order_id = alarm.order_id
     where ($1::text is null or alarm.kind = $1)
       and ($2::bigint is null or (alarm.seq, alarm.ordinal) < ($2, $3::integer))
     order by alarm.seq desc, alarm.ordinal desc limit $4`,
    [query.kind ?? null, seq, ordinal, limit + 1],
  );
  const rows = found.rows.slice(0, limit);
  const last = found.rows.length > limit ? rows.at(-1) : undefined;
  return { items: rows.map(alarmToWire), nextCursor: last ? encodeCursor('alarm', last.seq, last.ordinal) : null };
}

function alarmToWire(row: AlarmRow): VenueAlarm {
  return {
    seq: Number(row.seq),
    time: instantText(Number(row.time_ms)),
    kind: row.kind,
    venue: row.venue,
    why: row.why,
    orderId: row.order_id,
    orderStatus: row.order_status,
    accountId: row.account_id,
    contractCode: row.contract_code,
    execId: row.exec_id,
    lots: row.lots,
    priceTicks: row.record.priceTicks ?? null,
    text: row.record.reason ?? null,
  };
}
