/**
 * The engine alone: checks, margin, positions, ledger, events; no disk, no exchange, no wire.
 * One run: 1,000 sub-accounts, orders placed, accepted, filled and cancelled as an exchange would report them.
 */
import { type Command, type CommandBody, createEngineState, type EngineState, execute } from '@mua/core/engine';
import type { Figure } from './figure.ts';
import { orderCommands } from './order-commands.ts';
import { enterReferenceWorld } from './reference-world.ts';

const ACCOUNTS = 1_000;
const COMMANDS = 300_000;

export async function measureEngine(): Promise<Figure[]> {
  const state = createEngineState();
  const run = commandRunner(state);
  enterReferenceWorld(run, ACCOUNTS);
  const commands = stamped(state);
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

/** Stamped ahead, so that only their execution is measured. */
function stamped(state: EngineState): Command[] {
  const commands: Command[] = [];
  for (const body of orderCommands(ACCOUNTS)) {
    commands.push({ ...body, seq: state.seq + 1 + commands.length, timeMs: state.timeMs + commands.length });
    if (commands.length === COMMANDS) break;
  }
  return commands;
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
