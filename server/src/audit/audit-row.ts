/** A row of the audit log, its canonical form, and the hash that chains it to the previous row. */
import { hash } from 'node:crypto';
import type { ActorKind } from '@mua/contract/http/audit';

export const GENESIS_HASH = '0'.repeat(64);

/** The facts of a request. No personal data and no secret: ids, names of lists, numbers. */
export interface AuditEntry {
  readonly timeMs: number;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  /** The sub-account that the call was about. */
  readonly accountId: string | null;
  readonly browserSessionId: string | null;
  /** The program that acted, if any (OAuth). */
  readonly clientId: string | null;
  /** Program and system of the user agent, from closed lists. */
  readonly device: string;
  readonly address: string;
  /** The route's name in the contract. */
  readonly route: string;
  readonly status: number;
  readonly code: string | null;
  readonly requestId: string;
  /** Journal position of the engine's command, if one was made. */
  readonly seq: number | null;
}

export interface AuditRow extends AuditEntry {
  /** 1, 2, 3 … without a gap. */
  readonly auditId: number;
  readonly previousHash: string;
  readonly hash: string;
}

export interface ChainEnd {
  readonly auditId: number;
  readonly hash: string;
}

export function chained(entry: AuditEntry, end: ChainEnd): AuditRow {
  const row = { ...entry, auditId: end.auditId + 1, previousHash: end.hash };
  return { ...row, hash: hashOf(row) };
}

export function hashOf(row: Omit<AuditRow, 'hash'>): string {
  const { previousHash, auditId, timeMs, actorKind, actorId, accountId, browserSessionId, device, address } = row;
  const { route, status, code, requestId, seq, clientId } = row;
  const spelled = JSON.stringify([
    ...[auditId, timeMs, actorKind, actorId, accountId, browserSessionId, device, address],
    ...[route, status, code, requestId, seq],
    // Rows from before programs existed keep their hash.
    ...(clientId === null ? [] : [clientId]),
  ]);
  return hash('sha256', `${previousHash}\n${spelled}`, 'hex');
}

/** A row as the table stores it. */
export interface StoredRow {
  readonly audit_id: bigint;
  readonly time_ms: bigint;
  readonly actor_kind: ActorKind;
  readonly actor_id: string | null;
  readonly account_id: string | null;
  readonly jar_id: string | null;
  readonly device: string;
  readonly address: string;
  readonly route: string;
  readonly status: number;
  readonly code: string | null;
  readonly request_id: string;
  readonly seq: bigint | null;
  readonly previous_hash: string;
  readonly hash: string;
  readonly client_id: string | null;
}

export function rowOf(stored: StoredRow): AuditRow {
  return {
    auditId: Number(stored.audit_id),
    timeMs: Number(stored.time_ms),
    actorKind: stored.actor_kind,
    actorId: stored.actor_id,
    accountId: stored.account_id,
    browserSessionId: stored.jar_id,
    device: stored.device,
    address: stored.address,
    route: stored.route,
    status: stored.status,
    code: stored.code,
    requestId: stored.request_id,
    seq: stored.seq === null ? null : Number(stored.seq),
    previousHash: stored.previous_hash,
    hash: stored.hash,
    clientId: stored.client_id,
  };
}

export const AUDIT_COLUMNS = {
  audit_id: 'bigint',
  time_ms: 'bigint',
  actor_kind: 'text',
  actor_id: 'text',
  account_id: 'text',
  jar_id: 'text',
  device: 'text',
  address: 'text',
  route: 'text',
  status: 'integer',
  code: 'text',
  request_id: 'text',
  seq: 'bigint',
  previous_hash: 'text',
  hash: 'text',
  client_id: 'text',
} as const satisfies Record<keyof StoredRow, string>;

/** Values by column, for one insert of many rows. */
export function columnsOf(row: AuditRow): Record<keyof StoredRow, string | number | null> {
  return {
    audit_id: row.auditId,
    time_ms: row.timeMs,
    actor_kind: row.actorKind,
    actor_id: row.actorId,
    account_id: row.accountId,
    jar_id: row.browserSessionId,
    device: row.device,
    address: row.address,
    route: row.route,
    status: row.status,
    code: row.code,
    request_id: row.requestId,
    seq: row.seq,
    previous_hash: row.previousHash,
    hash: row.hash,
    client_id: row.clientId,
  };
}
