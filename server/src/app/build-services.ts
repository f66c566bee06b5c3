/** Builds what routes and feeds need, in order of dependency: each part knows those before it. */
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { followMarks } from '#accounts/durable-marks.ts';
import type { Valuation } from '#accounts/margin-status.ts';
import { followTradeDate } from '#accounts/trade-date-start.ts';
import { type Alerts, buildAlerts } from '#app/build-alerts.ts';
import type { HttpServerDeps } from '#app/http-server-deps.ts';
import type { OpenedHttp } from '#app/open-http.ts';
import { openIdentityDocuments } from '#app/open-identity-documents.ts';
import { type Messengers, openMessengers } from '#app/open-messengers.ts';
import { type AuditLog, openAuditLog } from '#audit/audit-log.ts';
import { type AuditTrail, createAuditTrail } from '#audit/audit-trail.ts';
import { type NotedEnd, noteEnds } from '#audit/noted-end.ts';
import { gaugeBackups } from '#backup/open-backups.ts';
import { type BankAccounts, createBankAccounts } from '#banking/bank-accounts.ts';
import { chatNotices } from '#chats/chat-notices.ts';
import { type Copying, createCopying } from '#copying/copying.ts';
import { type KeyedLocks, LOCKS_IN_MEMORY, openKeyedLocks } from '#db/keyed-locks.ts';
import { createDeliveries, type Deliveries } from '#deliveries/deliveries.ts';
import { countDeliveries } from '#deliveries/delivery-metrics.ts';
import { countDue } from '#deliveries/delivery-store.ts';
import { mailNotices, smsNotices } from '#deliveries/message-notices.ts';
import { isSimulatedLeader } from '#demo-leaders/simulated-leaders.ts';
import { createMoneyIn, type MoneyIn } from '#deposits/money-in.ts';
import { createFeeds, type Feeds } from '#feeds/feeds.ts';
import { createSocketTickets, type SocketTickets } from '#feeds/socket-tickets.ts';
import { gaugeCandidate, gaugeEngine } from '#gateway/gauge-engine.ts';
import type { Clock } from '#ground/clock.ts';
import { createJobs, type Jobs } from '#ground/jobs.ts';
import { createSecrets, type Secrets } from '#ground/secrets.ts';
import type { Connections } from '#http/connections.ts';
import { DEMO_START_VND } from '#identity/demo-people.ts';
import { createIdentity, type Identity } from '#identity/identity.ts';
import { watchProjectionLag } from '#journal/projection-lag.ts';
import { readProjectedSeq } from '#journal/projector.ts';
import { openScrub, type Scrub } from '#journal/scrub.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { createKeepsakes, type Keepsakes } from '#keepsakes/keepsakes.ts';
import { gaugeMarket } from '#market/gauge-market.ts';
import { messagePortsOf } from '#messages/message-port.ts';
import { createMessages, type Messages } from '#messages/messages.ts';
import { createLedgerCheck, type LedgerCheck } from '#money/ledger-check.ts';
import { gaugeLedger } from '#money/ledger-metrics.ts';
import { type ExchangeLinkNotices, openExchangeLinkNotices } from '#notifications/exchange-link-notices.ts';
import { createInvestorMailbox, type InvestorMailbox } from '#notifications/investor-mailbox.ts';
import { type OAuth, openOAuth } from '#oauth/oauth.ts';
import { type ConditionalQueries, createConditionalQueries } from '#orders/conditional-queries.ts';
import { createOrderQueries, type OrderQueries } from '#orders/order-queries.ts';
import { createOrderService, type OrderService } from '#orders/order-service.ts';
import { type Grids, gridsOf } from '#orders/order-wire.ts';
import { createPermittedOrders } from '#orders/permitted-orders.ts';
import { createPositionQueries, type PositionQueries } from '#orders/position-queries.ts';
import { createTimelineQueries, type TimelineQueries } from '#orders/timeline-queries.ts';
import { readProofKey } from '#proof/proof-key.ts';
import { gaugeProofs } from '#proof/proof-metrics.ts';
import { openProofs, type Proofs } from '#proof/proofs.ts';
import { createPushChannel } from '#push/push-channel.ts';
import { createPushThread } from '#push/push-thread.ts';
import { vapidOf } from '#push/vapid.ts';
import { createRegistration, type Registration } from '#registration/registration.ts';
import { openPapers, type Papers } from '#signed-contracts/papers.ts';
import { createStatements, type Statements } from '#statements/statements.ts';
import { gaugeSpace } from '#system/free-space.ts';
import {
  createMetrics,
  gaugeClock,
  gaugeProjectionLag,
  gaugeProjector,
  gaugeScrub,
  type Metrics,
} from '#system/metrics.ts';
import { countSpans } from '#traces/trace-metrics.ts';
import { createWithdrawals, type Withdrawals } from '#withdrawals/withdrawals.ts';

