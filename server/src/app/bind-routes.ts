/** Binds every route of the contract to its room; the binder fails if a route has no handler. */
import type { EngineState } from '@mua/core/engine';
import { bindAccountRoutes } from '#accounts/account-routes.ts';
import { bindSelfLimitsRoutes } from '#accounts/self-limits-routes.ts';
import { bindWatchlistRoutes } from '#accounts/watchlist-routes.ts';
import { bindWishlistRoutes } from '#accounts/wishlist-routes.ts';
import { bindAlertRoutes } from '#alerts/alert-routes.ts';
import type { Programs, Services } from '#app/build-services.ts';
import { demoSignIn } from '#app/demo.ts';
import type { HttpServerDeps } from '#app/http-server-deps.ts';
import { bindAuditRoutes } from '#audit/audit-routes.ts';
import { bindBankingRoutes } from '#banking/banking-routes.ts';
import { bindChatRoutes } from '#chats/chat-routes.ts';
import { bindDeliveryRoutes, deliverySettingsOf } from '#deliveries/delivery-routes.ts';
import type { DemoBank } from '#deposits/demo-bank.ts';
import { bindBankRoutes, bindDepositRoutes } from '#deposits/deposit-routes.ts';
import { bindFeedRoutes } from '#feeds/feed-routes.ts';
import type { Feeds } from '#feeds/feeds.ts';
import type { Clock } from '#ground/clock.ts';
import { ANSWER_MS } from '#http/answer-in-time.ts';
import type { Bind } from '#http/bind-route.ts';
import { bindCodeRoutes } from '#identity/codes/code-routes.ts';
import { bindSecurityRoutes } from '#identity/security/security-routes.ts';
import { bindIdentityRoutes } from '#identity/security/sign-in-routes.ts';
import { bindMarketRoutes } from '#market/market-routes.ts';
import { bindOutboxRoutes } from '#messages/outbox-routes.ts';
import { bindMoneyRoutes } from '#money/money-routes.ts';
import { createMailbox } from '#notifications/mailbox.ts';
import { bindMailboxRoutes } from '#notifications/mailbox-routes.ts';
import { createNotificationSettings } from '#notifications/notification-settings.ts';
import { createOrderBounds } from '#oauth/order-bounds.ts';
import { bindInvestorRoutes } from '#operator/investor-routes.ts';
import { bindJournalRoutes } from '#operator/journal-routes.ts';
import { bindOperatorRoutes } from '#operator/operator-routes.ts';
import { bindRecordingRoutes } from '#operator/recording-routes.ts';
import { bindScenarioRoutes } from '#operator/scenario-routes.ts';
import { bindSessionRoutes } from '#operator/session-routes.ts';
import { bindVenueRoutes } from '#operator/venue-routes.ts';
import { createBoundedOrders } from '#orders/bounded-orders.ts';
import { createCancelAfters } from '#orders/cancel-after.ts';
import { bindConditionalRoutes } from '#orders/conditional-routes.ts';
import { bindOrderRoutes, orderRatesOf } from '#orders/order-routes.ts';
import { createSenders } from '#orders/senders.ts';
import { bindProofRoutes } from '#proof/proof-routes.ts';
import { bindPushRoutes } from '#push/push-routes.ts';
import { vapidOf } from '#push/vapid.ts';
import { bindApprovalRoutes } from '#registration/approval-routes.ts';
import { bindEkycRoutes } from '#registration/ekyc-routes.ts';
import { bindLocationRoutes } from '#registration/location-routes.ts';
import { bindRegistrationRoutes } from '#registration/registration-routes.ts';
import { bindServicePackageRoutes } from '#service-packages/service-package-routes.ts';
import { bindContractDesk } from '#signed-contracts/contract-desk.ts';
import { bindSignedContractsRoutes } from '#signed-contracts/signed-contracts-routes.ts';
import type { Signing } from '#signed-contracts/signing.ts';
import type { SignedStatements } from '#statements/signed-statements.ts';
import { bindStatementRoutes } from '#statements/statement-routes.ts';
import { bindSystemRoutes } from '#system/system-routes.ts';
import { bindWithdrawalRoutes } from '#withdrawals/withdrawal-routes.ts';
import { bindZaloRoutes } from '#zalo/zalo.ts';

export interface RouteParts {
  readonly deps: HttpServerDeps;
  readonly wall: Clock;
  readonly services: Services;
  readonly programs: Programs;
  readonly signing: Signing;
  readonly signedStatements: SignedStatements;
  readonly priceboard: Feeds['priceboard'];
  /** Absent where money is real. */
  readonly demoBank: DemoBank | undefined;
}

/** In the order of the API description. */
export function bindRoutes(bind: Bind, parts: RouteParts): void {
  bindPeople(bind, parts);
  bindTrading(bind, parts);
  bindOperators(bind, parts);
  bindMarket(bind, parts);
}

