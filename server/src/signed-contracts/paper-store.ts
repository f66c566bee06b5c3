/** Papers as rows. Their bytes carry what stands in an application, and are sealed like it. */
import type { Paper } from '@mua/contract/entities/digital-signature';
import type { Queryable } from '#db/transaction.ts';
import type { Secrets } from '#ground/secrets.ts';
import type { Language } from '#messages/language.ts';
import { versionOf } from '#signed-contracts/paper-texts.ts';

export interface SignedPaper {
  readonly signatureId: string;
  readonly investorId: string;
  readonly paper: Paper;
  readonly version: string;
  readonly dueMs: number;
  readonly signedMs: number | null;
  readonly rejectedMs: number | null;
  readonly language: Language | null;
  readonly shownHash: string | null;
  /** Once there is a file. */
  readonly signer: string | null;
  readonly fileHash: string | null;
  readonly certificate: string | null;
}

interface PaperRow {
  readonly signature_id: string;
  readonly investor_id: string;
  readonly paper: Paper;
  readonly version: string;
  readonly due_ms: bigint;
  readonly signed_ms: bigint | null;
  readonly rejected_ms: bigint | null;
  readonly language: Language | null;
  readonly shown_hash: string | null;
  readonly signer: string | null;
  readonly file_hash: string | null;
  readonly certificate: string | null;
}

/** All but the file. */
const COLUMNS = `signature_id, investor_id, paper, version, due_ms, signed_ms, rejected_ms, language, shown_hash, signer,
  file_hash, certificate`;

function paperOf(row: PaperRow): SignedPaper {
  return {
    signatureId: row.signature_id,
    investorId: row.investor_id,
    paper: row.paper,
    version: row.version,
    dueMs: Number(row.due_ms),
    signedMs: row.signed_ms === null ? null : Number(row.signed_ms),
    rejectedMs: row.rejected_ms === null ? null : Number(row.rejected_ms),
    language: row.language,
    shownHash: row.shown_hash,
    signer: row.signer,
    fileHash: row.file_hash,
    certificate: row.certificate,
  };
}

/** An unsigned paper of an earlier version is to be signed no more. */
export function isOutdated({ paper, version, signedMs }: SignedPaper): boolean {
  return signedMs === null && version !== versionOf(paper);
}

export async function findPapers(client: Queryable, investorId: string): Promise<SignedPaper[]> {
  const found = await client.query<PaperRow>(
    `select ${COLUMNS} from signed_paper where investor_id = $1 order by version desc, paper`,
    [investorId],
  );
  return found.rows.map(paperOf);
}

/** Undefined where it is somebody else's, or nobody's. */
export async function findPaper(
  client: Queryable,
  investorId: string,
  signatureId: string,
): Promise<SignedPaper | undefined> {
  const found = await client.query<PaperRow>(
    `select ${COLUMNS} from signed_paper where signature_id = $1 and investor_id = $2`,
    [signatureId, investorId],
  );
  const [row] = found.rows;
  return row && paperOf(row);
}

/** Held until the transaction ends. */
export async function lockPaper(
  client: Queryable,
  investorId: string,
  signatureId: string,
): Promise<SignedPaper | undefined> {
  await client.query('select 1 from signed_paper where signature_id = $1 for update', [signatureId]);
  return findPaper(client, investorId, signatureId);
}

/** In the language in which it was shown; false where nothing with this hash was. */
export async function noteSigned(
  client: Queryable,
  { signatureId, documentHash, signedMs }: { signatureId: string; documentHash: string; signedMs: number },
): Promise<boolean> {
  const noted = await client.query(
    `update signed_paper p
     set signed_ms = $3, shown_hash = s.document_hash, language = s.language, rejected_ms = null, reject_reason = null
     from shown_paper s where p.signature_id = $1 and s.signature_id = $1 and s.document_hash = $2`,
    [signatureId, documentHash, signedMs],
  );
  return noted.rowCount === 1;
}

