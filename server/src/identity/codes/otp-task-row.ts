/** A task that waits for a code, as stored. Its id is a secret of the requester: the row has its hash. */
import type { OtpChannel, TaskPurpose } from '@mua/contract/entities/security';
import type pg from 'pg';
import { sha256 } from '#ground/sha256.ts';
import type { Language } from '#messages/language.ts';

export type OtpPurpose = TaskPurpose | 'reset-password' | 'sign-up';

export interface OtpTask {
  readonly idHash: string;
  readonly purpose: OtpPurpose;
  readonly investorId: string | null;
  readonly subject: string;
  readonly payload: string;
  readonly channel: OtpChannel;
  readonly recipient: string;
  readonly language: Language;
  /** The requesting network. */
  readonly network: string;
  readonly codeHash: string;
  readonly createdMs: number;
  readonly sentMs: number;
  readonly expiresMs: number;
  readonly tries: number;
  readonly resends: number;
}

/** Identifies a task: its id, and conditions that must hold. */
export interface OtpTaskName {
  readonly taskId: string;
  readonly purposes: readonly OtpPurpose[];
  /** The acting investor; undefined without sign-in. */
  readonly investorId?: string;
}

export interface OtpTaskRow {
  readonly id_hash: string;
  readonly purpose: OtpPurpose;
  readonly investor_id: string | null;
  readonly subject: string;
  readonly payload: string;
  readonly channel: OtpChannel;
  readonly recipient: string;
  readonly language: Language;
  readonly address: string;
  readonly code_hash: string;
  readonly created_ms: bigint;
  readonly sent_ms: bigint;
  readonly expires_ms: bigint;
  readonly tries: number;
  readonly resends: number;
  /** Of what it has made, where it was carried out and made something. */
  readonly result_id: string | null;
}

export function taskOf(row: OtpTaskRow): OtpTask {
  return {
    idHash: row.id_hash,
    purpose: row.purpose,
    investorId: row.investor_id,
    subject: row.subject,
    payload: row.payload,
    channel: row.channel,
    recipient: row.recipient,
    language: row.language,
    network: row.address,
    codeHash: row.code_hash,
    createdMs: Number(row.created_ms),
    sentMs: Number(row.sent_ms),
    expiresMs: Number(row.expires_ms),
    tries: row.tries,
    resends: row.resends,
  };
}

/** Undefined if it belongs to another investor, is unknown or verified. */
export async function readTask(pool: pg.Pool, name: OtpTaskName): Promise<OtpTask | undefined> {
  const found = await pool.query<OtpTaskRow>(
    `select * from otp_task where id_hash = $1 and purpose = any($2) and ($3::text is null or investor_id = $3)
       and verified_ms is null`,
    [sha256(name.taskId), name.purposes, name.investorId ?? null],
  );
  const row = found.rows[0];
  return row && taskOf(row);
}
