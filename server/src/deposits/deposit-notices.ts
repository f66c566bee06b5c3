/** What an investor hears of a payment by mail; the mailbox hears of a credited one from the engine's own step. */
import type pg from 'pg';
import type { Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import { readContact } from '#identity/accounts/investors.ts';
import type { Messages } from '#messages/messages.ts';
import { timeText, vndText } from '#messages/templates.ts';
import type { InvestorMailbox } from '#notifications/investor-mailbox.ts';
import { wantsMail } from '#notifications/notification-settings.ts';

export interface PaymentNews {
  readonly investorId: string;
  readonly accountId: string;
  readonly amountVnd: bigint;
}

export interface DepositNotices {
  /** All are written with what they tell of; call `wake` after the commit. */
  credited(client: pg.ClientBase, news: PaymentNews): Promise<void>;
  unmatched(client: pg.ClientBase, news: PaymentNews): Promise<void>;
  returned(client: pg.ClientBase, news: PaymentNews): Promise<void>;
  wake(): void;
}

/** What can't be sent is tried for a day. */
const NOTICE_MS = 24 * 3_600_000;

export function createDepositNotices(
  messages: Messages,
  mailbox: InvestorMailbox,
  clock: Pick<Clock, 'nowMs'>,
): DepositNotices {
  async function write(
    client: Queryable,
    template: 'depositCredited' | 'depositUnmatched' | 'depositReturned',
    { investorId, accountId, amountVnd }: PaymentNews,
  ): Promise<void> {
    if (!(await wantsMail(client, investorId, 'MONEY'))) return;
    const { language, email } = await readContact(client, investorId);
    const nowMs = clock.nowMs();
    const facts = { amount: vndText(amountVnd, language), account: accountId, time: timeText(nowMs) };
    await messages.write(client, {
      ...{ channel: 'email', to: email, language, template, facts },
      expiresMs: nowMs + NOTICE_MS,
    });
  }

  return {
    credited: (client, news) => write(client, 'depositCredited', news),
    async unmatched(client, news) {
      await write(client, 'depositUnmatched', news);
      await mailbox.write(client, news.investorId, 'DepositUnmatched', { amount: news.amountVnd.toString() });
    },
    async returned(client, news) {
      await write(client, 'depositReturned', news);
      await mailbox.write(client, news.investorId, 'DepositReturned', { amount: news.amountVnd.toString() });
    },
    wake: () => messages.wake(),
  };
}
