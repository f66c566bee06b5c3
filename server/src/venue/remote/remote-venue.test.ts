/**
 * An exchange and engines that follow each other on a bus that loses, doubles and delays, all by seed: each order is
 * handed over once, each report is booked once, and an engine's death changes nothing at the exchange.
 */
import {
  type Command,
  type CommandBody,
  createEngineState,
  type EngineEvent,
  type EngineState,
  execute,
  type VenueReport,
} from '@mua/core/engine';
import { createExchange, type Exchange } from '@mua/core/exchange';
import { type Random, seededRandom } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import { createInProcessBus } from '#bus/in-process-bus.ts';
import { manualClock } from '#ground/clock.ts';
import type { DurableStep } from '#journal/sequencer.ts';
import { createFaultyBus, type FaultyBus } from '#test/fixtures/faulty-bus.ts';
import { createOrderLink } from '#venue/order-link.ts';
import type { VenueListener } from '#venue/port/venue.ts';
import { type ExchangeDoor, serveExchange } from '#venue/remote/exchange-door.ts';
import { createRemoteVenue, type RemoteVenue } from '#venue/remote/remote-venue.ts';
import { BrokerLine } from '#venue/thread/broker-line.ts';
import { Broker, CODE, FULL_RULES } from '../../../../core/test/scenarios/broker.ts';

const LOOK_MS = 50;
const MOMENT = { epoch: 1, number: 1, timeMs: 1, marketMs: 1 };
const fail = (error: unknown): never => {
  throw error;
};
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What outlives engines and the exchange. */
interface Stage {
  readonly random: Random;
  readonly bus: FaultyBus;
  readonly steady: ReturnType<typeof manualClock>;
  /** On disk. */
  readonly journal: Command[];
  readonly events: EngineEvent[];
}

function openStage(seed: number): Stage {
  const faults = { seed, lost: 0.2, doubled: 0.2, mostTurns: 6 };
  const broker = new Broker(1_000_000_000_000n, { ...FULL_RULES, venueAnswerMs: 5_000, maxLotsPerContract: 100_000 });
  const journal: Command[] = [];
  // The setup knows an exchange of its own, which is over.
  journal.push(...setupOf(broker));
  return {
    ...{ random: seededRandom(seed), bus: createFaultyBus(createInProcessBus(), faults), steady: manualClock(0) },
    ...{ journal, events: [] },
  };
}

/** Replaying what the scenario's broker was set up with. */
function setupOf({ state }: Broker): Command[] {
  const [commodity] = [...state.commodities.values()];
  const [listed] = [...state.contracts.values()];
  const rules = state.rules.at(-1)?.value;
  if (!commodity || !listed || !rules) throw new Error('the broker of the scenarios has one contract');
  const bodies: CommandBody[] = [
    { kind: 'setTradingRules', fromMs: 0, rules },
    { kind: 'setConversionRate', currency: 'USD', fromMs: 0, rateE4: 261_000_000n },
    { kind: 'defineCommodity', commodity },
    { kind: 'listContract', contract: listed.contract, settlementTicks: 1800 },
    { kind: 'endTradeDate', nextTradeDate: '2026-11-20' },
    {
      kind: 'openAccount',
      accountId: 'an-1',
      investorId: 'an',
      investorKind: 'individual',
      isDemo: true,
      isActivated: true,
    },
    { kind: 'deposit', accountId: 'an-1', amountVnd: 1_000_000_000_000n, reference: 'start' },
  ];
  return bodies.map((body, index) => ({ ...body, seq: index + 1, timeMs: index + 1 }));
}

/** The books, one life of them, behind a line to the broker; everything that they did of the broker's orders. */
class StageExchange {
  readonly books: Exchange;
  readonly handed: string[] = [];
  readonly fills: Extract<VenueReport, { kind: 'filled' }>[] = [];
  readonly line: BrokerLine;
  readonly door: ExchangeDoor;
  private readonly epoch: string;
  private quotes = 0;
  isDead = false;
  private listener: VenueListener | undefined;

