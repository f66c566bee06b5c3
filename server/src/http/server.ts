/** The machine room's front door: composes HTTP and feeds from what main.ts built. Nothing here keeps state. */
import type { IncomingMessage } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import { LIMITS } from '@mua/contract/limits';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { bindAccountRoutes } from '#accounts/account-routes';
import { bindBrakesRoutes } from '#accounts/brakes-routes';
import { followMarks } from '#accounts/durable-marks';
import { followTradeDate } from '#accounts/trade-date-start';
import { bindWatchlistRoutes } from '#accounts/watchlist-routes';
import { bindWishlistRoutes } from '#accounts/wishlist-routes';
import { bindAlertRoutes } from '#alerts/alert-routes';
import { createAlertStore } from '#alerts/alert-store';
import { watchAlerts } from '#alerts/alert-watch';
import { openAuditLog } from '#audit/audit-log';
import { bindAuditRoutes } from '#audit/audit-routes';
import { createAuditTrail } from '#audit/audit-trail';
import { readClientBuild } from '#client-build';
import { type Clock, systemClock } from '#clock';
import type { Config } from '#config';
import type { Database } from '#db/database';
import { bindFeedRoutes } from '#feeds/feed-routes';
import { createFeeds } from '#feeds/feeds';
import { createSocketTickets } from '#feeds/socket-tickets';
import { closeDeletedAccounts } from '#identity/account-deletion';
import { bindCodeRoutes } from '#identity/code-routes';
import { createIdentity } from '#identity/identity';
import { bindIdentityRoutes } from '#identity/identity-routes';
import { createSecrets } from '#identity/secrets';
import { bindSecurityRoutes } from '#identity/security-routes';
import type { AttemptLimits } from '#identity/sign-in-attempts';
import { bindMarketRoutes } from '#market/market-routes';
import type { MarketView } from '#market/market-view';
import { messagePortsOf } from '#messages/message-port';
import { createMessages } from '#messages/messages';
import { bindOutboxRoutes } from '#messages/outbox-routes';
import { createMailbox } from '#notifications/mailbox';
import { bindMailboxRoutes } from '#notifications/mailbox-routes';
import { createBoundedOrders } from '#oauth/bounded-orders';
import { openOAuth } from '#oauth/oauth';
import { bindInvestorRoutes } from '#operator/investor-routes';
import { bindOperatorRoutes } from '#operator/operator-routes';
import { bindRecordingRoutes } from '#operator/recording-routes';
import { bindScenarioRoutes } from '#operator/scenario-routes';
import { bindSessionRoutes } from '#operator/session-routes';
import { createConditionalQueries } from '#trading/conditional-queries';
import { bindConditionalRoutes } from '#trading/conditional-routes';
import type { StandingOf } from '#trading/contract-standing';
import { createOrderDesk } from '#trading/order-desk';
import { createOrderQueries } from '#trading/order-queries';
import { bindOrderRoutes, orderRatesOf } from '#trading/order-routes';
import { gridsOf } from '#trading/order-wire';
import { createPositionQueries } from '#trading/position-queries';
import type { Sequencer } from '#trading/sequencer';
import { createTimelineQueries } from '#trading/timeline-queries';
import type { RecordingPlayer } from '#venue/recorded/playback';
import type { ScenarioBoard } from '#venue/simulated/scenario-board';
import { createAccessCheck } from './access.ts';
import { createApp } from './app.ts';
import { createBinder } from './bind-route.ts';
import { createAddressReader } from './client-address.ts';
import { compressReplies } from './compression.ts';
import { bindMetrics, createMetrics } from './metrics.ts';
import { networkOf } from './network-of.ts';
import { describeApi } from './openapi.ts';
import { createOriginCheck, guardRequests } from './request-guard.ts';
import { createRequestRates } from './request-rates.ts';
import { installSecurityHeaders, securityHeaders } from './security-headers.ts';
import { serveClient } from './static-files.ts';
import { bindSystemRoutes, type MoveClock } from './system-routes.ts';

