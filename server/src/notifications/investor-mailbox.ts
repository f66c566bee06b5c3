/**
 * Messages of the desk rather than of the engine: decisions about an application, when there is no sub-account yet, and
 * about money. Those to an investor are stored in the same table under the account number, which no sub-account has, and
 * are read by the same calls. No step of the engine caused them, so they follow the last one, above its own ordinals.
 */
import { NOTICES, type NoticeCode } from '@mua/contract/entities/mailbox-message';
import type { Facts } from '@mua/contract/errors';
import type { Queryable } from '#db/transaction.ts';
import { deliveryWrites } from '#deliveries/outbox/waiting-deliveries.ts';
import type { Clock } from '#ground/clock.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { Notice } from '#notifications/notice.ts';

export interface InvestorMailbox {
  /** Stores only those facts that the code defines. */
  write(client: Queryable, to: string, code: NoticeCode, facts: Facts): Promise<void>;
  /** Writes to many in one statement. */
  writeAll(client: Queryable, code: NoticeCode, letters: readonly Letter[]): Promise<void>;
}

export interface Letter {
  /** An investor's account number, or one of their sub-accounts where the news is of that one. */
  readonly to: string;
  readonly facts: Facts;
  readonly reason?: Notice['reason'];
  /** Where it leads. */
  readonly contractCode?: string | null;
  /** What they are told once: another letter with the same word is not stored. */
  readonly once?: string;
}

/** Letters to $3, after command $1, at $2. */
const WRITE = `
with messages as (
  insert into mailbox_message (seq, ordinal, account_id, time_ms, record)
  select $1::bigint, nextval('mailbox_ordinal'), record ->> 'accountId', $2::bigint, record
  from unnest($3::jsonb[]) as record
  on conflict do nothing
  returning seq, ordinal, account_id, time_ms, record ->> 'code' as code
), ${deliveryWrites('messages', 'trading_account')}
select from messages`;

export function createInvestorMailbox(sequencer: Pick<Sequencer, 'durableSeq'>, clock: Clock): InvestorMailbox {
  async function writeAll(client: Queryable, code: NoticeCode, letters: readonly Letter[]): Promise<void> {
    await client.query(WRITE, [
      sequencer.durableSeq,
      clock.nowMs(),
      letters.map((letter) => JSON.stringify(noticeOf(code, letter))),
    ]);
  }

  return {
    write: (client, to, code, facts) => writeAll(client, code, [{ to, facts }]),
    writeAll,
  };
}

function noticeOf(code: NoticeCode, { to, facts, reason = null, contractCode = null, once }: Letter): Notice {
  const known = Object.fromEntries(Object.entries(facts).filter(([name]) => name in NOTICES[code]));
  return {
    ...{ accountId: to, code, facts: known },
    ...{ reason, contractCode, orderId: null },
    ...(once === undefined ? {} : { once }),
  };
}
