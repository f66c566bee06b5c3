/** The ticket of one contract: its draft as read, its figures and issues, at current prices and margins. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Ticks } from '@mua/core/values';
import { useLayoutEffect, useMemo } from 'react';
import { useSelfLimit } from '#accounts/self-limits.ts';
import { type ReadOrder, readDraft } from '#features/order-ticket/ticket-draft.ts';
import { type TicketFigures, ticketFigures } from '#features/order-ticket/ticket-figures.ts';
import { type IssueGround, type TicketIssues, ticketIssues } from '#features/order-ticket/ticket-issues.ts';
import { type TicketAccountChoice, useTicketOwner } from '#features/order-ticket/ticket-owner.ts';
import { useBegunExits } from '#features/order-ticket/use-begun-exits.ts';
import { reduceOnlyOf } from '#market/close-out.ts';
import type { HeldLots } from '#market/live-marks.ts';
import { limitsNow } from '#market/price-state.ts';
import { useLateSeconds } from '#market/quote-age.ts';
import { useQuoteField, useQuoteSession } from '#market/use-quote.ts';
import { useFeedState } from '#network/connection-store.ts';
import type { OrderAccount } from '#orders/order-account.ts';
import { useUnresolvedOrder } from '#orders/sent-orders.ts';
import { type MarketPrices, type TicketDraft, useTicketDraft } from '#orders/ticket-draft.ts';
import { useOrderAccount } from '#orders/use-order-account.ts';
import { ownTerms, useSubscription } from '#signed-in/service-packages.ts';

export interface Ticket {
  readonly contract: Contract;
  readonly draft: TicketDraft;
  readonly market: MarketPrices;
  /** Last trade, else settlement. */
  readonly markTicks: Ticks | null;
  readonly read: ReadOrder;
  readonly choice: TicketAccountChoice;
  /** The sub-account's holdings in the contract; null for none, or while they load. */
  readonly held: HeldLots | null;
  readonly figures: TicketFigures | null;
  /** The sub-account's service package with the fee that it would pay without one, per lot; null without one. */
  readonly servicePackage: { readonly title: string; readonly ordinaryFeePerLot: string } | null;
  readonly issues: TicketIssues;
  /** What they were found with: other orders of this draft are judged by the same. */
  readonly ground: IssueGround;
  readonly account: OrderAccount | null;
  /** Trade date and last trading day: the bounds of a GTD date. */
  readonly dates: { readonly from: string; readonly to: string };
}

export function useTicket(contract: Contract): Ticket {
  const { code } = contract;
  const draft = useTicketDraft();
  // Runs before paint, so that the previous contract's price never shows under this one's name.
  useLayoutEffect(() => {
    if (useTicketDraft.getState().contractCode !== code) useTicketDraft.getState().reset(code);
  }, [code]);
  const market = useMarket(code);
  const settlement = useQuoteField(code, 'settlement');
  const choice = useTicketOwner();
  useBegunExits(contract, choice.actor);
  const subscription = useSubscription(choice.actor);
  const terms = useMemo(() => ownTerms(contract.terms, subscription), [contract.terms, subscription]);
  const selfLimit = useSelfLimit(choice.actor);
  const { account, held, isMissing } = useOrderAccount(contract, choice.actor, selfLimit?.maxLots ?? null);
  const markTicks = market.last ?? settlement;
  const read = readDraft(draft, { contract, terms, market, markTicks, held });
  const { side, lots, isReduceOnly } = read;
  const figures = useMemo(
    () => (account && terms ? ticketFigures({ side, lots, isReduceOnly }, account, terms) : null),
    [account, terms, side, lots, isReduceOnly],
  );
  const unresolved = useUnresolvedOrder(choice.actor?.accountId, code)?.state.kind;
  const session = useQuoteSession(code) ?? contract.session.state;
  const dates = { from: contract.tradeDate, to: contract.lastTradeDay };
  const ground: IssueGround = {
    owner: choice.owner,
    unresolved: unresolved === 'sending' || unresolved === 'lost' ? unresolved : null,
    isFeedConnected: useFeedState(contract.productType) === 'connected',
    terms,
    session,
    referenceTicks: settlement ?? market.last,
    markTicks,
    dailyLimits: limitsNow(contract, settlement),
    quoteAgeSeconds: useLateSeconds([code]),
    tradeDate: dates.from,
    lastTradeDay: dates.to,
    reduceOnly: reduceOnlyOf(contract, side === 'BUY' ? 'long' : 'short'),
    figures,
    selfLimit,
    isMarginMissing: isMissing,
  };
  const issues = ticketIssues(read, ground);
  const servicePackage =
    contract.terms && subscription
      ? { title: subscription.terms.title, ordinaryFeePerLot: contract.terms.feePerLot }
      : null;
  const known = { contract, draft, market, markTicks, read, choice, held, account, figures };
  return { ...known, servicePackage, issues, ground, dates };
}

function useMarket(code: string): MarketPrices {
  const bid = useQuoteField(code, 'bid');
  const ask = useQuoteField(code, 'ask');
  const last = useQuoteField(code, 'last');
  return useMemo(() => ({ bid, ask, last }), [bid, ask, last]);
}
