/** The people of benchmarks that need thousands, as rows of the database; their password is `Bench@2026`. */
import { addInvestor, type NewInvestor } from '@mua/server/identity/accounts/investors';
import { hashPassword } from '@mua/server/identity/security/passwords';
import type pg from 'pg';

const AT_ONCE = 100;

export function investorIds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `BENCH${String(index).padStart(5, '0')}`);
}

/** Enters them, unless they exist already, as they do after a crash. */
export async function enterInvestors(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  const known = await pool.query('select from investor where investor_id = any($1) limit 1', [ids]);
  if (known.rowCount) return;
  const password = await hashPassword('Bench@2026');
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    await Promise.all(some.map((investorId, place) => addInvestor(pool, person(investorId, from + place), password)));
  }
}

function person(investorId: string, index: number): NewInvestor {
  return {
    investorId,
    fullName: investorId,
    kind: 'individual',
    status: 'ACTIVE',
    phoneNumber: `09${String(10_000_000 + index)}`,
    email: `${investorId}@bench.test`,
  };
}
