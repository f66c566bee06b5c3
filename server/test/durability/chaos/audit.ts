/**
 * Holds the product's books against what its driver was told. It reads the database and not the API: nothing of the
 * product stands in between.
 */
import pg from 'pg';
import { vi } from 'vitest';
import type { Findings } from '#test/durability/chaos/findings.ts';
import type { OrderLog, SentOrder } from '#test/durability/chaos/order-log.ts';

const AT_ONCE = 2_000;
/** A database that was killed first recovers, and then has a backlog. */
const FOLLOWED_MS = 60_000;
/** From these nothing goes back to the book. An exchange may have been faster than a cancel. */
const ENDED_OR_ENDING = new Set(['IN_CANCEL', 'CANCELLED', 'FILLED', 'EXPIRED', 'REJECTED']);

interface StoredOrder {
  readonly order_id: string;
  readonly account_id: string;
  readonly client_order_id: string;
  readonly contract_code: string;
  readonly status: string;
  readonly record: {
    readonly side: string;
    readonly orderType: string;
    readonly duration: string;
    readonly quantityLots: number;
    readonly limitPriceTicks: number | null;
    readonly openRequests: readonly { readonly kind: string }[];
    readonly cancelWish: string | null;
  };
}

const COLUMNS = 'order_id, account_id, client_order_id, contract_code, status, record';

/** It was asked and has not answered, or is asked when it is back, or has said how the order stands. */
function isToBeCancelled({ record: { cancelWish, openRequests } }: StoredOrder): boolean {
  return cancelWish !== null || openRequests.some(({ kind }) => kind === 'cancel');
}

export class Audit {
  readonly #databaseUrl: () => string | Promise<string>;
  readonly #tickSize: number;
  readonly #findings: Findings;

  constructor(parts: { databaseUrl: () => string | Promise<string>; tickSize: number; findings: Findings }) {
    this.#databaseUrl = parts.databaseUrl;
    this.#tickSize = parts.tickSize;
    this.#findings = parts.findings;
  }

  /** Each as it has to be; returns how many exist. */
  async checkOrders(orders: readonly SentOrder[]): Promise<number> {
    return this.#with(async (client) => {
      let found = 0;
      for (let at = 0; at < orders.length; at += AT_ONCE) {
        const part = orders.slice(at, at + AT_ONCE);
        const fates = part.map(({ fate, isCancelAcknowledged }) => ({ fate, isCancelAcknowledged }));
        await untilFollowed(client);
        const { rows } = await client.query<StoredOrder>(
          `select ${COLUMNS} from trading_order where account_id = any($1) and client_order_id = any($2)`,
          [[...new Set(part.map(({ accountId }) => accountId))], part.map(({ clientOrderId }) => clientOrderId)],
        );
        const stored = new Map(rows.map((row) => [row.client_order_id, row]));
        found += rows.length;
        // An answer that came while this was asked is looked at the next time.
        for (const [index, order] of part.entries())
          this.#check({ ...order, ...fates[index] }, stored.get(order.clientOrderId));
      }
      return found;
    });
  }

  #check(sent: SentOrder, stored: StoredOrder | undefined): void {
    const id = sent.clientOrderId;
    if (!stored) {
      if (sent.fate === 'acknowledged') this.#findings.note(`${id} was acknowledged as ${sent.orderId} and is lost`);
      return;
    }
    if (sent.fate === 'refused' && stored.status !== 'REJECTED')
      this.#findings.note(`${id} was refused and is ${stored.status}`);
    if (sent.orderId !== undefined && sent.orderId !== stored.order_id)
      this.#findings.note(`${id} was acknowledged as ${sent.orderId} and is ${stored.order_id}`);
    const isEnding = ENDED_OR_ENDING.has(stored.status) || isToBeCancelled(stored);
    if (sent.isCancelAcknowledged && !isEnding)
      this.#findings.note(
        `${id}: its cancel was acknowledged, and it is ${stored.status}: ${JSON.stringify(stored.record)}`,
      );
    const { side, orderType, duration, quantity, limitPrice, contractCode } = sent.terms;
    const ticks = limitPrice === undefined ? null : Math.round(Number(limitPrice) / this.#tickSize);
    const asked = [sent.accountId, contractCode, side, orderType, duration, quantity, ticks].join(' ');
    const { record } = stored;
    const kept = [stored.account_id, stored.contract_code, record.side, record.orderType, record.duration]
      .concat([record.quantityLots, record.limitPriceTicks].map(String))
      .join(' ');
    if (asked.replace(/ $/, ' null') !== kept) this.#findings.note(`${id} was ${asked} and is ${kept}`);
  }

  /** Once everything has been answered and nobody trades: the whole of it. */
  async checkBooks(log: OrderLog): Promise<void> {
    await this.checkOrders(log.all());
    await this.#with(async (client) => {
      const { rows } = await client.query<{ client_order_id: string | null; times: number }>(
        'select client_order_id, count(*)::integer as times from trading_order group by 1',
      );
      for (const { client_order_id: id, times } of rows) {
        if (id === null) continue;
        if (!log.get(id)) this.#findings.note(`${id} is an order that nobody sent`);
        if (times > 1) this.#findings.note(`${id} is ${times} orders`);
      }
      for (const { what, query } of BOOKS) {
        const { rows: wrong } = await client.query(query);
        if (wrong.length > 0) this.#findings.note(`${what}: ${JSON.stringify(wrong.slice(0, 3))}`);
      }
    });
  }

  async #with<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: await this.#databaseUrl() });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
}

