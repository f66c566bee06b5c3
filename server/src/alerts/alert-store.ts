/**
 * The rows of price alerts. Each statement touches one row: the projector's statement updates them too, and two
 * statements that lock several rows in different orders could deadlock.
 */
import { randomBytes } from 'node:crypto';
import type { RowReasonReply } from '@mua/contract/errors';
import { LIMITS } from '@mua/contract/limits';
import type { AlertDirection, Ticks } from '@mua/core/values';
import type { MovingLevel } from '@mua/core/values/moving-level';
import type pg from 'pg';
import type { Queryable } from '#db/transaction.ts';

export interface StoredAlert {
  readonly alertId: string;
  readonly accountId: string;
  readonly contractCode: string;
  readonly direction: AlertDirection;
  /** Null for one that follows something. */
  readonly priceTicks: Ticks | null;
  readonly follows: MovingLevel | null;
  /** Key of the drawing's keepsake, with which it is moved and ended. */
  readonly drawingKey: string | null;
  /** Names what it waits for: another one once it is moved. */
  readonly waitId: string;
  readonly isRepeating: boolean;
  readonly note: string;
  readonly createdMs: number;
  /** Trades before it are none of its own: it was created, moved or set again, or the market turned round. */
  readonly sinceMs: number;
  readonly reachedMs: number | null;
  readonly isActive: boolean;
  readonly isArmed: boolean;
  readonly endReason: RowReasonReply['code'] | null;
}

/** Of an alert, or of what it waits for. */
export function newName(): string {
  return randomBytes(12).toString('base64url');
}

export type AlertTerms = Pick<
  StoredAlert,
  | 'direction'
  | 'priceTicks'
  | 'follows'
  | 'waitId'
  | 'isRepeating'
  | 'note'
  | 'sinceMs'
  | 'isActive'
  | 'isArmed'
  | 'reachedMs'
  | 'endReason'
>;

type WaitsFor = Pick<StoredAlert, 'accountId' | 'contractCode' | 'priceTicks' | 'follows' | 'drawingKey'> & {
  /** Null where what it follows decides. */
  readonly direction: AlertDirection | null;
};

/** An alert and the drawing that it goes with, as the investor's devices have left it; null once it is deleted. */
export interface DrawnAlert {
  readonly alert: StoredAlert;
  readonly drawing: unknown;
}

/** Whose alerts, and since when the drawings were written, in real time. */
export type DrawnSince = { readonly investorId: string } | { readonly writtenMs: number };

export interface AlertStore {
  active(): Promise<StoredAlert[]>;
  ofAccount(accountId: string): Promise<StoredAlert[]>;
  find(accountId: string, alertId: string): Promise<StoredAlert | undefined>;
  countActive(accountId: string): Promise<number>;
  insert(alert: StoredAlert): Promise<void>;
  /** Those whose drawing is known here. */
  drawn(since: DrawnSince): Promise<DrawnAlert[]>;
  drawnOne(accountId: string, alertId: string): Promise<DrawnAlert | undefined>;
  /** An active alert that waits for the same. */
  sameActive(alert: WaitsFor): Promise<StoredAlert | undefined>;
  /** Undefined if the row has changed since the caller read it: deleted, or reached. */
  change(seen: StoredAlert, terms: AlertTerms): Promise<StoredAlert | undefined>;
  /** False if the account has no such alert. */
  remove(accountId: string, alertId: string): Promise<boolean>;
  /** Deletes the oldest inactive alerts if there are too many rows. */
  trim(accountId: string): Promise<void>;
  /** Only if it has not been reached since, because the journal's update is newer. */
  setArmed(alert: Pick<StoredAlert, 'alertId' | 'reachedMs' | 'isArmed' | 'sinceMs'>): Promise<void>;
  end(alert: Pick<StoredAlert, 'alertId' | 'waitId'>, reason: RowReasonReply['code']): Promise<void>;
  /** The investor has deleted the drawing that it goes with. */
  isDrawingGone(alert: StoredAlert): Promise<boolean>;
}

