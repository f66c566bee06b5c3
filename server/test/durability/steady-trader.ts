/** Somebody who sends orders without a pause while something dies, and what the journal must have of them afterwards. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidFromWire } from '@mua/contract/wire';
import pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { recover } from '#journal/recovery.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';
import { storedCommands } from '#test/fixtures/stored-commands.ts';

export const ACCOUNT = '108C000001-01';

interface Sent {
  readonly clientOrderId: string;
  readonly limitPrice: string;
  readonly quantity: number;
}

/** Sends orders, four at a time, until it is told to stop; whoever sends one waits for its answer. */
export class Trader {
  readonly acknowledged: Sent[] = [];
  readonly others: Sent[] = [];
  private isOver = false;
  private readonly done: Promise<unknown>;

  constructor(investor: InvestorClient, terms: Awaited<ReturnType<typeof restingBuy>>) {
    this.done = Promise.all(Array.from({ length: 4 }, () => this.send(investor, terms)));
  }

  private async send(investor: InvestorClient, terms: Awaited<ReturnType<typeof restingBuy>>): Promise<void> {
    while (!this.isOver) {
      const sent = { clientOrderId: randomUUID(), limitPrice: terms.limitPrice, quantity: 1 };
      const answer = await investor.post(`/api/order/${ACCOUNT}/place`, { ...terms, ...sent });
      (answer.status === 201 ? this.acknowledged : this.others).push(sent);
      if (answer.status === 201) await cancel(investor, sent);
      // As the refusal asks for, roughly; whoever comes again at once is refused for that.
      else await sleep(200);
    }
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.done;
  }
}

/** Or the margin is used up. */
export async function cancel(investor: InvestorClient, { clientOrderId }: Sent): Promise<void> {
  await investor.post(`/api/order/${ACCOUNT}/cancel`, { clientOrderId });
}

/** Resolves when orders go through. */
export async function trade(url: string): Promise<Trader> {
  const investor = new InvestorClient(url);
  await investor.signIn('an@mua.demo');
  const trader = new Trader(investor, await restingBuy(investor));
  onTestFinished(() => trader.stop());
  await acknowledges(trader, 20);
  return trader;
}

/** So many more than now. */
export function acknowledges(trader: Trader, count: number): Promise<unknown> {
  const enough = trader.acknowledged.length + count;
  return vi.waitUntil(() => trader.acknowledged.length >= enough, { timeout: 60_000, interval: 5 });
}

/** As the journal has them: each acknowledged one once and with its terms, the others once at most. */
export async function expectOnce(trader: Trader, databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const placed = new Map<string, Pick<Sent, 'limitPrice' | 'quantity'>[]>();
  for await (const command of storedCommands(client))
    if (command.kind === 'placeOrder' && command.limitPrice !== undefined) {
      const { clientOrderId, limitPrice, quantityLots: quantity } = command;
      placed.set(clientOrderId, [...(placed.get(clientOrderId) ?? []), { limitPrice, quantity }]);
    }
  const { rows } = await client.query<{ epoch: number }>('select epoch from journal_batch order by first_seq');
  // Each batch's results are worked out anew and compared.
  await recover(client, { afterSeq: 0 });
  await client.end();
  const journaled = (sent: Sent) => placed.get(uuidFromWire(sent.clientOrderId)) ?? [];
  for (const sent of trader.acknowledged)
    expect(journaled(sent)).toEqual([{ limitPrice: sent.limitPrice, quantity: sent.quantity }]);
  for (const sent of trader.others) expect(journaled(sent).length).toBeLessThanOrEqual(1);
  // One writer at any time.
  const epochs = rows.map(({ epoch }) => epoch);
  expect(epochs).toEqual(epochs.toSorted((one, other) => one - other));
}