export interface Services {
  readonly secrets: Secrets;
  readonly metrics: Metrics;
  readonly messages: Messages;
  readonly deliveries: Deliveries;
  /** Undefined where the installation has no bot. */
  readonly messengers: Messengers;
  readonly identity: Identity;
  readonly papers: Papers;
  readonly registration: Registration;
  readonly moneyIn: MoneyIn;
  readonly bankAccounts: BankAccounts;
  readonly withdrawals: Withdrawals;
  readonly copying: Copying;
  readonly grids: Grids;
  readonly valuation: Valuation;
  readonly orders: OrderServices;
  readonly alerts: Alerts;
  readonly keepsakes: Keepsakes;
  readonly locks: KeyedLocks;
  readonly jobs: Jobs;
  readonly proofs: Proofs;
  readonly scrub: Scrub;
  readonly ledgerCheck: LedgerCheck;
  readonly statements: Statements;
  /** The investor who owns a sub-account. */
  readonly ownerOf: (accountId: string) => string | undefined;
}

/** Orders as rows tell of them. */
export interface OrderRows {
  readonly orders: OrderQueries;
  readonly conditionals: ConditionalQueries;
}

export interface OrderServices extends OrderRows {
  /** For what is decided, or answered about an order that was sent before: those above are shown. */
  readonly whole: OrderRows;
  readonly positions: PositionQueries;
  readonly timelines: TimelineQueries;
  /** Submits a command and measures the time until it is durable. */
  readonly submit: Sequencer['submit'];
  readonly orderService: OrderService;
}

export async function buildServices(deps: HttpServerDeps, wall: Clock): Promise<Services> {
  const { config, clock, database, sequencer, reads, load, log, contractStatusOf, neighbours } = deps;
  const { pool } = database;
  const { state } = sequencer;
  const metrics = createMetrics(sequencer, load, deps.recoverySeconds ?? 0);
  const scrub = buildScrub(deps);
  const ledgerCheck = buildLedgerCheck(deps);
  const secrets = createSecrets(deps.identityKey);
  const jobs = createJobs(deps.runsJobs ?? true, neighbours);
  if (jobs.areHere) {
    gaugeScrub(metrics.registry, scrub);
    gaugeLedger(metrics.registry, ledgerCheck);
  }
  const locks = neighbours ? openKeyedLocks(database.url) : LOCKS_IN_MEMORY;
  const messages = createMessages({ pool, clock, secrets, ports: messagePortsOf(config), log, jobs });
  const mailbox = createInvestorMailbox(sequencer, clock);
  const identity = createIdentity({
    ...{ pool, clock, wall, neighbours, locks, secrets, messages, mailbox, sequencer },
    publicUrl: config.publicUrl,
    attemptLimits: deps.limits?.signInAttempts,
  });
  const papers = await openPapers({
    ...{ pool, clock, mailbox, neighbours, opensAll: jobs.areHere },
    isDemo: config.mode === 'demo',
    onError: (err) => log.error({ err }, 'it was not looked who has papers to sign'),
  });
  const registration = await buildRegistration(deps, { secrets, messages, mailbox, identity, papers, jobs });
  const moneyIn = createMoneyIn({
    ...{
      pool: reads.whole,
      clock,
      sequencer,
      messages,
      mailbox,
      jobs,
      banks: deps.banks,
      isDemo: config.mode === 'demo',
    },
    onError: (err) => log.error({ err }, 'a payment was not credited, it will be tried again'),
  });
  const payouts = buildPayouts(deps, { messages, mailbox, identity, jobs, locks });
  const grids = gridsOf(state);
  const deliveries = await buildDeliveries(deps, wall, { metrics, secrets, messages, mailbox, grids, jobs });
  const marks = followMarks(sequencer);
  const valuation = {
    state,
    marks,
    tradeDateSeq: await followTradeDate(pool, sequencer),
    contractStatusOf,
  };
  const ownerOf = (accountId: string): string | undefined => state.accounts.get(accountId)?.investorId;
  const orders = buildOrders(deps, { metrics, grids, valuation, papers });
  const alerts = await buildAlerts(deps, { wall, jobs, grids, mailbox, exclusively: locks.mutex('alerts') });
  const proofs = buildProofs(deps, jobs);
  gaugeProofs(metrics.registry, proofs);
  gaugeParts(metrics.registry, deps);
  return {
    ...payouts,
    ...{ secrets, metrics, messages, identity, papers, registration, moneyIn, grids, valuation, orders },
    ...{ alerts, ...deliveries, locks, jobs, keepsakes: buildKeepsakes(deps, wall, alerts) },
    ...{ scrub, ledgerCheck, proofs, statements: createStatements({ pool: reads.whole, state, proofs }) },
    ownerOf,
    copying: createCopying({
      ...{
        pool: reads.whole,
        clock,
        state,
        grids,
        ownerOf,
        owesPapers: papers.owes,
        jobs,
        submit: orders.submit,
        isDemo: config.mode === 'demo',
      },
      isSimulatedLeader,
      onError: (err) => log.error({ err }, 'a strategy was not approved by policy'),
      onColdFigures: (err) => log.warn({ err }, 'the list of strategies was not worked out ahead'),
    }),
  };
}