interface Row {
  readonly alert_id: string;
  readonly account_id: string;
  readonly contract_code: string;
  readonly direction: AlertDirection;
  readonly price_ticks: bigint | null;
  readonly follows: MovingLevel | null;
  readonly drawing_key: string | null;
  readonly wait_id: string;
  readonly is_repeating: boolean;
  readonly note: string;
  readonly created_ms: bigint;
  readonly since_ms: bigint;
  readonly reached_ms: bigint | null;
  readonly is_active: boolean;
  readonly is_armed: boolean;
  readonly end_reason: RowReasonReply['code'] | null;
}

const COLUMNS = [
  ...['alert_id', 'account_id', 'contract_code', 'direction', 'price_ticks', 'follows', 'drawing_key', 'wait_id'],
  ...['is_repeating', 'note', 'created_ms', 'since_ms', 'reached_ms', 'is_active', 'is_armed', 'end_reason'],
];
const ALL = COLUMNS.join(', ');

export function createAlertStore(pool: pg.Pool): AlertStore {
  const rows = async (where: string, values: readonly unknown[] = []): Promise<StoredAlert[]> => {
    const found = await pool.query<Row>(`select ${ALL} from price_alert where ${where}`, [...values]);
    return found.rows.map(alertOf);
  };
  return {
    active: () => rows('is_active order by created_ms, alert_id'),
    ofAccount: (accountId) => rows('account_id = $1 order by created_ms desc, alert_id desc', [accountId]),
    async find(accountId, alertId) {
      return (await rows('account_id = $1 and alert_id = $2', [accountId, alertId]))[0];
    },
    async countActive(accountId) {
      const found = await pool.query<{ active: number }>(
        'select count(*)::integer as active from price_alert where account_id = $1 and is_active',
        [accountId],
      );
      return found.rows[0]?.active ?? 0;
    },
    async insert(alert) {
      await pool.query(
        `insert into price_alert (${ALL}) values (${COLUMNS.map((_, place) => `$${place + 1}`).join(', ')})`,
        valuesOf(alert),
      );
    },
    drawn: (since) =>
      'investorId' in since
        ? readDrawn(pool, 'account.investor_id = $1', [since.investorId])
        : readDrawn(pool, 'kept.written_ms >= $1', [since.writtenMs]),
    async drawnOne(accountId, alertId) {
      return (await readDrawn(pool, 'alert.account_id = $1 and alert.alert_id = $2', [accountId, alertId]))[0];
    },
    isDrawingGone: (alert) => isDrawingGone(pool, alert),
    async sameActive({ accountId, contractCode, direction, priceTicks, follows, drawingKey }) {
      const whose = 'is_active and account_id = $1 and contract_code = $2';
      if (follows === null && drawingKey === null) {
        const where = `${whose} and direction = $3 and price_ticks = $4 and drawing_key is null`;
        return (await rows(where, [accountId, contractCode, direction, priceTicks]))[0];
      }
      // A drawing is moved on the device first, and its alert when that is known here.
      const where = `${whose} and drawing_key is not distinct from $3 and (follows is null) = ($4::jsonb is null)
        and (follows ->> 'interval') is not distinct from ($4::jsonb ->> 'interval')
        and (follows ->> 'average') is not distinct from ($4::jsonb ->> 'average')
        and (follows ->> 'period') is not distinct from ($4::jsonb ->> 'period')`;
      return (await rows(where, [accountId, contractCode, drawingKey, follows && JSON.stringify(follows)]))[0];
    },
    async change(seen, terms) {
      const { direction, priceTicks, follows, waitId, isRepeating, note, sinceMs } = terms;
      const { isActive, isArmed, reachedMs, endReason } = terms;
      const changed = await pool.query<Row>(
        `update price_alert set direction = $4, price_ticks = $5, follows = $6, wait_id = $7, is_repeating = $8, note = $9,
           since_ms = $10, is_active = $11, is_armed = $12, reached_ms = $13, end_reason = $14
         where alert_id = $1 and reached_ms is not distinct from $2::bigint and wait_id = $3 returning ${ALL}`,
        [
          ...[seen.alertId, seen.reachedMs, seen.waitId, direction, priceTicks, follows && JSON.stringify(follows)],
          ...[waitId, isRepeating, note, sinceMs, isActive, isArmed, reachedMs, endReason],
        ],
      );
      return changed.rows.map(alertOf)[0];
    },
    async remove(accountId, alertId) {
      const removed = await pool.query('delete from price_alert where account_id = $1 and alert_id = $2', [
        accountId,
        alertId,
      ]);
      return removed.rowCount === 1;
    },
    async trim(accountId) {
      await pool.query(
        `delete from price_alert where alert_id = (
           select alert_id from price_alert where account_id = $1 and not is_active
           and (select count(*) from price_alert where account_id = $1) > $2
           order by coalesce(reached_ms, created_ms), alert_id limit 1)`,
        [accountId, LIMITS.priceAlertsKept],
      );
    },
    async setArmed({ alertId, reachedMs, isArmed, sinceMs }) {
      await pool.query(
        `update price_alert set is_armed = $3, since_ms = $4
         where alert_id = $1 and reached_ms is not distinct from $2::bigint`,
        [alertId, reachedMs, isArmed, sinceMs],
      );
    },
    async end(alert, reason) {
      await endAlert(pool, alert, reason);
    },
  };
}

