/** The machine room's front door: composes HTTP and feeds from what main.ts built. Nothing here keeps state. */
import { randomBytes } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import { LIMITS } from '@mua/contract/limits';
import { ROUTES } from '@mua/contract/registry';
import type { RouteDefinition } from '@mua/contract/route';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
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
import { createGrants } from '#oauth/grants';
import { createOAuthClients } from '#oauth/oauth-clients';
import { bindOAuthRoutes } from '#oauth/oauth-routes';
import { issuerOf, openTokenEndpoint } from '#oauth/token-endpoint';
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
import type { Actor } from './actor.ts';
import { createBinder } from './bind-route.ts';
import { createAddressReader } from './client-address.ts';
import { compressReplies } from './compression.ts';
import { answerBrokenRequest, installErrorReplies, sendError } from './error-reply.ts';
import { parseJsonBodies } from './json-body.ts';
import { bindMetrics, createMetrics } from './metrics.ts';
import { describeApi } from './openapi.ts';
import { createOriginCheck, guardRequests } from './request-guard.ts';
import { createRequestRates } from './request-rates.ts';
import { installSecurityHeaders, type SecurityHeaders, securityHeaders } from './security-headers.ts';
import { serveClient } from './static-files.ts';
import { bindSystemRoutes, type MoveClock } from './system-routes.ts';
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts';

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

/** Cancelling is a way out of risk: it may be done more often than ordering. */
const CANCELS_PER_ORDER = 5;
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
  const identity = createIdentity({ pool, clock, publicUrl, attemptLimits, secrets, messages, state });
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
  const onOAuthError = (err: unknown): void => log.error({ err }, 'a token could not be handled');
  const alertWatch = await watchAlerts({ store: alertStore, market, sequencer, clock, onError });

  const addressOf = createAddressReader(publicUrl !== undefined);
  const built = readClientBuild(deps.webFolder);
  const headers = securityHeaders(publicUrl, built === undefined || built === 'unknown' ? null : built.reportsTo);
  const app = createApp(config, log, headers);
  const clients = createOAuthClients(pool);
  const grants = createGrants(pool, clock);
  const feeds = createFeeds({
    ...{ pool, grids, valuation, sequencer, market, clock, wall, jars, grants, tickets, isOwnOrigin, ownerOf },
    ...{ addressOf, log, headers },
    server: app.server,
    jarCookieName: jarCookie.name,
    parseCookie: (header) => app.parseCookie(header),
    sockets: metrics.sockets,
  });
  await app.register(fastifyCookie);
  installSecurityHeaders(app, headers);
  guardRequests(app, isOwnOrigin);
  await compressReplies(app);
  await describeApi(app, deps.version);

  const rates = createRequestRates(wall, addressOf, deps.limits?.requestsPerMinute);
  const issuer = (): string => issuerOf(config, portOf(app));
  const admit = (request: FastifyRequest): void => rates.countAddress(request.raw);
  const tokens = openTokenEndpoint(app, { pool, clients, grants, issuer, admit, onError: onOAuthError });
  const { operatorToken } = deps;
  const programOf = async (accessToken: string): Promise<Actor | undefined> => {
    const grantId = await tokens.grantOf(accessToken);
    return grantId === undefined ? undefined : grants.actorOf(grantId);
  };
  const checkAccess = createAccessCheck({
    ...{ jars, clock, cookieName: jarCookie.name, ownerOf, operatorToken, programOf },
  });
  const auditLog = await openAuditLog({
    ...{ pool, wall, epoch: database.epoch },
    onError: (err) => log.error({ err }, 'the audit log was not written'),
  });
  const trail = createAuditTrail({ log: auditLog, clock, addressOf });
  const { bind, bound } = createBinder({ app, checkAccess, rates, trail, names: routeNames() });
  bindIdentityRoutes(bind, { pool, ...identity });
  bindCodeRoutes(bind, identity);
  bindSecurityRoutes(bind, { pool, clock, identity });
  bindOutboxRoutes(bind, config, messages);
  bindAccountRoutes(bind, { pool, valuation });
  const isListed = (code: string): boolean => state.contracts.has(code);
  bindWishlistRoutes(bind, { pool, isListed });
  bindWatchlistRoutes(bind, { pool, isListed });
  const ordering = orderRatesOf(orderRates(wall, deps.limits));
  const tradeDate = (): string => state.tradeDate;
  const bounded = createBoundedOrders({ desk, orders, conditionals, grants, tradeDate });
  bindOrderRoutes(bind, { ...ordering, desk, bounded, orders, conditionals, positions, timelines, tradeDate });
  bindOAuthRoutes(bind, { clock, clients, grants, tokens, issuer, ownerOf, isListed });
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
  assertAllBound(bound);
  bindMetrics(app, metrics, deps.metricsToken);
  await serveClient(app, { folder: deps.webFolder, mode: config.mode });
  const stopSweeping = clock.every(SWEEP_MS, () => {
    Promise.all([identity.sweep(), tokens.sweep()]).catch((err: unknown) =>
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

function orderRates(
  wall: Clock,
  limits: Partial<ServerLimits> = {},
): { orderRate: TokenBuckets; cancelRate: TokenBuckets } {
  const { ordersPerSecond = LIMITS.ordersPerSecond, ordersBurst = LIMITS.ordersBurst } = limits;
  const times = CANCELS_PER_ORDER;
  return {
    orderRate: createTokenBuckets(wall, { perSecond: ordersPerSecond, burst: ordersBurst }),
    cancelRate: createTokenBuckets(wall, { perSecond: ordersPerSecond * times, burst: ordersBurst * times }),
  };
}

function assertAllBound(bound: ReadonlySet<RouteDefinition>): void {
  for (const [name, route] of Object.entries(ROUTES)) {
    if (!bound.has(route)) throw new Error(`contract route ${name} has no handler`);
  }
}

function routeNames(): ReadonlyMap<RouteDefinition, string> {
  return new Map(Object.entries(ROUTES).map(([name, route]) => [route, name]));
}

function createApp(config: Config, log: FastifyBaseLogger, headers: SecurityHeaders): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    // A line for each favicon HEAD or order would cost more than it tells; failures have their own.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.bodyMaxBytes,
    requestTimeout: LIMITS.requestWholeMs,
    http: { maxHeaderSize: LIMITS.headersMaxBytes },
    genReqId: requestIds(),
    requestIdHeader: false,
    // With a PUBLIC_URL there is a proxy before us on this machine; without, nobody may speak for another address.
    trustProxy: config.publicUrl ? 'loopback' : false,
    // Neither of the two passes a hook, which is where headers are added otherwise.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, headers),
    forceCloseConnections: true,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('actor', null);
  app.decorateRequest('refusalCode', null);
  app.decorateRequest('commandSeq', null);
  parseJsonBodies(app);
  installErrorReplies(app);
  return app;
}

/** The port that was found when 0 was asked for; undefined before the server listens. */
function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === 'object' ? address?.port : undefined;
}

/** Random per process, then counted: unique, all of one length, and cheap. */
function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36).padStart(8, '0')}`;
  };
}