/** What was shown before is to be looked at again: a code that was asked for earlier signs nothing any more. */
export async function noteRejected(
  client: Queryable,
  { signatureId, rejectedMs, reason }: { signatureId: string; rejectedMs: number; reason: string },
): Promise<void> {
  await client.query('update signed_paper set rejected_ms = $2, reject_reason = $3 where signature_id = $1', [
    ...[signatureId, rejectedMs, reason],
  ]);
  await client.query('delete from shown_paper where signature_id = $1', [signatureId]);
}

export async function findByFileHash(client: Queryable, fileHash: string): Promise<SignedPaper | undefined> {
  const found = await client.query<PaperRow>(`select ${COLUMNS} from signed_paper where file_hash = $1`, [fileHash]);
  const [row] = found.rows;
  return row && paperOf(row);
}

/** Bytes that somebody has asked to sign. */
export interface ShownPaper {
  readonly signatureId: string;
  readonly documentHash: string;
  readonly language: Language;
  readonly signer: string;
  readonly bytes: Buffer;
}

export async function keepShown(
  client: Queryable,
  secrets: Secrets,
  { signatureId, documentHash, language, signer, bytes }: ShownPaper,
  nowMs: number,
): Promise<void> {
  await client.query(
    `insert into shown_paper (signature_id, document_hash, language, signer, bytes, shown_ms)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (signature_id, document_hash) do update set shown_ms = excluded.shown_ms`,
    [signatureId, documentHash, language, signer, sealed(secrets, `shown paper:${documentHash}`, bytes), nowMs],
  );
}

export async function findShown(
  client: Queryable,
  secrets: Secrets,
  signatureId: string,
  documentHash: string,
): Promise<ShownPaper | undefined> {
  const found = await client.query<{ language: Language; signer: string; bytes: string }>(
    'select language, signer, bytes from shown_paper where signature_id = $1 and document_hash = $2',
    [signatureId, documentHash],
  );
  const [row] = found.rows;
  if (!row) return undefined;
  const { language, signer } = row;
  return {
    signatureId,
    documentHash,
    language,
    signer,
    bytes: opened(secrets, `shown paper:${documentHash}`, row.bytes),
  };
}

/** What was shown before and never signed. */
export async function forgetShown(client: Queryable, beforeMs: number): Promise<void> {
  await client.query(
    `delete from shown_paper using signed_paper p
     where shown_paper.signature_id = p.signature_id and p.signed_ms is null and shown_ms < $1`,
    [beforeMs],
  );
}

export interface SignedFile {
  readonly signatureId: string;
  readonly signer: string;
  readonly bytes: Buffer;
  readonly fileHash: string;
  readonly certificate: string;
  readonly auditId: number;
}

/** The first file stays: a signature is made with chance, and there is one file of a paper. */
export async function keepFile(client: Queryable, secrets: Secrets, file: SignedFile): Promise<void> {
  const { signatureId, signer, bytes, fileHash, certificate, auditId } = file;
  await client.query(
    `update signed_paper set signer = $2, file = $3, file_hash = $4, certificate = $5, audit_id = $6
     where signature_id = $1 and file is null`,
    [signatureId, signer, sealed(secrets, `signed paper:${signatureId}`, bytes), fileHash, certificate, auditId],
  );
  await client.query('delete from shown_paper where signature_id = $1', [signatureId]);
}

export async function readFile(client: Queryable, secrets: Secrets, signatureId: string): Promise<Buffer> {
  const found = await client.query<{ file: string | null }>('select file from signed_paper where signature_id = $1', [
    signatureId,
  ]);
  const file = found.rows[0]?.file;
  if (!file) throw new Error(`paper ${signatureId} has no file`);
  return opened(secrets, `signed paper:${signatureId}`, file);
}

function sealed(secrets: Secrets, about: string, bytes: Buffer): string {
  return secrets.seal(bytes.toString('base64'), about);
}

function opened(secrets: Secrets, about: string, text: string): Buffer {
  return Buffer.from(secrets.open(text, about), 'base64');
}