export interface HttpServerDeps {
  readonly config: Config;
  /** The engine's clock: sessions, tickets, locks, candles. */
  readonly clock: Clock;
  readonly database: Database;
  readonly sequencer: Sequencer;
  readonly market: MarketView;
  readonly standingOf: StandingOf;
  readonly log: FastifyBaseLogger;
  readonly version: string;
  /** Whether orders are accepted now: false while starting and stopping. */
  readonly isReady: () => boolean;
  /** Folder of the built client. */
  readonly webFolder: string;
  /** Present with CLOCK=manual only. */
  readonly moveClock?: MoveClock;
  /** Present when the market is a recording. */
  readonly player?: RecordingPlayer;
  /** Present when the market is the simulated exchange. */
  readonly scenarios?: ScenarioBoard;
  readonly metricsToken?: string;
  /** Codes are hashed and secrets sealed with it, see identity/secrets.ts. */
  readonly identityKey: string;
  /** Opens `/api/operator/*`; nobody is an operator without it. */
  readonly operatorToken?: string;
  /** Frames, heartbeats and rates go by real time even when the engine's clock stands; tests bring their own. */
  readonly wall?: Clock;
  readonly limits?: Partial<ServerLimits>;
}

export interface ServerLimits {
  readonly ordersPerSecond: number;
  readonly ordersBurst: number;
  /** Of one jar; an address may send ten times as many. */
  readonly requestsPerMinute: number;
  readonly signInAttempts: AttemptLimits;
}

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Starts to listen; answers the address, with the port that was found when 0 was asked for. */
  listen(): Promise<string>;
  /** Ends sockets and connections, in that order. */
  close(): Promise<void>;
}

const SWEEP_MS = 3_600_000;

