/** The front door: HTTP and feeds over the trading that main.ts started. It keeps no state. */
import { LIMITS } from '@mua/contract/limits';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { bindRoutes, type RouteParts } from '#app/bind-routes.ts';
import { buildFeeds, buildPrograms, buildServices } from '#app/build-services.ts';
import type { HttpServerDeps } from '#app/http-server-deps.ts';
import { openConnections } from '#app/open-connections.ts';
import { openHttp } from '#app/open-http.ts';
import { openSignedContracts } from '#app/open-signed-contracts.ts';
import { createDemoBank } from '#deposits/demo-bank.ts';
import { type Clock, systemClock } from '#ground/clock.ts';
import { createAccessCheck } from '#http/access.ts';
import { serveApiReference } from '#http/api-reference.ts';
import { createBinder } from '#http/bind-route.ts';
import { createShedReads } from '#http/shed-reads.ts';
import { serveClient } from '#http/static-files.ts';
import { bindMetrics } from '#system/metrics.ts';

/**
 * Connections that the kernel keeps for us. What comes beyond them it drops, and the caller's kernel tries again after 1,
 * 3, 7 and 15 seconds: after a restart everybody comes at once.
 */
const WAITING_CONNECTIONS = 4_096;

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Listens and returns the address, with the actual port if 0 was given. */
  listen(): Promise<string>;
  /** Ends sockets and connections, in that order. */
  close(): Promise<void>;
}

export async function createHttpServer(deps: HttpServerDeps): Promise<HttpServer> {
  const { config, clock, log } = deps;
  const wall = deps.wall ?? systemClock();
  const services = await buildServices(deps);
  const http = await openHttp(deps, wall);
  const { app } = http;
  const programs = await buildPrograms(deps, wall, http);
  const { connections, isSignedIn } = openConnections(deps, { http, services, programs });
  const feeds = buildFeeds(deps, wall, { http, services, programs, connections });
  const contracts = await openSignedContracts(deps, services, programs.auditLog);
  const { signing, signedStatements } = contracts;
  const { identity, registration, moneyIn, withdrawals, copying, ownerOf, metrics, messages, alerts, proofs } =
    services;
  const { browserSessions, browserSessionCookie } = identity;
  const { programOf } = programs.oauth;
  const checkAccess = createAccessCheck({
    ...{
      browserSessions,
      clock,
      cookieName: browserSessionCookie.name,
      ownerOf,
      operatorToken: deps.operatorToken,
      bankSecret: deps.bankSecret,
      programOf,
      isSigningUp: registration.isSigningUp,
    },
  });
  const { load } = deps;
  const shedReads = createShedReads({ load, countedAs: http.countedAs, isSignedIn });
  const { bind, assertAllBound } = createBinder({
    ...{ app, checkAccess, rates: http.rates, trail: programs.trail, load, shedReads },
    spaceLeft: () => deps.space?.left ?? 'enough',
  });
  const { banks, bankSecret } = deps;
  const demoBank = config.mode === 'demo' ? createDemoBank({ app, clock, banks, bankSecret }) : undefined;
  bindRoutes(bind, {
    ...{ deps, wall, services, programs, signing, signedStatements },
    ...{ priceboard: feeds.priceboard, demoBank },
  });
  assertAllBound();
  bindMetrics(app, metrics, deps.metricsToken);
  await serveApiReference(app);
  await serveClient(app, { folder: deps.webFolder, mode: config.mode });
  await registration.resume();
  await moneyIn.resume();
  await withdrawals.resume();
  await copying.resume();
  const stopJobs = startJobs(clock, log, { services, programs, signing });

  return {
    app,
    async listen() {
      const address = await app.listen({ host: config.host, port: config.port, backlog: WAITING_CONNECTIONS });
      copying.warm();
      return address;
    },
    async close() {
      stopJobs();
      services.scrub.stop();
      alerts.watch.stop();
      await alerts.watch.settled();
      await proofs.settled();
      await registration.close();
      await moneyIn.close();
      await withdrawals.close();
      await copying.close();
      await contracts.close();
      await feeds.close();
      await app.close();
      await programs.auditLog.close();
      await programs.auditEnd.close();
      await messages.close();
      metrics.close();
    },
  };
}

const SWEEP_MS = 3_600_000;

/** Starts the periodic jobs; returns how to stop them. */
function startJobs(
  clock: Clock,
  log: FastifyBaseLogger,
  { services, programs, signing }: Pick<RouteParts, 'services' | 'programs' | 'signing'>,
): () => void {
  const { identity, registration } = services;
  const stopSweeping = clock.every(SWEEP_MS, () => {
    Promise.all([identity.sweep(), registration.sweep(), signing.sweep(), programs.oauth.sweep()]).catch(
      (err: unknown) => log.warn({ err }, 'what is too old was not removed'),
    );
  });
  const stopNoting = clock.every(LIMITS.lastSeenMs, () => {
    identity.browserSessions
      .writeSeen()
      .catch((err: unknown) => log.warn({ err }, 'who was seen was not written down'));
  });
  return () => {
    stopSweeping();
    stopNoting();
  };
}
