/** Converts a durable step to items of the investor feed. */
import type { AccountItem } from '@mua/contract/feeds/investor-feed';
import { type EngineState, isReachable, venueOf } from '@mua/core/engine';
import type { Valuation } from '#accounts/margin-status.ts';
import type { DurableStep } from '#journal/sequencer.ts';
import { messageOf } from '#notifications/mailbox.ts';
import { noticesOf } from '#notifications/notices.ts';
import { conditionalToWire } from '#orders/conditional-wire.ts';
import { fillToWire, type Grids, orderToWire } from '#orders/order-wire.ts';
import { positionToWire, settledToWire } from '#orders/position-wire.ts';

/** Sub-accounts with a subscriber. */
export type Watched = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>;

/** Items in order of occurrence, each with its sub-account. */
export function itemsOfStep(
  step: DurableStep,
  watched: Watched,
  grids: Grids,
  valuation: Valuation,
): { readonly accountId: string; readonly item: AccountItem }[] {
  const { seq } = step.command;
  const { state } = valuation;
  const items: { accountId: string; item: AccountItem }[] = [];
  const add = (accountId: string, make: () => AccountItem): void => {
    if (watched.has(accountId)) items.push({ accountId, item: make() });
  };
  /** Counts round turns and postings together, as the read table's rows do (journal/projections/collect-rows.ts). */
  let ordinal = 0;
  for (const event of step.events) {
    switch (event.kind) {
      case 'orderChanged': {
        const { order } = event;
        add(order.accountId, () => ({ kind: 'order', order: orderToWire(order, seq, grids(order.contractCode)) }));
        break;
      }
      case 'orderFilled':
      case 'lateFillBooked': {
        const { fill } = event;
        add(fill.accountId, () => ({ kind: 'fill', fill: fillToWire(fill, seq, grids(fill.contractCode)) }));
        break;
      }
      case 'positionChanged': {
        const { accountId, position } = event;
        add(accountId, () => ({
          kind: 'position',
          position: positionToWire(position, { accountId, seq, ...valuation }),
        }));
        break;
      }
      case 'positionSettled': {
        const { accountId, contractCode, pair } = event;
        const place = { accountId, contractCode, seq, ordinal, state };
        add(accountId, () => ({ kind: 'settled', settled: settledToWire(pair, place) }));
        ordinal += 1;
        break;
      }
      case 'conditionalChanged': {
        const { conditional } = event;
        const { accountId, contractCode } = conditional;
        add(accountId, () => ({
          kind: 'conditionalOrder',
          conditionalOrder: conditionalToWire(conditional, seq, grids(contractCode)),
        }));
        break;
      }
      case 'moneyPosted':
        ordinal += 1;
        break;
      case 'venueLinkChanged':
        for (const accountId of watched.keys())
          if (tradesAt(state, accountId, event.venue))
            add(accountId, () => ({ kind: 'exchangeLink', isUp: event.change.kind !== 'lost' }));
        break;
      default:
        break;
    }
  }
  for (const [place, notice] of noticesOf(step, state, grids).entries()) {
    const { timeMs } = step.command;
    const message = messageOf(notice, { seq, ordinal: place, timeMs, isRead: false });
    add(notice.accountId, () => ({ kind: 'message', message }));
  }
  return items;
}

/** Whether the exchange where the sub-account trades is connected; false if there is none. */
export function exchangeLinkOf(state: EngineState, accountId: string): AccountItem {
  const account = state.accounts.get(accountId);
  return { kind: 'exchangeLink', isUp: account !== undefined && isReachable(state, account) };
}

function tradesAt(state: EngineState, accountId: string, venueName: string): boolean {
  const account = state.accounts.get(accountId);
  return account !== undefined && venueOf(state, account)?.name === venueName;
}