/** Identity, and what a sub-account has and watches. */
function bindPeople(bind: Bind, { deps, services, signing, signedStatements }: RouteParts): void {
  const { config, clock, database, sequencer, reads } = deps;
  const { pool } = database;
  const { identity, messages, registration, valuation, grids } = services;
  const isListed = isListedIn(sequencer.state);
  bindIdentityRoutes(bind, { pool, ...identity });
  bindCodeRoutes(bind, identity);
  bindSecurityRoutes(bind, { pool, clock, ...identity });
  bindOutboxRoutes(bind, config, messages);
  bindRegistrationRoutes(bind, registration, identity.browserSessionCookie);
  bindEkycRoutes(bind, pool, registration);
  bindLocationRoutes(bind, registration.places);
  bindSignedContractsRoutes(bind, signing);
  bindAccountRoutes(bind, { pool: reads.shown, valuation });
  bindMoneyRoutes(bind, { pool: reads.shown, grids });
  bindDepositRoutes(bind, services.moneyIn);
  bindBankingRoutes(bind, services.bankAccounts);
  bindWithdrawalRoutes(bind, services.withdrawals);
  bindServicePackageRoutes(bind, {
    pool: reads.shown,
    state: sequencer.state,
    submit: services.orders.submit,
    ownerOf: services.ownerOf,
  });
  services.copying.bind(bind);
  bindStatementRoutes(bind, services.statements, signedStatements);
  bindProofRoutes(bind, services.proofs);
  bindWishlistRoutes(bind, { pool, isListed });
  bindWatchlistRoutes(bind, { pool, isListed, exclusively: services.locks.mutex('watchlists') });
}

/** Orders and what accompanies them: tokens that may order, own limits, messages. */
function bindTrading(bind: Bind, { deps, wall, services, programs }: RouteParts): void {
  const { clock, database, load, market, sequencer, reads } = deps;
  const { pool } = database;
  const { state } = sequencer;
  const { grids, alerts, ownerOf, papers } = services;
  const { orderService, conditionals, whole, submit } = services.orders;
  const ordering = orderRatesOf(wall, deps.limits);
  const tradeDate = (): string => state.tradeDate;
  const bounds = createOrderBounds(programs.oauth.grants);
  const bounded = createBoundedOrders({ orderService, state, orders: whole.orders, bounds });
  const cancelAfters = createCancelAfters(submit, state);
  const senders = createSenders({ sequencer, load, clock });
  const asked = { bounded, senders, sequencer, cancelAfters, tradeDate };
  bindOrderRoutes(bind, { ...ordering, ...services.orders, ...asked });
  programs.oauth.bind(bind, { ownerOf, isListed: isListedIn(state) });
  bindConditionalRoutes(bind, { ...ordering, submit, state, conditionals, grids, owesPapers: papers.owes });
  bindSelfLimitsRoutes(bind, { pool: reads.shown, submit });
  bindMailboxRoutes(bind, createMailbox(reads.shown), createNotificationSettings(pool));
  const { deliveries, secrets, messengers } = services;
  bindDeliveryRoutes(bind, { pool, clock, deliveries });
  bindChatRoutes(bind, {
    ...{ pool, clock, secrets, settingsOf: deliverySettingsOf({ pool, deliveries }) },
    serviceOf: (channel) => messengers.services.find((service) => service.channel === channel),
  });
  bindZaloRoutes(bind, messengers.zalo);
  services.keepsakes.bind(bind);
  bindPushRoutes(bind, {
    ...{ pool, clock, services: deps.config.pushServices },
    publicKey: vapidOf(services.secrets, deps.config).publicKey,
  });
  bindAlertRoutes(bind, {
    ...{ state, market, clock, grids, store: alerts.store, watch: alerts.changes },
    exclusively: services.locks.mutex('alerts'),
  });
}

function isListedIn({ contracts }: EngineState): (contractCode: string) => boolean {
  return (contractCode) => contracts.has(contractCode);
}

function bindOperators(bind: Bind, { deps, services, programs, demoBank }: RouteParts): void {
  const { config, clock, database, sequencer, reads, player, scenarios, setLink } = deps;
  const { pool } = database;
  const { identity, messages, registration } = services;
  const { browserSessions, browserSessionCookie } = identity;
  const { orderService, submit } = services.orders;
  bindOperatorRoutes(bind, { pool: reads.shown, submit, state: sequencer.state, orderService });
  const { answerMs = ANSWER_MS } = deps.limits ?? {};
  bindAuditRoutes(bind, {
    ...{ pool, answerMs, log: programs.auditLog },
    noted: () => sequencer.state.auditEnd ?? undefined,
  });
  bindJournalRoutes(bind, services.scrub, answerMs);
  const { notices: statusNotices } = registration;
  bindInvestorRoutes(bind, { pool, clock, messages, identity, statusNotices, grants: programs.oauth.grants });
  bindApprovalRoutes(bind, { pool, clock }, registration);
  bindContractDesk(bind, pool);
  bindBankRoutes(bind, services.moneyIn, demoBank);
  services.copying.bindDesk(bind);
  bindRecordingRoutes(bind, player);
  bindScenarioRoutes(bind, { submit, clock, scenarios });
  bindVenueRoutes(bind, { pool: reads.shown, submit, state: sequencer.state, setLink });
  bindSessionRoutes(bind, { pool, mode: config.mode, browserSessions, browserSessionCookie });
}

/** A move of the clock is over when what fell due beside the engine is done too. */
function movesEverything(
  { registration, withdrawals, copying, proofs }: Services,
  { moveClock, sequencer }: HttpServerDeps,
): HttpServerDeps['moveClock'] {
  if (!moveClock) return undefined;
  return async (toMs) => {
    await moveClock(toMs);
    await registration.settled();
    await withdrawals.settled();
    await copying.settled();
    await sequencer.settled();
    await proofs.settled();
  };
}

function bindMarket(bind: Bind, { deps, services, programs, priceboard }: RouteParts): void {
  const { sequencer, market, contractStatusOf } = deps;
  const moveClock = movesEverything(services, deps);
  bindMarketRoutes(bind, { state: sequencer.state, market, contractStatusOf, priceboard });
  bindFeedRoutes(bind, programs.tickets);
  bindSystemRoutes(bind, { ...deps, moveClock, demoSignIn: deps.config.mode === 'demo' ? demoSignIn() : null });
}
