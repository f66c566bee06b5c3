/** What an investor hears of a payment by mail; the mailbox hears of a credited one from the engine's own step. */
import type pg from 'pg';
import type { Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import { readContacts } from '#identity/accounts/investors.ts';
import type { Messages } from '#messages/messages.ts';
import { timeText, vndText } from '#messages/templates.ts';
import type { InvestorMailbox } from '#notifications/investor-mailbox.ts';
import { whoWantsMail } from '#notifications/notification-settings.ts';

export interface PaymentNews {
  readonly investorId: string;
  readonly accountId: string;
  readonly amountVnd: bigint;
}

export interface DepositNotices {
  /** All are written with what they tell of; call `wake` after the commit. */
  credited(client: pg.ClientBase, news: readonly PaymentNews[]): Promise<void>;
  unmatched(client: pg.ClientBase, news: readonly PaymentNews[]): Promise<void>;
  returned(client: pg.ClientBase, news: readonly PaymentNews[]): Promise<void>;
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
    news: readonly PaymentNews[],
  ): Promise<void> {
    if (news.length === 0) return;
    const owners = [...new Set(news.map((one) => one.investorId))];
    const contacts = await readContacts(client, await whoWantsMail(client, owners, 'MONEY'));
    const nowMs = clock.nowMs();
    const mails = news.flatMap(({ investorId, accountId, amountVnd }) => {
      const contact = contacts.get(investorId);
      if (!contact) return [];
      const { language, email } = contact;
      const facts = { amount: vndText(amountVnd, language), account: accountId, time: timeText(nowMs) };
      const message = { channel: 'email', to: email, language, template, facts, expiresMs: nowMs + NOTICE_MS } as const;
      return [message];
    });
    await messages.writeAll(client, mails);
  }

  async function writeLetters(
    client: Queryable,
    code: 'DepositUnmatched' | 'DepositReturned',
    news: readonly PaymentNews[],
  ): Promise<void> {
    if (news.length === 0) return;
    const letters = news.map(({ investorId, amountVnd }) => ({
      to: investorId,
      facts: { amount: amountVnd.toString() },
    }));
    await mailbox.writeAll(client, code, letters);
  }

  return {
    credited: (client, news) => write(client, 'depositCredited', news),
    async unmatched(client, news) {
      await write(client, 'depositUnmatched', news);
      await writeLetters(client, 'DepositUnmatched', news);
    },
    async returned(client, news) {
      await write(client, 'depositReturned', news);
      await writeLetters(client, 'DepositReturned', news);
    },
    wake: () => messages.wake(),
  };
}
