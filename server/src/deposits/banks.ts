/**
 * The broker's accounts that take deposits: BANKS_FILE, or three of a demo's own. Without any there are no deposits, and
 * the calls say so.
 */
import { readFileSync } from 'node:fs';
import { type DepositBank, depositBank } from '@mua/contract/entities/deposit';
import { z } from 'zod';
import { type Config, ConfigError } from '#ground/config.ts';

const banksFile = z.strictObject({ banks: z.array(depositBank.strict()).min(1).max(10) });

/** Of no customer: no bank has numbers like these, so that nobody's money leaves by a demo's code. */
const DEMO_HOLDER = 'CTCP GIAO DICH MAU (DEMO)';
const DEMO_BANKS: readonly DepositBank[] = [
  {
    ...{ bankId: 'vietcombank', name: 'Vietcombank', branch: 'CN Hà Nội', bin: '970436' },
    ...{ accountNumber: '000000000001', holder: DEMO_HOLDER },
  },
  {
    ...{ bankId: 'bidv', name: 'BIDV', branch: 'CN Hà Thành', bin: '970418' },
    ...{ accountNumber: '000000000002', holder: DEMO_HOLDER },
  },
  {
    ...{ bankId: 'vietinbank', name: 'VietinBank', branch: 'CN Thăng Long', bin: '970415' },
    ...{ accountNumber: '000000000003', holder: DEMO_HOLDER },
  },
];

/** Throws ConfigError with the fault of the file. */
export function readDepositBanks({
  banksFile: file,
  mode,
}: Pick<Config, 'banksFile' | 'mode'>): readonly DepositBank[] {
  if (file === undefined) return mode === 'demo' ? DEMO_BANKS : [];
  const { success, data, error } = banksFile.safeParse(contentsOf(file));
  if (!success) {
    const { path, message } = error.issues[0] ?? { path: [], message: '' };
    throw new ConfigError(`BANKS_FILE ${file}: ${[path.join('.'), message].filter(Boolean).join(': ')}`);
  }
  if (new Set(data.banks.map(({ bankId }) => bankId)).size < data.banks.length)
    throw new ConfigError(`BANKS_FILE ${file}: two banks have the same bankId`);
  return data.banks;
}

function contentsOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const fault = error instanceof SyntaxError ? `is not JSON: ${error.message}` : String(error);
    throw new ConfigError(`BANKS_FILE ${file}: ${fault}`);
  }
}
