/**
 * Looks at a statement on this machine. All that may be asked of a server is under which keys it is known, and a check
 * holds without an answer: then it says that the key could not be compared.
 */
import type { StatementFile } from '@mua/contract/entities/statement';
import { checkStatement, type StatementCheck } from '@mua/contract/proof/check-statement';
import { attachedStatement } from '#pages/verify/attached-statement.ts';
import { isSigned } from '#wire/ed25519.ts';

export interface StatementFinding {
  readonly check: StatementCheck;
  /** As the file says it; null where it is no statement. */
  readonly file: StatementFile | null;
}

/** Undefined where the file is neither JSON nor a PDF that carries one. */
export async function checkStatementFile(
  bytes: Uint8Array<ArrayBuffer>,
  askForKeys: () => Promise<readonly string[] | undefined>,
): Promise<StatementFinding | undefined> {
  const json = jsonIn(bytes) ?? jsonIn(await attachedStatement(bytes));
  if (json === undefined) return undefined;
  const check = await checkStatement(json, { isSigned, keys: await askForKeys() });
  const isStatement = check.isWhole || check.fault.code !== 'Unreadable';
  return { check, file: isStatement ? (json as StatementFile) : null };
}

function jsonIn(bytes: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
