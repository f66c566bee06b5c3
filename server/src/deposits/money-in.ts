/** Deposits, the bank's word and the operators' decisions, put together for the server. */
import type { DepositBank } from '@mua/contract/entities/deposit';
import type pg from 'pg';
import { type BankNotifications, createBankNotifications } from '#deposits/bank-notifications.ts';
import { createDecisions, type Decisions } from '#deposits/decisions.ts';
import { createDepositNotices } from '#deposits/deposit-notices.ts';
import { createDeposits, type Deposits } from '#deposits/deposits.ts';
import type { Clock } from '#ground/clock.ts';
import type { Jobs } from '#ground/jobs.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { Messages } from '#messages/messages.ts';
import type { InvestorMailbox } from '#notifications/investor-mailbox.ts';

export interface MoneyIn {
  readonly deposits: Deposits;
  readonly notifications: BankNotifications;
  readonly decisions: Decisions;
  /** Goes on with what a crash has left, and from time to time with what a busy journal did not take. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

const RETRY_MS = 5_000;

export function createMoneyIn(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly sequencer: Pick<Sequencer, 'state' | 'submit'>;
  readonly messages: Messages;
  readonly mailbox: InvestorMailbox;
  readonly banks: readonly DepositBank[];
  readonly isDemo: boolean;
  readonly jobs: Jobs;
  readonly onError: (error: unknown) => void;
}): MoneyIn {
  const { pool, clock, sequencer, messages, mailbox, banks, isDemo, jobs, onError } = deps;
  const notices = createDepositNotices(messages, mailbox, clock);
  const common = { pool, clock, sequencer, isDemo };
  const notifications = createBankNotifications({ ...common, banks, notices, jobs, onError });
  let running = Promise.resolve();
  let stopTrying = (): void => {};
  const run = (work: () => Promise<void>): Promise<void> => {
    running = running.then(work).catch(onError);
    return running;
  };
  return {
    deposits: createDeposits({ pool, clock, banks, state: sequencer.state }),
    notifications,
    decisions: createDecisions({ ...common, notifications, notices }),
    async resume() {
      if (!jobs.areHere) return;
      await run(notifications.resume);
      stopTrying = clock.every(RETRY_MS, () => void run(notifications.retry));
    },
    async close() {
      stopTrying();
      await running;
    },
  };
}
