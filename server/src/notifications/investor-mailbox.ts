/**
 * Messages to an investor and not to one sub-account: what becomes of their application, while they have no sub-account
 * yet. They lie in the same table under the account number of the investor, which no sub-account has, and are read by
 * the same calls. No step of the engine caused them: they stand behind the last one, above the ordinals of its own.
 */
import { NOTICES, type NoticeCode } from '@mua/contract/entities/mailbox-message';
import type { Facts } from '@mua/contract/errors';
import type { Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { Notice } from '#notifications/notices.ts';

export interface InvestorMailbox {
  /** Of the facts, those that the code has. */
  write(client: Queryable, investorId: string, code: NoticeCode, facts: Facts): Promise<void>;
}

export function createInvestorMailbox(sequencer: Pick<Sequencer, 'durableSeq'>, clock: Clock): InvestorMailbox {
  return {
    async write(client, investorId, code, facts) {
      const known = Object.fromEntries(Object.entries(facts).filter(([name]) => name in NOTICES[code]));
      const record: Notice = {
        ...{ accountId: investorId, code, facts: known },
        ...{ reason: null, contractCode: null, orderId: null },
      };
      await client.query(
        `insert into mailbox_message (seq, ordinal, account_id, time_ms, record)
         values ($1, nextval('mailbox_ordinal'), $2, $3, $4)`,
        [sequencer.durableSeq, investorId, clock.nowMs(), record],
      );
    },
  };
}