  constructor({ bus, steady }: Stage, epoch: string) {
    this.epoch = epoch;
    this.books = createExchange({ epoch, rules: { collarBasisPoints: 200, collarMinimumTicks: 10 } });
    this.books.listContract(CODE, { session: 'OPEN' });
    this.line = new BrokerLine({ exchange: this.books, epoch, seed: 1, behaviour: 'plain' });
    this.door = serveExchange({
      ...{ bus, steady, life: Number(epoch.slice(1)), onTime: () => {}, onMarket: () => {}, tellMarket: () => MOMENT },
      ...{ listingOf: () => undefined, onError: fail, onFatal: fail, open: () => this.venue() },
    });
  }

  quote(side: 'BUY' | 'SELL', lots: number, priceTicks: number): void {
    this.quotes += 1;
    const orderId = `q-${this.quotes}`;
    this.note(this.books.quote(CODE, { orderId, ownerId: 'maker', side, priceTicks, lots }));
    this.say();
  }

  private note(reports: readonly VenueReport[]): void {
    const ours = reports.filter(({ orderId }) => orderId.startsWith('o-'));
    for (const report of ours) if (report.kind === 'filled') this.fills.push(report);
    this.line.receive(ours, 0);
  }

  private say(): void {
    const { reports, link } = this.line.take(0);
    if (reports.length > 0) void this.listener?.reports(reports);
    if (link?.kind === 'lost') void this.listener?.lost(link.reason);
    if (link?.kind === 'back') void this.listener?.back(this.epoch, link.orders);
  }

  /** What it has not told any more nobody knows: it was not there. */
  async die(): Promise<void> {
    this.isDead = true;
    await this.door.close();
  }

  cut(isCut: boolean): void {
    if (isCut) this.line.cut('drill');
    else this.line.mend();
    this.say();
  }

  private venue() {
    return {
      orders: {
        send: (requests: Parameters<RemoteVenue['orders']['send']>[0]) => {
          for (const request of requests) {
            const reports = this.line.request(request);
            if (request.kind === 'submit' && reports.some(({ kind }) => kind === 'accepted'))
              this.handed.push(request.order.orderId);
            this.note(reports);
          }
          this.say();
        },
        listOpen: () => {
          this.line.listOpen();
          this.say();
        },
      },
      controls: {
        ...{ endTradeDate() {}, setSession() {}, list() {}, setHalt() {} },
        setLink: (isUp: boolean) => this.cut(!isUp),
        async caughtUp() {},
      },
      start: async (listener: VenueListener) => {
        this.listener = listener;
        await nextTurn();
        void listener.restarted(this.epoch);
      },
      async stop() {},
    };
  }
}

/** An engine over what is on disk: what it executes is on disk some turns later, or never if it dies before. */
class StageEngine {
  readonly state: EngineState = createEngineState();
  readonly venue: RemoteVenue;
  readonly isUp: Promise<void>;
  private isDead = false;
  private forming: { step: DurableStep; resolve: (step: DurableStep) => void }[] = [];
  private readonly listeners: ((steps: readonly DurableStep[]) => void)[] = [];
  private readonly stage: Stage;
  readonly epoch: number;

  constructor(stage: Stage, epoch: number) {
    this.stage = stage;
    this.epoch = epoch;
    const { bus, steady } = stage;
    for (const command of stage.journal) execute(this.state, command);
    this.venue = createRemoteVenue({
      ...{ bus, steady, epoch, name: 'simulated', accounts: 'demo', clock: steady, onError: fail },
      reached: async () => {},
      introduction: () => ({
        venueEpoch: this.state.venues.get('demo')?.epoch ?? null,
        contracts: [
          {
            code: CODE,
            settlementTicks: 1800,
            session: 'OPEN',
            opensAtMs: null,
            isHalted: false,
            tradeDate: '2026-11-20',
          },
        ],
      }),
    });
    const sequencer = {
      state: this.state,
      submit: (body: CommandBody) => this.submit(body),
      onDurable: (listener: (steps: readonly DurableStep[]) => void) => this.listeners.push(listener),
    };
    const link = createOrderLink({
      newestPrices: () => [],
      sequencer: sequencer as never,
      venue: { ...this.venue, market: undefined as never, controls: this.venue.controls } as never,
      entry: {
        enter: (body) => this.submit(body),
        enterFirst: (body) => this.submit(body),
        enterAfter: async (read, bodyOf) => this.submit(bodyOf(await read())),
        stop() {},
      },
      recall: async () => undefined,
    });
    this.isUp = this.venue.start(link.listener);
  }

