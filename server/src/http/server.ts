/** The machine room's front door: composes HTTP and feeds from what main.ts built. Nothing here keeps state. */
import { randomBytes } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import { LIMITS } from '@mua/contract/limits';
import { ROUTES } from '@mua/contract/registry';
import type { RouteDefinition } from '@mua/contract/route';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
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
import { type Clock, systemClock } from '#clock';
import type { Config } from '#config';
import type { Database } from '#db/database';
import { bindFeedRoutes } from '#feeds/feed-routes';
import { createFeeds } from '#feeds/feeds';
import { createSocketTickets } from '#feeds/socket-tickets';
import { createIdentity } from '#identity/identity';
import { bindIdentityRoutes } from '#identity/identity-routes';
import type { AttemptLimits } from '#identity/sign-in-attempts';
import { bindMarketRoutes } from '#market/market-routes';
import type { MarketView } from '#market/market-view';
import { createMailbox } from '#notifications/mailbox';
import { bindMailboxRoutes } from '#notifications/mailbox-routes';
import { bindOperatorRoutes } from '#operator/operator-routes';
import { bindRecordingRoutes } from '#operator/recording-routes';
import { bindScenarioRoutes } from '#operator/scenario-routes';
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
import { createBinder } from './bind-route.ts';
import { createAddressReader } from './client-address.ts';
import { compressReplies } from './compression.ts';
import { answerBrokenRequests, installErrorReplies, sendError } from './error-reply.ts';
import { bindMetrics, createMetrics } from './metrics.ts';
import { describeApi } from './openapi.ts';
import { createOriginCheck, guardRequests } from './request-guard.ts';
import { createRequestRates } from './request-rates.ts';
import { installSecurityHeaders } from './security-headers.ts';
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
  const identity = createIdentity({ pool, clock, publicUrl, attemptLimits: deps.limits?.signInAttempts });
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
  const app = createApp(config, log);
  const feeds = createFeeds({
    ...{ pool, grids, valuation, sequencer, market, clock, wall, jars, tickets, isOwnOrigin, ownerOf, addressOf, log },
    server: app.server,
    jarCookieName: jarCookie.name,
    parseCookie: (header) => app.parseCookie(header),
    sockets: metrics.sockets,
  });
  await app.register(fastifyCookie);
  await installSecurityHeaders(app, publicUrl);
  guardRequests(app, isOwnOrigin);
  await compressReplies(app);
  await describeApi(app, deps.version);

  const { operatorToken } = deps;
  const checkAccess = createAccessCheck({ jars, cookieName: jarCookie.name, ownerOf, operatorToken });
  const rates = createRequestRates(wall, addressOf, deps.limits?.requestsPerMinute);
  const { bind, bound } = createBinder({ app, checkAccess, rates, names: routeNames() });
  bindIdentityRoutes(bind, { pool, ...identity });
  bindAccountRoutes(bind, { pool, valuation });
  const isListed = (code: string): boolean => state.contracts.has(code);
  bindWishlistRoutes(bind, { pool, isListed });
  bindWatchlistRoutes(bind, { pool, isListed });
  const ordering = orderRatesOf(orderRates(wall, deps.limits));
  bindOrderRoutes(bind, {
    ...{ ...ordering, desk, orders, conditionals, positions, timelines },
    tradeDate: () => state.tradeDate,
  });
  bindConditionalRoutes(bind, { ...ordering, submit, state, conditionals, grids });
  bindBrakesRoutes(bind, { pool, submit });
  bindMailboxRoutes(bind, createMailbox(pool));
  bindAlertRoutes(bind, { ...{ state, market, clock, grids }, store: alertStore, watch: alertWatch });
  bindOperatorRoutes(bind, { pool, submit, state, desk });
  bindRecordingRoutes(bind, deps.player);
  bindScenarioRoutes(bind, { submit, clock, scenarios: deps.scenarios });
  bindMarketRoutes(bind, { state, market, standingOf, priceboard: feeds.priceboard });
  bindFeedRoutes(bind, tickets);
  bindSystemRoutes(bind, { ...deps, moveClock: deps.moveClock });
  assertAllBound(bound);
  bindMetrics(app, metrics, deps.metricsToken);
  await serveClient(app, deps.webFolder);
  const stopSweeping = clock.every(SWEEP_MS, () => {
    jars.sweep().catch((err: unknown) => log.warn({ err }, 'old jars were not removed'));
  });

  return {
    app,
    listen: () => app.listen({ host: config.host, port: config.port }),
    async close() {
      stopSweeping();
      alertWatch.stop();
      await alertWatch.settled();
      await feeds.close();
      await app.close();
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

function createApp(config: Config, log: FastifyBaseLogger): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    // A line for each favicon HEAD or order would cost more than it tells; failures have their own.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.bodyMaxBytes,
    http: { maxHeaderSize: LIMITS.headersMaxBytes },
    genReqId: requestIds(),
    requestIdHeader: false,
    // With a PUBLIC_URL there is a proxy before us on this machine; without, nobody may speak for another address.
    trustProxy: config.publicUrl ? 'loopback' : false,
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: answerBrokenRequests,
    forceCloseConnections: true,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('actor', null);
  app.removeContentTypeParser('text/plain');
  installErrorReplies(app);
  return app;
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
