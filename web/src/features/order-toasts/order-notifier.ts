/** Receives order events and reports the state of each order, using what it remembers of it. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Fill } from '@mua/contract/entities/fill';
import type { Order } from '@mua/contract/entities/order';
import {
  placedStory,
  statusText,
  storyOfConditional,
  storyOfOrder,
  storyOfSent,
  type ToastStory,
} from '#features/order-toasts/toast-story.ts';
import type { AccountEvent } from '#ledger/account-ledger.ts';
import type { OrderNotice } from '#orders/order-notices.ts';
import type { SentOrder } from '#orders/sent-order.ts';
import { isSuppressed } from '#orders/suppressed-toasts.ts';
import type { AccountActor } from '#signed-in/actor.ts';

/** Number of orders remembered: more than a day of the busiest trader. */
const KEPT = 500;

export interface OrderNotifier {
  receive(event: AccountEvent): void;
  /** Receives a new state of an order sent from here. */
  sent(sent: SentOrder): void;
  notice(notice: OrderNotice): void;
}

export interface OrderNotifierOptions {
  readonly notify: (story: ToastStory) => void;
  /** Asks the server for the order; what it answers comes back as an event. */
  readonly ask: (actor: AccountActor, clientOrderId: string) => void;
}

/** Remembers the last state and the fills of each order, so that a change and a fee can be reported. */
export function createOrderNotifier({ notify, ask }: OrderNotifierOptions): OrderNotifier {
  const orders = new Map<string, Order>();
  const conditionals = new Map<string, ConditionalOrder>();
  const fills = new Map<string, readonly Fill[]>();
  /** The seq of the newest reported state, by order. */
  const notifiedSeqs = new Map<string, number>();
  /** Sub-accounts of the orders that were last reported as on their way, by the client's id. */
  const onTheirWay = new Map<string, string>();
  return { receive, sent, notice };

  /**
   * A snapshot is the current state, not an event: it is remembered and not reported. But what is said to be on its way
   * would be so for ever: it may have arrived, or ended, which no snapshot lists, while nobody here listened.
   */
  function receive(event: AccountEvent): void {
    const { items, isSnapshot } = event;
    for (const item of items) if (item.kind === 'fill') keepFill(item.fill);
    for (const item of items)
      if (item.kind === 'conditionalOrder') receiveConditional(item.conditionalOrder, isSnapshot);
    const newest = new Map(items.flatMap((item) => (item.kind === 'order' ? [[item.order.orderId, item.order]] : [])));
    for (const [orderId, order] of newest) {
      const before = orders.get(orderId);
      if (!isSnapshot || onTheirWay.has(order.clientOrderId ?? '')) notifyOfOrder(order, before);
      // While a change is pending, the terms to compare with are those from before it.
      if (!order.pendingModify || !before) keep(orders, orderId, order);
    }
    if (!isSnapshot) return;
    for (const [clientOrderId, accountId] of onTheirWay) if (accountId === event.accountId) ask(event, clientOrderId);
  }

  function noteWay(clientOrderId: string | null, { accountId, isLasting, line }: ToastStory): void {
    if (clientOrderId === null) return;
    if (isLasting && line.kind !== 'absent') keep(onTheirWay, clientOrderId, accountId);
    else onTheirWay.delete(clientOrderId);
  }

  function receiveConditional(order: ConditionalOrder, isSnapshot: boolean): void {
    const story = isSnapshot ? null : storyOfConditional(order, conditionals.get(order.conditionalOrderId));
    keep(conditionals, order.conditionalOrderId, order);
    if (story && !isSuppressed(order.conditionalOrderId, order.state)) notify(story);
  }

  /** The answer to an accepted order adds nothing if the feed was faster, also in a snapshot. */
  function sent(order: SentOrder): void {
    if (order.state.kind === 'taken') {
      const { order: taken } = order.state;
      if (taken === null) {
        onTheirWay.delete(order.clientOrderId);
        return;
      }
      const known = orders.get(taken.orderId);
      const newest = known && known.seq > taken.seq ? known : taken;
      if ((notifiedSeqs.get(newest.orderId) ?? -1) < newest.seq) notifyOfOrder(newest, undefined);
      return;
    }
    const story = storyOfSent(order);
    if (!story) return;
    noteWay(order.clientOrderId, story);
    notify(story);
  }

  function notifyOfOrder(order: Order, before: Order | undefined): void {
    keep(notifiedSeqs, order.orderId, order.seq);
    // The reply to a conditional order also contains it as an order; its toast has already been shown.
    if (conditionals.has(order.orderId)) return;
    const story = storyOfOrder(order, before, fills.get(order.orderId) ?? []);
    noteWay(order.clientOrderId, story);
    if (isSuppressed(order.orderId, statusText(order))) return;
    const sender = order.conditionalOrderId === null ? undefined : conditionals.get(order.conditionalOrderId);
    // The order sent by a conditional order continues in its toast.
    notify(sender ? { ...story, id: sender.clientOrderId ?? sender.conditionalOrderId } : story);
  }

  function keepFill(fill: Fill): void {
    const known = fills.get(fill.orderId) ?? [];
    if (!known.some(({ fillId }) => fillId === fill.fillId)) keep(fills, fill.orderId, [...known, fill]);
  }

  function notice({ code, facts, ...about }: OrderNotice): void {
    const isConditional = about.kind === 'conditionalNotCancelled';
    const story = isConditional ? placedStory(about.order) : storyOfOrder(about.order, undefined, []);
    const kind = isConditional ? 'notCancelled' : about.kind;
    notify({ ...story, icon: 'refused', line: { kind, code, facts }, isLasting: false });
  }
}

function keep<T>(map: Map<string, T>, id: string, value: T): void {
  map.delete(id);
  map.set(id, value);
  const [oldest] = map.keys();
  if (map.size > KEPT && oldest !== undefined) map.delete(oldest);
}