export async function createHttpServer(deps: HttpServerDeps): Promise<HttpServer> {
  const { config, clock, database, sequencer, market, log } = deps;
  const { publicUrl } = config;
  const { pool } = database;
  const { state } = sequencer;
  const wall = deps.wall ?? systemClock();
  const metrics = createMetrics(sequencer);
  const secrets = createSecrets(deps.identityKey);
  const messages = createMessages({ pool, clock, secrets, ports: messagePortsOf(config), log });
  const attemptLimits = deps.limits?.signInAttempts;
  const identity = createIdentity({ pool, clock, publicUrl, attemptLimits, secrets, messages, sequencer });
  await closeDeletedAccounts(pool, sequencer);
  const { jars, jarCookie } = identity;
  const tickets = createSocketTickets(clock);
  const grids = gridsOf(state);
  const marks = followMarks(sequencer);
  const { standingOf } = deps;
  const valuation = { state, marks, tradeDateSeq: await followTradeDate(pool, sequencer), standingOf };
  const orders = createOrderQueries(pool, grids);
  const positions = createPositionQueries(pool, valuation);
  const timelines = createTimelineQueries(pool, grids);
  const conditionals = createConditionalQueries(pool, grids, state);
  const submit = metrics.timed(sequencer.submit);
  const desk = createOrderDesk({ submit, state, orders, conditionals, grids });
  const ownerOf = (accountId: string): string | undefined => state.accounts.get(accountId)?.investorId;
  const isOwnOrigin = createOriginCheck(publicUrl);
  const alertStore = createAlertStore(pool);
  const onError = (err: unknown): void => log.error({ err }, 'a price alert was not written down');
  const alertWatch = await watchAlerts({ store: alertStore, market, sequencer, clock, onError });

  const addressOf = createAddressReader(publicUrl !== undefined);
  const countedAs = (request: IncomingMessage): string => networkOf(addressOf(request));
  const built = readClientBuild(deps.webFolder);
  const headers = securityHeaders(publicUrl, built === undefined || built === 'unknown' ? null : built.reportsTo);
  const app = createApp(config, log, headers);
  await app.register(fastifyCookie);
  installSecurityHeaders(app, headers);
  guardRequests(app, isOwnOrigin);
  await compressReplies(app);
  await describeApi(app, deps.version);

  const rates = createRequestRates(wall, countedAs, deps.limits?.requestsPerMinute);
  const auditLog = await openAuditLog({
    ...{ pool, wall, epoch: database.epoch },
    onError: (err) => log.error({ err }, 'the audit log was not written'),
  });
  const trail = createAuditTrail({ log: auditLog, clock, addressOf });
  const oauth = openOAuth(app, {
    ...{ pool, clock, config, trail },
    admit(request) {
      rates.countAddress(request.raw);
      auditLog.admit();
    },
    onError: (err) => log.error({ err }, 'a token could not be handled'),
  });
  const { grants, programOf } = oauth;
  const feeds = createFeeds({
    ...{ pool, grids, valuation, sequencer, market, clock, wall, jars, grants, tickets, isOwnOrigin, ownerOf },
    ...{ addressOf: countedAs, log, headers },
    server: app.server,
    jarCookieName: jarCookie.name,
    parseCookie: (header) => app.parseCookie(header),
    sockets: metrics.sockets,
  });
  const { operatorToken } = deps;
  const checkAccess = createAccessCheck({
    ...{ jars, clock, cookieName: jarCookie.name, ownerOf, operatorToken, programOf },
  });
  const { bind, assertAllBound } = createBinder({ app, checkAccess, rates, trail });
  bindIdentityRoutes(bind, { pool, ...identity });
  bindCodeRoutes(bind, identity);
  bindSecurityRoutes(bind, { pool, clock, identity });
  bindOutboxRoutes(bind, config, messages);
  bindAccountRoutes(bind, { pool, valuation });
  const isListed = (code: string): boolean => state.contracts.has(code);
  bindWishlistRoutes(bind, { pool, isListed });
  bindWatchlistRoutes(bind, { pool, isListed });
  const ordering = orderRatesOf(wall, deps.limits);
  const tradeDate = (): string => state.tradeDate;
  const bounded = createBoundedOrders({ desk, orders, conditionals, grants, tradeDate });
  bindOrderRoutes(bind, { ...ordering, desk, bounded, orders, conditionals, positions, timelines, tradeDate });
  oauth.bind(bind, { ownerOf, isListed });
  bindConditionalRoutes(bind, { ...ordering, submit, state, conditionals, grids });
  bindBrakesRoutes(bind, { pool, submit });
  bindMailboxRoutes(bind, createMailbox(pool));
  bindAlertRoutes(bind, { ...{ state, market, clock, grids }, store: alertStore, watch: alertWatch });
  bindOperatorRoutes(bind, { pool, submit, state, desk });
  bindAuditRoutes(bind, { pool, log: auditLog });
  bindInvestorRoutes(bind, { pool, clock, messages, identity, grants });
  bindRecordingRoutes(bind, deps.player);
  bindScenarioRoutes(bind, { submit, clock, scenarios: deps.scenarios });
  bindSessionRoutes(bind, { pool, mode: config.mode, jars, jarCookie });
  bindMarketRoutes(bind, { state, market, standingOf, priceboard: feeds.priceboard });
  bindFeedRoutes(bind, tickets);
  bindSystemRoutes(bind, { ...deps, moveClock: deps.moveClock });
  assertAllBound();
  bindMetrics(app, metrics, deps.metricsToken);
  await serveClient(app, { folder: deps.webFolder, mode: config.mode });
  const stopSweeping = clock.every(SWEEP_MS, () => {
    Promise.all([identity.sweep(), oauth.sweep()]).catch((err: unknown) =>
      log.warn({ err }, 'what is too old was not removed'),
    );
  });
  const stopNoting = clock.every(LIMITS.lastSeenMs, () => {
    jars.writeSeen().catch((err: unknown) => log.warn({ err }, 'who was seen was not written down'));
  });

  return {
    app,
    listen: () => app.listen({ host: config.host, port: config.port }),
    async close() {
      stopSweeping();
      stopNoting();
      alertWatch.stop();
      await alertWatch.settled();
      await feeds.close();
      await app.close();
      await auditLog.close();
      await messages.close();
      metrics.close();
    },
  };
}
