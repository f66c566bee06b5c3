/** What was sent and what was answered: the driver's own book, against which the product's are held. */

/** In the words of the API. */
export interface OrderTerms {
  readonly contractCode: string;
  readonly side: 'BUY' | 'SELL';
  readonly orderType: 'LIMIT' | 'MARKET';
  readonly duration: 'GTC' | 'IOC';
  readonly quantity: number;
  readonly limitPrice?: string;
}

/**
 * - `sent`: nobody has answered yet, or nobody knew: it is absent or complete
 * - `acknowledged`: it exists, once and with its terms
 * - `refused`: it is absent
 */
export type Fate = 'sent' | 'acknowledged' | 'refused';

export interface SentOrder {
  readonly accountId: string;
  readonly clientOrderId: string;
  readonly terms: OrderTerms;
  fate: Fate;
  orderId?: string;
  isCancelAcknowledged: boolean;
  /** A bit for each listener of its sub-account. */
  heardBy: number;
}

export class OrderLog {
  readonly #orders = new Map<string, SentOrder>();

  add(order: SentOrder): void {
    this.#orders.set(order.clientOrderId, order);
  }

  get(clientOrderId: string): SentOrder | undefined {
    return this.#orders.get(clientOrderId);
  }

  get size(): number {
    return this.#orders.size;
  }

  /** In the order in which they were sent. */
  all(): SentOrder[] {
    return [...this.#orders.values()];
  }

  count(fate: Fate): number {
    return this.all().filter((order) => order.fate === fate).length;
  }
}