/** Of its clock, and of what only some processes have. */
function gaugeParts(
  registry: Registry,
  { clock, database: { pool }, sequencer, projector, space, ...parts }: HttpServerDeps,
): void {
  const { backups, engine, candidate, remoteMarket, traces } = parts;
  gaugeClock(registry, clock);
  if (projector) gaugeProjector(registry, projector);
  else
    gaugeProjectionLag(
      registry,
      watchProjectionLag({
        readProjectedSeq: () => readProjectedSeq(pool),
        durableSeq: () => sequencer.durableSeq,
        nowMs: () => performance.now(),
      }),
    );
  if (space) gaugeSpace(registry, space);
  if (backups) gaugeBackups(registry, backups);
  if (engine) gaugeEngine(registry, engine);
  if (candidate) gaugeCandidate(registry, candidate);
  if (remoteMarket) gaugeMarket(registry, remoteMarket);
  if (traces) countSpans(registry, traces.counts);
}

async function buildRegistration(
  { config, clock, database, sequencer, reads, documents, drawCode, log }: HttpServerDeps,
  parts: Pick<Services, 'messages' | 'identity' | 'papers' | 'secrets' | 'jobs'> & {
    readonly mailbox: InvestorMailbox;
  },
): Promise<Registration> {
  return createRegistration({
    ...{ ...parts, clock, sequencer, reads: reads.whole, pool: database.pool },
    documents: documents ?? (await openIdentityDocuments(config.dataDir)),
    demo: config.mode === 'demo' ? { welcomeVnd: DEMO_START_VND } : null,
    onError: (err) => log.error({ err }, 'an approved investor was not brought on, it will be tried again'),
    ...(drawCode ? { drawCode } : {}),
  });
}

/** Mail, SMS and Web Push always, messengers where the installation has an account; and what tells of a lost link. */
async function buildDeliveries(
  deps: HttpServerDeps,
  wall: Clock,
  {
    metrics,
    secrets,
    messages,
    mailbox,
    grids,
    jobs,
  }: Pick<Services, 'metrics' | 'secrets' | 'messages' | 'grids' | 'jobs'> & { readonly mailbox: InvestorMailbox },
): Promise<Pick<Services, 'deliveries' | 'messengers'>> {
  const { config, clock, database, projector, noticePorts, telegramApi: api, log } = deps;
  const { pool } = database;
  const mail = mailNotices(pool, messages.portOf('email'), config.publicUrl);
  const sms = smsNotices(pool, messages.portOf('phone'));
  const thread = createPushThread(vapidOf(secrets, config));
  const push = createPushChannel({ pool, clock, secrets, send: thread.send, log });
  const { registry } = metrics;
  const messengers = openMessengers({ pool, clock, wall, secrets, log, config, jobs, api, registry });
  const chats = messengers.services.map((service) => chatNotices(pool, service, config.publicUrl));
  const deliveries = createDeliveries({
    ...{ pool, clock, secrets, grids, jobs, log },
    ports: [mail, sms, ...(noticePorts ?? [push]), ...chats],
    onOutcome: countDeliveries(registry, () => countDue(pool, clock.nowMs())),
  });
  projector?.onWritten(({ messages }) => {
    if (messages > 0) deliveries.wake();
  });
  const linkNotices = jobs.areHere ? await openLinkNotices(deps, mailbox) : undefined;
  const close = async (): Promise<void> => {
    await linkNotices?.close();
    await deliveries.close();
    await thread.close();
  };
  return { deliveries: { ...deliveries, close }, messengers };
}

