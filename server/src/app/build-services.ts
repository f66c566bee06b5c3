/** Builds what routes and feeds need, in order of dependency: each part knows those before it. */
import { followMarks } from '#accounts/durable-marks.ts';
import type { Valuation } from '#accounts/margin-status.ts';
import { followTradeDate } from '#accounts/trade-date-start.ts';
import { type AlertStore, createAlertStore } from '#alerts/alert-store.ts';
import { type AlertWatch, watchAlerts } from '#alerts/alert-watch.ts';
import type { HttpServerDeps } from '#app/http-server-deps.ts';
import type { OpenedHttp } from '#app/open-http.ts';
import { openIdentityDocuments } from '#app/open-identity-documents.ts';
import { type AuditLog, openAuditLog } from '#audit/audit-log.ts';
import { type AuditTrail, createAuditTrail } from '#audit/audit-trail.ts';
import { type NotedEnd, noteEnds } from '#audit/noted-end.ts';
import { gaugeBackups } from '#backup/open-backups.ts';
import { type BankAccounts, createBankAccounts } from '#banking/bank-accounts.ts';
import { type Copying, createCopying } from '#copying/copying.ts';
import { isSimulatedLeader } from '#demo-leaders/simulated-leaders.ts';
import { createMoneyIn, type MoneyIn } from '#deposits/money-in.ts';
import { createFeeds, type Feeds } from '#feeds/feeds.ts';
import { createSocketTickets, type SocketTickets } from '#feeds/socket-tickets.ts';
import type { Clock } from '#ground/clock.ts';
import { createSecrets, type Secrets } from '#ground/secrets.ts';
import type { Connections } from '#http/connections.ts';
import { closeDeletedAccounts } from '#identity/accounts/account-deletion.ts';
import { DEMO_START_VND } from '#identity/demo-people.ts';
import { createIdentity, type Identity } from '#identity/identity.ts';
import { openScrub, type Scrub } from '#journal/scrub.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { messagePortsOf } from '#messages/message-port.ts';
import { createMessages, type Messages } from '#messages/messages.ts';
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
import { createRegistration, type Registration } from '#registration/registration.ts';
import { openPapers, type Papers } from '#signed-contracts/papers.ts';
import { createStatements, type Statements } from '#statements/statements.ts';
import { gaugeSpace } from '#system/free-space.ts';
import { createMetrics, gaugeScrub, type Metrics } from '#system/metrics.ts';
import { countSpans } from '#traces/trace-metrics.ts';
import { createWithdrawals, type Withdrawals } from '#withdrawals/withdrawals.ts';

export interface Services {
  readonly secrets: Secrets;
  readonly metrics: Metrics;
  readonly messages: Messages;
  readonly identity: Identity;
  readonly papers: Papers;
  readonly registration: Registration;
  readonly moneyIn: MoneyIn;
  readonly bankAccounts: BankAccounts;
  readonly withdrawals: Withdrawals;
  readonly copying: Copying;
  readonly tickets: SocketTickets;
  readonly grids: Grids;
  readonly valuation: Valuation;
  readonly orders: OrderServices;
  readonly alerts: { readonly store: AlertStore; readonly watch: AlertWatch };
  readonly proofs: Proofs;
  readonly scrub: Scrub;
  readonly statements: Statements;
  /** The investor who owns a sub-account. */
  readonly ownerOf: (accountId: string) => string | undefined;
}

export interface OrderServices {
  readonly orders: OrderQueries;
  readonly positions: PositionQueries;
  readonly timelines: TimelineQueries;
  readonly conditionals: ConditionalQueries;
  /** Submits a command and measures the time until it is durable. */
  readonly submit: Sequencer['submit'];
  readonly orderService: OrderService;
}

