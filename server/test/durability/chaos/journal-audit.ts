/**
 * Holds a cluster's journal against what its people were told. A replica of the test's own follows it from the beginning,
 * whatever becomes of the databases; at the end a recovery has to reach its state.
 */

import { uuidFromWire } from '@mua/contract/wire';
import { stateHash } from '@mua/core/engine';
import pg from 'pg';
import { openTcpSwitch, type TcpSwitch } from '#cluster/tcp-switch.ts';
import { recover } from '#journal/recovery.ts';
import { openReplica, type Replica } from '#journal/replica.ts';
import type { Findings } from '#test/durability/chaos/findings.ts';
import type { OrderLog, SentOrder } from '#test/durability/chaos/order-log.ts';
import { storedCommands } from '#test/fixtures/stored-commands.ts';

const FOLLOW_MS = 500;
/** A database that is killed while it is asked is asked again. */
const ANSWER_MS = 60_000;

export class JournalAudit {
  readonly #findings: Findings;
  /** Leads to the primary. */
  readonly #front: TcpSwitch;
  /** Of one connection, so that a transaction is everybody's. */
  readonly #pool: pg.Pool;
  readonly #replica: Replica;
  #isOver = false;
  readonly #following: Promise<void>;

  private constructor(parts: { findings: Findings; front: TcpSwitch; pool: pg.Pool; replica: Replica }) {
    this.#findings = parts.findings;
    this.#front = parts.front;
    this.#pool = parts.pool;
    this.#replica = parts.replica;
    this.#following = this.#follow();
  }

  static async open(databaseUrl: string, findings: Findings): Promise<JournalAudit> {
    const front = await openTcpSwitch();
    const url = new URL(databaseUrl);
    front.lead(Number(url.port));
    url.port = String(front.port);
    const pool = new pg.Pool({ connectionString: url.href, max: 1, query_timeout: ANSWER_MS });
    pool.on('error', () => {});
    const onFatal = (error: unknown): void => findings.note(`the replica ended: ${String(error)}`);
    const replica = await openReplica(pool, onFatal, () => {});
    return new JournalAudit({ findings, front, pool, replica });
  }

  /** The primary is another one. */
  lead(databaseUrl: string): void {
    this.#front.lead(Number(new URL(databaseUrl).port));
  }

  async #follow(): Promise<void> {
    while (!this.#isOver) {
      await this.#replica.catchUp();
      await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS));
    }
  }

  /** Everything at one moment of the journal, which goes on. Resolves with how many writers it had, and its length. */
  async check(log: OrderLog): Promise<string> {
    this.#isOver = true;
    await this.#following;
    await this.#pool.query('begin transaction isolation level repeatable read read only');
    await this.#replica.catchUp();
    // Each batch's results are worked out anew and compared.
    const anew = await recover(this.#pool, { afterSeq: 0 });
    const started = await recover(this.#pool);
    const hashes = [this.#replica, anew, started].map(({ state }) => `${state.seq} ${stateHash(state)}`);
    if (new Set(hashes).size > 1) this.#findings.note(`replica, recovery and start differ: ${hashes.join(', ')}`);
    await this.#checkOrders(log);
    const epochs = await this.#checkWriters();
    await this.#pool.query('commit');
    return `${anew.state.seq} commands by ${epochs} writers, state ${stateHash(anew.state).slice(0, 12)}`;
  }

  async #checkOrders(log: OrderLog): Promise<void> {
    const placed = new Map<string, string[]>();
    for await (const command of storedCommands(this.#pool)) {
      if (command.kind !== 'placeOrder') continue;
      const { accountId, contractCode, side, orderType, duration, quantityLots, limitPrice } = command;
      const terms = termsOf({
        accountId,
        contractCode,
        side,
        orderType,
        duration,
        quantity: quantityLots,
        limitPrice,
      });
      placed.set(command.clientOrderId, [...(placed.get(command.clientOrderId) ?? []), terms]);
    }
    for (const sent of log.all()) this.#checkOrder(sent, placed.get(uuidFromWire(sent.clientOrderId)) ?? []);
  }

  #checkOrder({ accountId, clientOrderId, terms, fate }: SentOrder, journaled: readonly string[]): void {
    const asked = termsOf({ accountId, limitPrice: undefined, ...terms });
    if (journaled.length > 1) this.#findings.note(`${clientOrderId} stands in the journal ${journaled.length} times`);
    if (fate === 'acknowledged' && journaled.length === 0)
      this.#findings.note(`${clientOrderId} was acknowledged and is not in the journal`);
    for (const kept of journaled)
      if (kept !== asked) this.#findings.note(`${clientOrderId} was ${asked} and is ${kept} in the journal`);
  }

  /** One at any time: returns how many there were. */
  async #checkWriters(): Promise<number> {
    const { rows } = await this.#pool.query<{ epoch: number }>('select epoch from journal_batch order by first_seq');
    const epochs = rows.map(({ epoch }) => epoch);
    if (epochs.some((epoch, at) => at > 0 && epoch < (epochs[at - 1] ?? 0)))
      this.#findings.note('a writer has written after its successor');
    return new Set(epochs).size;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#following;
    await this.#pool.end();
    await this.#front.close();
  }
}

interface Terms {
  readonly accountId: string;
  readonly contractCode: string;
  readonly side: string;
  readonly orderType: string;
  readonly duration: string;
  readonly quantity: number;
  readonly limitPrice: string | undefined;
}

function termsOf({ accountId, contractCode, side, orderType, duration, quantity, limitPrice }: Terms): string {
  return [accountId, contractCode, side, orderType, duration, quantity, limitPrice].join(' ');
}