function openLinkNotices(
  { clock, database, sequencer, reads, log }: HttpServerDeps,
  mailbox: InvestorMailbox,
): Promise<ExchangeLinkNotices> {
  return openExchangeLinkNotices({
    ...{ pool: database.pool, reads: reads.whole, sequencer, mailbox, clock },
    onError: (err) => log.error({ err }, 'a lost link was not told of, it will be tried again'),
  });
}

/** Where money goes to, and how it leaves. */
function buildPayouts(
  { config, clock, database, sequencer, reads, log }: HttpServerDeps,
  parts: Pick<Services, 'messages' | 'identity' | 'jobs' | 'locks'> & { readonly mailbox: InvestorMailbox },
): Pick<Services, 'bankAccounts' | 'withdrawals'> {
  const { pool } = database;
  const { messages, mailbox, identity, jobs, locks } = parts;
  const { taskflows, notices } = identity;
  const bankAccounts = createBankAccounts({ pool, clock, taskflows, notices });
  const withdrawals = createWithdrawals({
    ...{ pool: reads.whole, clock, sequencer, messages, mailbox, taskflows, notices, bankAccounts, jobs },
    exclusively: locks.mutex('withdrawal'),
    isDemo: config.mode === 'demo',
    onError: (err) => log.error({ err }, 'a withdrawal was not brought on, it will be tried again'),
  });
  return { bankAccounts, withdrawals };
}

/** Minutes after a start, so that a server that restarts daily gets there too. */
const SCRUB = { firstMs: 10 * 60_000, everyMs: 6 * 3_600_000 };

function buildScrub({ database, sequencer, clock, log, runsJobs = true }: HttpServerDeps): Scrub {
  return openScrub({
    ...{ url: database.url, sequencer, nowMs: clock.nowMs, ...SCRUB, hasNoPasses: !runsJobs },
    onDamage: (damage) => log.error({ damage }, 'the journal is not what was written'),
    onError: (err) => log.error({ err }, 'the journal was not verified, it will be tried again'),
  });
}

function buildLedgerCheck({ database, clock, log }: HttpServerDeps): LedgerCheck {
  return createLedgerCheck({
    ...{ pool: database.pool, nowMs: clock.nowMs },
    onDrift: (drifts) =>
      log.error({ drifts: drifts.slice(0, 100), count: drifts.length }, 'postings and balances do not add up'),
  });
}

function buildKeepsakes({ database, neighbours, log }: HttpServerDeps, wall: Clock, alerts: Alerts): Keepsakes {
  return createKeepsakes({
    ...{ pool: database.pool, wall, neighbours },
    async onWritten(investorId, items) {
      if (!items.some(({ kind }) => kind === 'drawing')) return;
      await alerts
        .followDrawings(investorId)
        .catch((err: unknown) =>
          log.error({ err }, 'an alert did not follow its drawing, it will be looked for again'),
        );
    },
  });
}

/** Signs days as they end. A day that can't be signed is an operator's alarm. */
function buildProofs({ config, clock, database, sequencer, reads, log }: HttpServerDeps, jobs: Jobs): Proofs {
  return openProofs({
    ...{ pool: reads.whole, url: database.url, sequencer, clock, nowMs: clock.nowMs, key: readProofKey(config) },
    ...{ mainKind: config.mode, signsDays: jobs.areHere },
    onRefused: (refusal) => log.error({ refusal }, 'a day does not add up and was not signed'),
    onError: (err) => log.error({ err }, 'a day was not signed, it will be tried again'),
  });
}