export async function buildServices(deps: HttpServerDeps): Promise<Services> {
  const { config, clock, database, sequencer, load, market, log, contractStatusOf } = deps;
  const { pool } = database;
  const { state } = sequencer;
  const metrics = createMetrics(sequencer, load, deps.recoverySeconds ?? 0);
  const scrub = buildScrub(deps);
  gaugeScrub(metrics.registry, scrub);
  const secrets = createSecrets(deps.identityKey);
  const messages = createMessages({ pool, clock, secrets, ports: messagePortsOf(config), log });
  const mailbox = createInvestorMailbox(sequencer, clock);
  const identity = createIdentity({
    ...{ pool, clock, secrets, messages, mailbox, sequencer },
    publicUrl: config.publicUrl,
    attemptLimits: deps.limits?.signInAttempts,
  });
  await closeDeletedAccounts(pool, sequencer);
  const papers = await openPapers({
    ...{ pool, clock, mailbox },
    isDemo: config.mode === 'demo',
  });
  const registration = await buildRegistration(deps, { secrets, messages, mailbox, identity, papers });
  const moneyIn = createMoneyIn({
    ...{ pool, clock, sequencer, messages, mailbox, banks: deps.banks, isDemo: config.mode === 'demo' },
    onError: (err) => log.error({ err }, 'a payment was not credited, it will be tried again'),
  });
  const payouts = buildPayouts(deps, { messages, mailbox, identity });
  const tickets = createSocketTickets(clock);
  const grids = gridsOf(state);
  const marks = followMarks(sequencer);
  const valuation = {
    state,
    marks,
    tradeDateSeq: await followTradeDate(pool, sequencer),
    contractStatusOf,
  };
  const ownerOf = (accountId: string): string | undefined => state.accounts.get(accountId)?.investorId;
  const orders = buildOrders(deps, { metrics, grids, valuation, papers });
  const store = createAlertStore(pool);
  const onError = (err: unknown): void => log.error({ err }, 'a price alert was not written down');
  const watch = await watchAlerts({ store, market, sequencer, clock, onError });
  const proofs = buildProofs(deps);
  gaugeProofs(metrics.registry, proofs);
  if (deps.space) gaugeSpace(metrics.registry, deps.space);
  if (deps.backups) gaugeBackups(metrics.registry, deps.backups);
  if (deps.traces) countSpans(metrics.registry, deps.traces.counts);
  return {
    ...payouts,
    ...{ secrets, metrics, messages, identity, papers, registration, moneyIn, tickets, grids, valuation, orders },
    alerts: { store, watch },
    ...{ scrub, proofs, statements: createStatements({ pool, state, proofs }) },
    ownerOf,
    copying: createCopying({
      ...{ pool, clock, state, grids, ownerOf, submit: orders.submit, isDemo: config.mode === 'demo' },
      isSimulatedLeader,
      onError: (err) => log.error({ err }, 'a strategy was not approved by policy'),
      onColdFigures: (err) => log.warn({ err }, 'the list of strategies was not worked out ahead'),
    }),
  };
}

async function buildRegistration(
  { config, clock, database, sequencer, documents, drawCode, log }: HttpServerDeps,
  parts: Pick<Services, 'messages' | 'identity' | 'papers' | 'secrets'> & { readonly mailbox: InvestorMailbox },
): Promise<Registration> {
  return createRegistration({
    ...{ ...parts, clock, sequencer, pool: database.pool },
    documents: documents ?? (await openIdentityDocuments(config.dataDir)),
    demo: config.mode === 'demo' ? { welcomeVnd: DEMO_START_VND } : null,
    onError: (err) => log.error({ err }, 'an approved investor was not brought on, it will be tried again'),
    ...(drawCode ? { drawCode } : {}),
  });
}

/** Where money goes to, and how it leaves. */
function buildPayouts(
  { config, clock, database, sequencer, log }: HttpServerDeps,
  { messages, mailbox, identity }: Pick<Services, 'messages' | 'identity'> & { readonly mailbox: InvestorMailbox },
): Pick<Services, 'bankAccounts' | 'withdrawals'> {
  const { pool } = database;
  const { taskflows, notices } = identity;
  const bankAccounts = createBankAccounts({ pool, clock, taskflows, notices });
  const withdrawals = createWithdrawals({
    ...{ pool, clock, sequencer, messages, mailbox, taskflows, notices, bankAccounts },
    isDemo: config.mode === 'demo',
    onError: (err) => log.error({ err }, 'a withdrawal was not brought on, it will be tried again'),
  });
  return { bankAccounts, withdrawals };
}

