/** The front door: HTTP and feeds over the trading that main.ts started. It keeps no state. */
import { LIMITS } from '@mua/contract/limits';
import type { FastifyInstance } from 'fastify';
import { bindRoutes, type RouteParts } from '#app/bind-routes.ts';
import { buildFeeds, buildPrograms, buildServices } from '#app/build-services.ts';
import type { HttpServerDeps } from '#app/http-server-deps.ts';
import { openConnections } from '#app/open-connections.ts';
import { openHttp } from '#app/open-http.ts';
import { openSignedContracts } from '#app/open-signed-contracts.ts';
import { closeEach } from '#app/shutdown.ts';
import { createDemoBank } from '#deposits/demo-bank.ts';
import { systemClock } from '#ground/clock.ts';
import { ROUND_MS } from '#ground/jobs.ts';
import { createAccessCheck } from '#http/access.ts';
import { serveApiReference } from '#http/api-reference.ts';
import { createBinder } from '#http/bind-route.ts';
import { bankSignature } from '#http/body-signature.ts';
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
  const { config, clock } = deps;
  const wall = deps.wall ?? systemClock();
  const services = await buildServices(deps, wall);
  const http = await openHttp(deps, wall);
  const { app } = http;
  const programs = await buildPrograms(deps, wall, { http, services });
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
      signatures: { bank: bankSignature(deps.bankSecret), zalo: services.messengers.zalo?.signature },
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
  const stopJobs = startJobs(deps, { services, programs, signing });

  return {
    app,
    async listen() {
      const address = await app.listen({ host: config.host, port: config.port, backlog: WAITING_CONNECTIONS });
      copying.warm();
      return address;
    },
    async close() {
      const closers = [
        stopJobs,
        () => services.scrub.stop(),
        () => alerts.watch?.stop(),
        () => alerts.watch?.settled(),
        ...[proofs, registration, moneyIn, withdrawals, copying, contracts, feeds, app].map(
          (part) => () => part.close(),
        ),
        () => programs.auditLog.close(),
        () => programs.auditEnd?.close(),
        ...[services.messengers, services.deliveries, messages, services.locks, metrics].map(
          (part) => () => part.close(),
        ),
      ];
      await closeEach(closers, (err) => deps.log.error({ err }, 'a part was not closed'));
    },
  };
}

const SWEEP_MS = 3_600_000;

/** Starts the periodic jobs; returns how to stop them. */
function startJobs(
  { clock, log, neighbours }: HttpServerDeps,
  { services, programs, signing }: Pick<RouteParts, 'services' | 'programs' | 'signing'>,
): () => void {
  const { identity, registration, jobs } = services;
  const hasNeighbours = neighbours !== undefined;
  const sweep = async (): Promise<void> => {
    await Promise.all([identity.sweep(), registration.sweep(), signing.sweep()]);
    await Promise.all([programs.oauth.sweep(), programs.tickets.sweep()]);
  };
  const every = (ms: number, work: () => Promise<unknown>, failure: string): (() => void) => {
    let isAtWork = false;
    return clock.every(ms, () => {
      // One that takes longer than its interval must not pile up behind itself.
      if (isAtWork) return;
      isAtWork = true;
      void work()
        .catch((err: unknown) => log.warn({ err }, failure))
        .finally(() => {
          isAtWork = false;
        });
    });
  };
  const stops = [
    ...(jobs.areHere
      ? [
          every(SWEEP_MS, sweep, 'what is too old was not removed'),
          every(ROUND_MS, services.ledgerCheck.look, 'the ledger was not compared'),
          // Bars that could not be read are read again, also by a process that is alone.
          every(ROUND_MS, services.alerts.resume, 'alerts were not looked for'),
        ]
      : []),
    ...(jobs.needRounds
      ? [every(ROUND_MS, () => goRound(services), 'work that nobody told of was not looked for')]
      : []),
    ...(hasNeighbours
      ? [every(SWEEP_MS, services.papers.rememberAll, 'it was not looked who has papers to sign')]
      : []),
    every(LIMITS.lastSeenMs, identity.browserSessions.writeSeen, 'who was seen was not written down'),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Work that others wrote down, and no word came of or they ended first; payments and messages have rounds of their own. */
async function goRound({ registration, withdrawals, copying }: RouteParts['services']): Promise<void> {
  await Promise.all([registration.resume(), withdrawals.resume(), copying.resume()]);
}