  submit(body: CommandBody): Promise<DurableStep> {
    return new Promise((resolve) => {
      if (this.isDead) return;
      const { state } = this;
      const command = { ...body, seq: state.seq + 1, timeMs: state.timeMs + 1 } as Command;
      const step = { command, events: execute(state, command) };
      this.forming.push({ step, resolve });
      if (this.forming.length === 1) void this.commit();
    });
  }

  private async commit(): Promise<void> {
    for (let turns = this.stage.random.below(4); turns >= 0; turns -= 1) await nextTurn();
    if (this.isDead) return;
    const batch = this.forming;
    this.forming = [];
    const steps = batch.map(({ step }) => step);
    for (const { command, events } of steps) {
      this.stage.journal.push(command);
      this.stage.events.push(...events);
    }
    for (const { step, resolve } of batch) resolve(step);
    for (const listener of this.listeners) listener(steps);
  }

  kill(): void {
    this.fence();
    void this.venue.stop();
  }

  /** Nothing of it comes to disk any more, and it does not know yet: it goes on speaking. */
  fence(): void {
    this.isDead = true;
  }

  get liveOrders(): string[] {
    return [...this.state.orders.values()].filter(({ status }) => LIVE.has(status)).map(({ orderId }) => orderId);
  }
}

const LIVE = new Set<string>(['WORKING', 'PARTIALLY_FILLED']);
let placed = 0;

function act({ random }: Stage, engine: StageEngine, exchange: StageExchange): void {
  const side = random.pick(['BUY', 'SELL'] as const);
  const priceTicks = random.between(1_795, 1_805);
  const draw = random.below(10);
  if (draw < 4) {
    placed += 1;
    const orderId = `o-${placed}`;
    const price = `${priceTicks / 4}`;
    const terms = {
      orderType: 'LIMIT',
      duration: 'GTC',
      limitPrice: price,
      quantityLots: random.between(1, 9),
    } as const;
    const names = { accountId: 'an-1', orderId, clientOrderId: orderId, contractCode: CODE, side };
    void engine.submit({ kind: 'placeOrder', ...names, ...terms });
  } else if (draw < 6) {
    const [orderId] = engine.liveOrders.slice(random.below(4));
    if (orderId) void engine.submit({ kind: 'cancelOrder', accountId: 'an-1', orderId } as CommandBody);
  } else exchange.quote(side, random.between(1, 4), priceTicks);
}

async function pass({ steady, bus }: Stage): Promise<void> {
  steady.advanceTo(steady.nowMs() + LOOK_MS);
  await bus.quiet();
  for (let turn = 0; turn < 6; turn += 1) await nextTurn();
}

/** Everything is quiet: nobody asks, and nothing is on its way. */
async function settle(stage: Stage, engine: StageEngine): Promise<void> {
  stage.bus.heal();
  for (let look = 0; look < 30; look += 1) await pass(stage);
  await engine.isUp;
}