/** False if it is not active any more, or waits for something else by now. */
export async function endAlert(
  client: Queryable,
  { alertId, waitId }: Pick<StoredAlert, 'alertId' | 'waitId'>,
  reason: RowReasonReply['code'],
): Promise<boolean> {
  const ended = await client.query(
    'update price_alert set is_active = false, end_reason = $3 where alert_id = $1 and wait_id = $2 and is_active',
    [alertId, waitId, reason],
  );
  return ended.rowCount === 1;
}

async function readDrawn(pool: pg.Pool, where: string, values: readonly unknown[]): Promise<DrawnAlert[]> {
  const found = await pool.query<Row & { readonly drawing: unknown }>(
    `select ${COLUMNS.map((name) => `alert.${name}`).join(', ')}, kept.value as drawing
     from price_alert alert
     join trading_account account on account.account_id = alert.account_id
     join keepsake kept
       on kept.investor_id = account.investor_id and kept.kind = 'drawing' and kept.key = alert.drawing_key
     where ${where} order by alert.account_id, alert.alert_id`,
    [...values],
  );
  return found.rows.map((row) => ({ alert: alertOf(row), drawing: row.drawing }));
}

async function isDrawingGone(pool: pg.Pool, { accountId, drawingKey }: StoredAlert): Promise<boolean> {
  if (drawingKey === null) return false;
  const gone = await pool.query(
    `select from keepsake kept join trading_account account on account.investor_id = kept.investor_id
     where account.account_id = $1 and kept.kind = 'drawing' and kept.key = $2 and kept.value is null`,
    [accountId, drawingKey],
  );
  return gone.rowCount === 1;
}

function alertOf(row: Row): StoredAlert {
  return {
    alertId: row.alert_id,
    accountId: row.account_id,
    contractCode: row.contract_code,
    direction: row.direction,
    priceTicks: row.price_ticks === null ? null : Number(row.price_ticks),
    follows: row.follows,
    drawingKey: row.drawing_key,
    waitId: row.wait_id,
    isRepeating: row.is_repeating,
    note: row.note,
    createdMs: Number(row.created_ms),
    sinceMs: Number(row.since_ms),
    reachedMs: row.reached_ms === null ? null : Number(row.reached_ms),
    isActive: row.is_active,
    isArmed: row.is_armed,
    endReason: row.end_reason,
  };
}

function valuesOf(alert: StoredAlert): unknown[] {
  return [
    alert.alertId,
    alert.accountId,
    alert.contractCode,
    alert.direction,
    alert.priceTicks,
    alert.follows && JSON.stringify(alert.follows),
    alert.drawingKey,
    alert.waitId,
    alert.isRepeating,
    alert.note,
    alert.createdMs,
    alert.sinceMs,
    alert.reachedMs,
    alert.isActive,
    alert.isArmed,
    alert.endReason,
  ];
}
