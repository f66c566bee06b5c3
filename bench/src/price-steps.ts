/**
 * Measures the engine's cost per price: finding and firing due triggers among 10,000 on a contract, and checking the
 * margin levels of 10,000 accounts that hold it.
 */
import { type CommandBody, createEngineState, type EngineEvent, type EngineState, execute } from '@mua/core/engine';
import { seededRandom } from '@mua/core/values';
import { type Figure, median } from '#figure.ts';
import { enterReferenceData } from '#reference-data.ts';
import { FULL_RULES } from '../../core/test/scenarios/broker.ts';

const CODE = 'ZCEZ26';
const START_TICKS = 1_800;
const TRIGGER_ACCOUNTS = 100;
const TRIGGERS_EACH = 100;
const TRIGGER_STEPS = 400;
const LADDER_ACCOUNTS = 10_000;
const LADDER_STEPS = 60;

export async function measurePriceSteps(): Promise<Figure[]> {
  return [...triggerFigures(), ...ladderFigures()];
}

type Run = (body: CommandBody) => EngineEvent[];

function stage(accounts: number): { state: EngineState; run: Run } {
  const state = createEngineState();
  const run: Run = (body) => execute(state, { ...body, seq: state.seq + 1, timeMs: state.timeMs + 1 });
  enterReferenceData(run, accounts);
  run({
    kind: 'setTradingRules',
    fromMs: 0,
    rules: { ...FULL_RULES, maxLotsPerOrder: 10_000, maxLotsPerContract: 100_000 },
  });
  return { state, run };
}

function hold(run: Run, accountId: string, lots: number): void {
  const orderId = `${accountId}-entry`;
  const common = { contractCode: CODE, orderId };
  run({
    kind: 'placeOrder',
    accountId,
    ...common,
    clientOrderId: orderId,
    side: 'BUY',
    orderType: 'LIMIT',
    duration: 'DAY',
    quantityLots: lots,
    limitPrice: '450.00',
  });
  const report = {
    execId: `e-${accountId.replace('account-', '')}`,
    ...common,
    kind: 'filled',
    tradeId: `t-${accountId}`,
  } as const;
  run({ kind: 'reportExecution', report: { ...report, priceTicks: START_TICKS, lots } });
}

function mark(run: Run, lastTicks: number): { events: EngineEvent[]; ms: number } {
  const startedAt = performance.now();
  const prices = [{ contractCode: CODE, lastTicks, highTicks: lastTicks, lowTicks: lastTicks }];
  const events = run({ kind: 'markPrices', prices });
  return { events, ms: performance.now() - startedAt };
}

function triggerFigures(): Figure[] {
  const { state, run } = stage(TRIGGER_ACCOUNTS);
  const random = seededRandom(11);
  for (let account = 0; account < TRIGGER_ACCOUNTS; account += 1) {
    const accountId = `account-${account}`;
    hold(run, accountId, TRIGGERS_EACH);
    for (let index = 0; index < TRIGGERS_EACH; index += 1)
      placeTrigger(run, accountId, `${accountId}-${index}`, random.between(5, 900));
  }
  if (state.conditionals.size !== TRIGGER_ACCOUNTS * TRIGGERS_EACH) throw new Error('not every trigger is armed');
  const times: number[] = [];
  let fired = 0;
  let ticks = START_TICKS;
  for (let step = 0; step < TRIGGER_STEPS; step += 1) {
    // The price is a drifting random walk, so that new prices are reached and triggers fire throughout.
    ticks -= random.between(-2, 3);
    const { events, ms } = mark(run, ticks);
    times.push(ms);
    fired += events.filter((event) => event.kind === 'venueRequested').length;
  }
  if (fired < 100) throw new Error(`only ${fired} triggers fired`);
  return [{ id: 'price-step.triggers-10k', unit: 'ms', value: median(times), target: 1, better: 'min' }];
}

/** Places a trigger: one in three trails, the others wait below and above. */
function placeTrigger(run: Run, accountId: string, orderId: string, distanceTicks: number): void {
  const price = (ticks: number): string => (ticks / 4).toFixed(2);
  const isTrailing = distanceTicks % 3 === 0;
  run({
    kind: 'placeOrder',
    accountId,
    orderId,
    clientOrderId: orderId,
    contractCode: CODE,
    side: 'SELL',
    orderType: isTrailing ? 'TRAILING_STOP' : 'TPSL',
    duration: 'GTC',
    quantityLots: 1,
    isReduceOnly: true,
    ...(isTrailing
      ? { trailAmount: price(distanceTicks) }
      : { takeProfit: price(START_TICKS + distanceTicks), stopLoss: price(START_TICKS - distanceTicks) }),
  });
}

function ladderFigures(): Figure[] {
  const { state, run } = stage(LADDER_ACCOUNTS);
  for (let account = 0; account < LADDER_ACCOUNTS; account += 1) hold(run, `account-${account}`, 2);
  if (state.holders.get(CODE)?.size !== LADDER_ACCOUNTS) throw new Error('not every account holds the contract');
  const random = seededRandom(12);
  const times: number[] = [];
  let ticks = START_TICKS;
  for (let step = 0; step < LADDER_STEPS; step += 1) {
    ticks += random.chance(0.5) ? 1 : -1;
    times.push(mark(run, ticks).ms);
  }
  return [{ id: 'price-step.ladder-10k-accounts', unit: 'ms', value: median(times), target: 20, better: 'min' }];
}