/** The read tables follow the journal: resolves when they have what it had on being called. */
async function untilFollowed(client: pg.Client): Promise<void> {
  const head = await client.query<{ seq: number }>(
    'select coalesce(max(last_seq), 0)::float8 as seq from journal_batch',
  );
  const headSeq = head.rows[0]?.seq ?? 0;
  const hasFollowed = async (): Promise<boolean> => {
    const found = await client.query<{ seq: number }>('select seq::float8 as seq from projected');
    return (found.rows[0]?.seq ?? 0) >= headSeq;
  };
  await vi.waitUntil(hasFollowed, { timeout: FOLLOWED_MS, interval: 20 });
}

const ENTRY_VND = `sum((entry ->> 'amountVnd')::numeric)`;

/** What must have no rows. */
const BOOKS = [
  {
    what: 'the ledger does not add up',
    query: `select seq, ordinal, ${ENTRY_VND} as sum from ledger_posting, jsonb_array_elements(entries) entry
            group by 1, 2 having ${ENTRY_VND} <> 0`,
  },
  {
    what: 'cash is not what was posted',
    query: `select a.account_id, a.cash_vnd, p.sum from trading_account a left join
            (select entry ->> 'account' as account, ${ENTRY_VND} as sum
             from ledger_posting, jsonb_array_elements(entries) entry group by 1) p
            on p.account = 'cash:' || a.account_id where coalesce(p.sum, 0) <> a.cash_vnd`,
  },
  {
    what: 'positions are not what was filled',
    query: `select coalesce(f.account_id, p.account_id) as account_id, f.lots, p.net_lots from
            (select account_id, record ->> 'contractCode' as code,
               sum((record ->> 'lots')::integer * case record ->> 'side' when 'BUY' then 1 else -1 end) as lots
             from order_fill group by 1, 2) f
            full join open_position p on p.account_id = f.account_id and p.contract_code = f.code
            where coalesce(f.lots, 0) <> coalesce(p.net_lots, 0)`,
  },
  {
    what: 'an order has more fills than lots',
    query: `select o.order_id from trading_order o join order_fill f using (order_id)
            group by o.order_id having sum((f.record ->> 'lots')::integer) > max((o.record ->> 'quantityLots')::integer)`,
  },
  {
    what: 'a fill has no order',
    query:
      'select exec_id from order_fill f where not exists (select from trading_order o where o.order_id = f.order_id)',
  },
  {
    what: 'time went back',
    query: `select * from (select received_seq, received_ms - lag(received_ms) over (order by received_seq) as step
            from trading_order) s where step < 0`,
  },
] as const;
