/**
 * The rows of price alerts. Each statement touches one row: the projector's statement updates them too, and two
 * statements that lock several rows in different orders could deadlock.
 */
import type { RowReasonReply } from '@mua/contract/errors';
import { LIMITS } from '@mua/contract/limits';
import type { AlertDirection, Ticks } from '@mua/core/values';
import type pg from 'pg';

export interface StoredAlert {
  readonly alertId: string;
  readonly accountId: string;
  readonly contractCode: string;
  readonly direction: AlertDirection;
  readonly priceTicks: Ticks;
  readonly isRepeating: boolean;
  readonly note: string;
  readonly createdMs: number;
  readonly reachedMs: number | null;
  readonly isActive: boolean;
  readonly isArmed: boolean;
  readonly endReason: RowReasonReply['code'] | null;
}

export type AlertTerms = Pick<
  StoredAlert,
  'direction' | 'priceTicks' | 'isRepeating' | 'note' | 'isActive' | 'isArmed' | 'reachedMs'
>;

export interface AlertStore {
  active(): Promise<StoredAlert[]>;
  ofAccount(accountId: string): Promise<StoredAlert[]>;
  find(accountId: string, alertId: string): Promise<StoredAlert | undefined>;
  countActive(accountId: string): Promise<number>;
  insert(alert: StoredAlert): Promise<void>;
  /** An active alert at the same price. */
  sameActive(alert: StoredAlert): Promise<StoredAlert | undefined>;
  /** Undefined if the row has changed since the caller read it: deleted, or reached. */
  change(seen: StoredAlert, terms: AlertTerms): Promise<StoredAlert | undefined>;
  /** False if the account has no such alert. */
  remove(accountId: string, alertId: string): Promise<boolean>;
  /** Deletes the oldest inactive alerts if there are too many rows. */
  trim(accountId: string): Promise<void>;
  /** Only if it has not been reached since, because the journal's update is newer. */
  setArmed(alert: Pick<StoredAlert, 'alertId' | 'reachedMs'>, isArmed: boolean): Promise<void>;
  end(alertId: string, reason: RowReasonReply['code']): Promise<void>;
}

interface Row {
  readonly alert_id: string;
  readonly account_id: string;
  readonly contract_code: string;
  readonly direction: AlertDirection;
  readonly price_ticks: bigint;
  readonly is_repeating: boolean;
  readonly note: string;
  readonly created_ms: bigint;
  readonly reached_ms: bigint | null;
  readonly is_active: boolean;
  readonly is_armed: boolean;
  readonly end_reason: RowReasonReply['code'] | null;
}

const COLUMNS =
  'alert_id, account_id, contract_code, direction, price_ticks, is_repeating, note, created_ms, reached_ms, is_active, is_armed, end_reason';

export function createAlertStore(pool: pg.Pool): AlertStore {
  const rows = async (where: string, values: readonly unknown[] = []): Promise<StoredAlert[]> => {
    const found = await pool.query<Row>(`select ${COLUMNS} from price_alert where ${where}`, [...values]);
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
        `insert into price_alert (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        valuesOf(alert),
      );
    },
    async sameActive({ accountId, contractCode, direction, priceTicks }) {
      const where = 'is_active and account_id = $1 and contract_code = $2 and direction = $3 and price_ticks = $4';
      return (await rows(where, [accountId, contractCode, direction, priceTicks]))[0];
    },
    async change(seen, { direction, priceTicks, isRepeating, note, isActive, isArmed, reachedMs }) {
      const changed = await pool.query<Row>(
        `update price_alert set direction = $3, price_ticks = $4, is_repeating = $5, note = $6, is_active = $7, is_armed = $8, reached_ms = $9
         where alert_id = $1 and reached_ms is not distinct from $2::bigint returning ${COLUMNS}`,
        [seen.alertId, seen.reachedMs, direction, priceTicks, isRepeating, note, isActive, isArmed, reachedMs],
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
    async setArmed({ alertId, reachedMs }, isArmed) {
      await pool.query(
        'update price_alert set is_armed = $3 where alert_id = $1 and reached_ms is not distinct from $2::bigint',
        [alertId, reachedMs, isArmed],
      );
    },
    async end(alertId, reason) {
      await pool.query('update price_alert set is_active = false, end_reason = $2 where alert_id = $1 and is_active', [
        alertId,
        reason,
      ]);
    },
  };
}

function alertOf(row: Row): StoredAlert {
  return {
    alertId: row.alert_id,
    accountId: row.account_id,
    contractCode: row.contract_code,
    direction: row.direction,
    priceTicks: Number(row.price_ticks),
    isRepeating: row.is_repeating,
    note: row.note,
    createdMs: Number(row.created_ms),
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
    alert.isRepeating,
    alert.note,
    alert.createdMs,
    alert.reachedMs,
    alert.isActive,
    alert.isArmed,
    alert.endReason,
  ];
}