function buildOrders(
  { sequencer, reads }: HttpServerDeps,
  { metrics, grids, valuation, papers }: Pick<Services, 'metrics' | 'grids' | 'valuation' | 'papers'>,
): OrderServices {
  const { state } = sequencer;
  const rowsIn = (pool: pg.Pool): OrderRows => ({
    orders: createOrderQueries(pool, grids),
    conditionals: createConditionalQueries(pool, grids, state),
  });
  const whole = rowsIn(reads.whole);
  const positions = createPositionQueries(reads.shown, valuation);
  const timelines = createTimelineQueries(reads.shown, grids);
  const submit = metrics.timed(sequencer.submit);
  const orderService = createPermittedOrders(createOrderService({ submit, state, grids, ...whole }), {
    ...{ state, owesPapers: papers.owes },
  });
  return { ...rowsIn(reads.shown), whole, positions, timelines, submit, orderService };
}

export interface Programs {
  readonly auditLog: AuditLog;
  /** Undefined in a process that has not got the jobs. */
  readonly auditEnd: NotedEnd | undefined;
  readonly trail: AuditTrail;
  readonly oauth: OAuth;
  readonly tickets: SocketTickets;
}

/** Programs of third parties, and the audit log, which records the use of their tokens like every call. */
export async function buildPrograms(
  deps: HttpServerDeps,
  wall: Clock,
  { http, services }: { readonly http: OpenedHttp; readonly services: Services },
): Promise<Programs> {
  const { config, clock, database, log, neighbours } = deps;
  const { pool, epoch } = database;
  const { jobs, secrets, identity } = services;
  const { app, addressOf, rates } = http;
  const auditLog = await openAuditLog({
    ...{ pool, wall, epoch: jobs.areHere ? epoch : undefined },
    onError: (err) => log.error({ err }, 'the audit log was not written'),
  });
  const auditEnd = jobs.areHere ? noteAuditEnds(deps, wall, auditLog) : undefined;
  const trail = createAuditTrail({ log: auditLog, clock, addressOf });
  const oauth = openOAuth(app, {
    ...{ pool, clock, wall, neighbours, config, trail },
    admit(request) {
      rates.countAddress(request.raw);
      auditLog.admit();
    },
    onError: (err) => log.error({ err }, 'a token could not be handled'),
  });
  const tickets = createSocketTickets({
    ...{ pool, clock, secrets },
    actorOf: ({ browserSessionId, handle }, isProgram) =>
      isProgram ? oauth.grants.actorOf(handle) : identity.browserSessions.actorOf({ browserSessionId, handle }),
  });
  return { auditLog, auditEnd, trail, oauth, tickets };
}

function noteAuditEnds({ sequencer, neighbours, log }: HttpServerDeps, wall: Clock, auditLog: AuditLog): NotedEnd {
  return noteEnds({
    ...{ log: auditLog, wall, hasNeighbours: neighbours !== undefined },
    noted: () => sequencer.state.auditEnd ?? undefined,
    enter: (end) => sequencer.submit({ kind: 'noteAuditEnd', ...end }),
    onError: (err) => log.error({ err }, 'the journal was not told where the audit log ends'),
  });
}

export function buildFeeds(
  { sequencer, reads, load, market, clock, log, neighbours }: HttpServerDeps,
  wall: Clock,
  parts: {
    readonly http: OpenedHttp;
    readonly services: Services;
    readonly programs: Programs;
    readonly connections: Connections;
  },
): Feeds {
  const { app, headers, hostFault, isOwnOrigin, countedAs } = parts.http;
  const { grids, valuation, identity, ownerOf, metrics } = parts.services;
  const { browserSessions, browserSessionCookie } = identity;
  const { oauth, tickets } = parts.programs;
  const { grants } = oauth;
  return createFeeds({
    onKeepsakes: parts.services.keepsakes.onChanged,
    ...{
      // What is published goes on from what was read: it must not be read as of some earlier time.
      pool: reads.whole,
      followed: reads.followInTime,
      grids,
      valuation,
      sequencer,
      load,
      market,
      clock,
      wall,
      browserSessions,
      grants,
      tickets,
      hostFault,
      isOwnOrigin,
      ownerOf,
    },
    ...{ addressOf: countedAs, connections: parts.connections, log, headers },
    server: app.server,
    browserSessionCookieName: browserSessionCookie.name,
    parseCookie: (header) => app.parseCookie(header),
    sockets: metrics.sockets,
    hasNeighbours: neighbours !== undefined,
  });
}
