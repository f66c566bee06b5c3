/**
 * Checks whether a value is taken, or whether an agent exists. The specification wants this although it reveals
 * something about others: so each network and each investor has an hourly limit, and every answer costs one query.
 * Anybody may ask about account numbers and agents, because a sign-up that names one reveals as much.
 */
import type { EXISTENCE_SUBJECTS, Existence } from '@mua/contract/http/registration';
import { LIMITS } from '@mua/contract/limits';
import type pg from 'pg';
import type { Clock } from '#ground/clock.ts';
import type { Secrets } from '#ground/secrets.ts';
import { createTokenBuckets } from '#http/token-buckets.ts';
import { agentCodeOf, findAgent } from '#registration/agents.ts';
import { documentKeyOf, IS_KEPT } from '#registration/application-store.ts';
import { isCodeTaken, nearestFreeCodes } from '#registration/investor-codes.ts';

type Subject = (typeof EXISTENCE_SUBJECTS)[number] | 'customer-code' | 'agent-code';

/** `key` identifies whose checks are counted together. Investors don't find their own document reported as taken. */
export type ExistenceCheck = (
  subject: Subject,
  value: string,
  asker: { readonly key: string; readonly investorId?: string },
) => Promise<Existence>;

const FREE_SHOWN = 3;

export function createExistenceCheck(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
}): ExistenceCheck {
  const { pool, clock, secrets } = deps;
  const asked = createTokenBuckets(clock, {
    perSecond: LIMITS.existenceChecksPerHour / 3600,
    burst: LIMITS.existenceChecksPerHour,
  });

  async function isThere(sql: string, values: readonly string[]): Promise<Existence> {
    const found = await pool.query(sql, [...values]);
    return { exists: found.rowCount !== 0, name: null, free: [] };
  }

  return async (subject, typed, { key, investorId = '' }) => {
    asked.demand(key);
    // PostgreSQL text can't contain a NUL, so no such value exists.
    const value = typed.trim().replaceAll('\0', '\ufffd');
    switch (subject) {
      case 'email':
        return isThere('select 1 from investor where email = $1', [value.toLowerCase()]);
      case 'phone':
        return isThere('select 1 from investor where phone_number = $1', [value]);
      case 'id-card': {
        const documentType = /^\d{12}$/.test(value) ? 'CITIZEN_CARD' : 'PASSPORT';
        const known = documentKeyOf(secrets, { documentType, idNumber: value });
        return isThere(
          `select 1 from registration join investor i using (investor_id)
           where document_key = $1 and investor_id <> $2 and ${IS_KEPT}`,
          [known, investorId],
        );
      }
      case 'customer-code': {
        const code = value.toUpperCase();
        const exists = await isCodeTaken(pool, code);
        const isNumber = /^108C\d{6}$/.test(code);
        return { exists, name: null, free: exists && isNumber ? await nearestFreeCodes(pool, code, FREE_SHOWN) : [] };
      }
      case 'agent-code': {
        const agent = await findAgent(pool, agentCodeOf(value));
        return { exists: agent !== undefined, name: agent?.name ?? null, free: [] };
      }
    }
  };
}