function expectAgreement({ journal, events }: Stage, engine: StageEngine, exchanges: readonly StageExchange[]): void {
  const last = exchanges.at(-1);
  const reports = journal.flatMap((command) => (command.kind === 'reportExecution' ? [command.report] : []));
  const told = new Set(reports.map(({ execId }) => execId));
  const fills = exchanges.flatMap((one) => one.fills.filter(({ execId }) => !one.isDead || told.has(execId)));
  for (const order of engine.state.orders.values()) {
    const filledThere = fills
      .filter(({ orderId }) => orderId === order.orderId)
      .reduce((sum, { lots }) => sum + lots, 0);
    expect([order.orderId, order.filledLots]).toEqual([order.orderId, filledThere]);
    expect(order.filledLots).toBeLessThanOrEqual(order.quantityLots);
  }
  const restingThere = last?.books.openOrders(CODE).map(({ orderId }) => orderId) ?? [];
  expect(engine.liveOrders.sort()).toEqual(restingThere.filter((id) => id.startsWith('o-')).sort());
  for (const { handed } of exchanges) expect(handed).toEqual([...new Set(handed)]);
  const kinds = events.map(({ kind }) => kind);
  for (const kind of ['reportSuspended', 'orderInDoubt'] as const) expect(kinds).not.toContain(kind);
  expect(reports.filter(({ kind }) => kind === 'rejected')).toEqual([]);
}

const SEEDS = Array.from({ length: Number(process.env.SEEDS ?? 40) }, (_, seed) => seed + 1);

/** Three hundred things happen, and now and then somebody dies. */
async function live(stage: Stage, chances: { readonly engineDies: number; readonly exchangeDies: number }) {
  const { random, steady } = stage;
  const exchanges = [new StageExchange(stage, 'x1')];
  let [exchange] = exchanges as [StageExchange];
  const fenced: StageEngine[] = [];
  let engine = new StageEngine(stage, 1);
  while (!engine.state.venues.get('demo')?.epoch) await pass(stage);
  for (let step = 0; step < 300; step += 1) {
    act(stage, engine, exchange);
    if (random.chance(0.2)) steady.advanceTo(steady.nowMs() + LOOK_MS);
    if (random.chance(0.5)) await nextTurn();
    if (random.chance(chances.engineDies)) {
      if (random.chance(0.5)) engine.kill();
      else fenced.push(engine);
      engine.fence();
      engine = new StageEngine(stage, engine.epoch + 1);
    }
    if (random.chance(chances.exchangeDies)) {
      await exchange.die();
      exchange = new StageExchange(stage, `x${exchanges.length + 1}`);
      exchanges.push(exchange);
    }
    if (random.chance(0.01)) exchange.cut(true);
    if (random.chance(0.05)) exchange.cut(false);
  }
  exchange.cut(false);
  await settle(stage, engine);
  for (const one of [...fenced, engine]) one.kill();
  await exchange.door.close();
  return { engine, exchanges };
}

describe('an exchange in another process', () => {
  test.each(SEEDS)('goes on while engines die (seed %i)', async (seed) => {
    const stage = openStage(seed);
    const { engine, exchanges } = await live(stage, { engineDies: 0.02, exchangeDies: 0 });
    expectAgreement(stage, engine, exchanges);
    expect(stage.journal.filter(({ kind }) => kind === 'restartVenue')).toHaveLength(1);
  });

  test.each(SEEDS)(
    'is lost after two seconds without a word, and is asked when it is heard again (seed %i)',
    async (seed) => {
      const stage = openStage(seed);
      const exchange = new StageExchange(stage, 'x1');
      const engine = new StageEngine(stage, 1);
      while (!engine.state.venues.get('demo')?.epoch) await pass(stage);
      for (let step = 0; step < 100; step += 1) act(stage, engine, exchange);
      stage.bus.cut();
      for (let look = 0; look < 60; look += 1) {
        act(stage, engine, exchange);
        await pass(stage);
      }
      expect(engine.state.venues.get('demo')?.isConnected).toBe(false);
      await settle(stage, engine);
      expectAgreement(stage, engine, [exchange]);
      const link = stage.journal.map(({ kind }) => kind).filter((kind) => kind.endsWith('Venue'));
      expect(link).toEqual(['restartVenue', 'loseVenue', 'resyncVenue']);
      engine.kill();
      await exchange.door.close();
    },
  );

  test.each(SEEDS)('is handed every order once when it begins anew itself (seed %i)', async (seed) => {
    const stage = openStage(seed);
    const { engine, exchanges } = await live(stage, { engineDies: 0.01, exchangeDies: 0.02 });
    expectAgreement(stage, engine, exchanges);
  });
});