/** Minutes after a start, so that a server that restarts daily gets there too. */
const SCRUB = { firstMs: 10 * 60_000, everyMs: 6 * 3_600_000 };

function buildScrub({ database, sequencer, clock, log }: HttpServerDeps): Scrub {
  return openScrub({
    ...{ url: database.url, sequencer, nowMs: clock.nowMs, ...SCRUB },
    onDamage: (damage) => log.error({ damage }, 'the journal is not what was written'),
    onError: (err) => log.error({ err }, 'the journal was not verified, it will be tried again'),
  });
}

/** Signs days as they end. A day that can't be signed is an operator's alarm. */
function buildProofs({ config, clock, database, sequencer, log }: HttpServerDeps): Proofs {
  return openProofs({
    ...{ pool: database.pool, url: database.url, sequencer, nowMs: clock.nowMs, key: readProofKey(config) },
    mainKind: config.mode,
    onRefused: (refusal) => log.error({ refusal }, 'a day does not add up and was not signed'),
    onError: (err) => log.error({ err }, 'a day was not signed, it will be tried again when the next one ends'),
  });
}

function buildOrders(
  { database, sequencer }: HttpServerDeps,
  { metrics, grids, valuation, papers }: Pick<Services, 'metrics' | 'grids' | 'valuation' | 'papers'>,
): OrderServices {
  const { pool } = database;
  const { state } = sequencer;
  const orders = createOrderQueries(pool, grids);
  const positions = createPositionQueries(pool, valuation);
  const timelines = createTimelineQueries(pool, grids);
  const conditionals = createConditionalQueries(pool, grids, state);
  const submit = metrics.timed(sequencer.submit);
  const orderService = createPermittedOrders(createOrderService({ submit, state, orders, conditionals, grids }), {
    ...{ state, owesPapers: papers.owes },
  });
  return { orders, positions, timelines, conditionals, submit, orderService };
}

export interface Programs {
  readonly auditLog: AuditLog;
  readonly auditEnd: NotedEnd;
  readonly trail: AuditTrail;
  readonly oauth: OAuth;
}

/** Programs of third parties, and the audit log, which records the use of their tokens like every call. */
export async function buildPrograms(deps: HttpServerDeps, wall: Clock, http: OpenedHttp): Promise<Programs> {
  const { config, clock, database, sequencer, log } = deps;
  const { pool, epoch } = database;
  const { app, addressOf, rates } = http;
  const auditLog = await openAuditLog({
    ...{ pool, wall, epoch },
    onError: (err) => log.error({ err }, 'the audit log was not written'),
  });
  const auditEnd = noteEnds({
    ...{ log: auditLog, wall },
    noted: () => sequencer.state.auditEnd ?? undefined,
    enter: (end) => sequencer.submit({ kind: 'noteAuditEnd', ...end }),
    onError: (err) => log.error({ err }, 'the journal was not told where the audit log ends'),
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
  return { auditLog, auditEnd, trail, oauth };
}

export function buildFeeds(
  { database, sequencer, load, market, clock, log }: HttpServerDeps,
  wall: Clock,
  parts: {
    readonly http: OpenedHttp;
    readonly services: Services;
    readonly programs: Programs;
    readonly connections: Connections;
  },
): Feeds {
  const { app, headers, hostFault, isOwnOrigin, countedAs } = parts.http;
  const { grids, valuation, identity, tickets, ownerOf, metrics } = parts.services;
  const { browserSessions, browserSessionCookie } = identity;
  const { pool } = database;
  const { grants } = parts.programs.oauth;
  return createFeeds({
    ...{
      pool,
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
  });
}
