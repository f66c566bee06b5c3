/**
 * The engine alone: checks, margin, positions, ledger, events; no disk, no exchange, no wire.
 * One run: 1,000 sub-accounts, orders placed, accepted, filled and cancelled as an exchange would report them.
 */
import { type Command, type CommandBody, createEngineState, type EngineState, execute } from '@mua/core/engine';
import { seededRandom } from '@mua/core/values';
import type { ReportFacts } from '../../core/test/scenarios/broker.ts';
import type { Figure } from './figure.ts';
import { enterReferenceWorld } from './reference-world.ts';

const ACCOUNTS = 1_000;
const COMMANDS = 300_000;

export async function measureEngine(): Promise<Figure[]> {
  const state = createEngineState();
  const run = commandRunner(state);
  enterReferenceWorld(run, ACCOUNTS);
  const commands = workload(state);
  const startedAt = process.hrtime.bigint();
  for (const command of commands) execute(state, command);
  const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
  return [
    { id: 'engine.commands', unit: 'commands/s', value: COMMANDS / seconds, target: 100_000, better: 'max' },
    ...(await measureMemory()),
  ];
}

function commandRunner(state: EngineState): (body: CommandBody) => void {
  return (body) => execute(state, { ...body, seq: state.seq + 1, timeMs: state.timeMs + 1 });
}

/** Six commands for each order that trades: place, accepted, two fills; and one that is cancelled unfilled. */
function workload(state: EngineState): Command[] {
  const random = seededRandom(7);
  const commands: Command[] = [];
  let execs = 0;
  const push = (body: CommandBody): void => {
    commands.push({ ...body, seq: state.seq + 1 + commands.length, timeMs: state.timeMs + commands.length });
  };
  const report = (orderId: string, contractCode: string, rest: ReportFacts): void => {
    execs += 1;
    push({ kind: 'reportExecution', report: { execId: `e-${execs}`, orderId, contractCode, ...rest } });
  };
  for (let order = 0; commands.length < COMMANDS; order += 1) {
    const accountId = `account-${random.below(ACCOUNTS)}`;
    const contractCode = `ZCE${random.pick(['Z26', 'H27', 'K27', 'N27'])}`;
    const side = random.chance(0.5) ? 'BUY' : 'SELL';
    const orderId = `order-${order}`;
    push({
      kind: 'placeOrder',
      accountId,
      orderId,
      clientOrderId: orderId,
      contractCode,
      side,
      orderType: 'LIMIT',
      duration: 'DAY',
      quantityLots: 2,
      limitPrice: side === 'BUY' ? '452.25' : '447.75',
    });
    report(orderId, contractCode, { kind: 'accepted' });
    if (random.chance(0.25)) {
      push({ kind: 'cancelOrder', accountId, orderId });
      report(orderId, contractCode, { kind: 'cancelled', reason: 'UserRequest' });
    } else {
      for (let lot = 0; lot < 2; lot += 1) {
        report(orderId, contractCode, {
          kind: 'filled',
          tradeId: `t-${execs}`,
          lots: 1,
          priceTicks: 1790 + random.below(20),
        });
      }
    }
  }
  return commands.slice(0, COMMANDS);
}

/** Memory of 100,000 live orders, the heap settled before and after where the runtime lets us. */
async function measureMemory(): Promise<Figure[]> {
  const settle = globalThis.gc;
  settle?.();
  const before = process.memoryUsage().heapUsed;
  const state = createEngineState();
  const run = commandRunner(state);
  enterReferenceWorld(run, ACCOUNTS);
  for (let order = 0; order < 100_000; order += 1) {
    run({
      kind: 'placeOrder',
      accountId: `account-${order % ACCOUNTS}`,
      orderId: `order-${order}`,
      clientOrderId: `client-${order}`,
      contractCode: 'ZCEZ26',
      side: order % 2 === 0 ? 'BUY' : 'SELL',
      orderType: 'LIMIT',
      duration: 'GTC',
      quantityLots: 1,
      limitPrice: order % 2 === 0 ? '440.00' : '460.00',
    });
  }
  settle?.();
  const megabytes = (process.memoryUsage().heapUsed - before) / 1e6;
  const live = [...state.orders.values()].filter((order) => order.status === 'IN_TRANSIT').length;
  if (live !== 100_000) throw new Error(`only ${live} of 100,000 orders are live`);
  return [{ id: 'engine.memory-100k-orders', unit: 'MB', value: megabytes, target: 500, better: 'min' }];
}
