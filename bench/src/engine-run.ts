/**
 * Runs one engine in a separate process: executes orders on the reference data and reports time and final state. The
 * engine is a bundle of a given checkout's, as the product runs it; the commands come from this checkout, so that
 * two engines get the same.
 */
import { pathToFileURL } from 'node:url';
import type { Command, CommandBody, EngineState } from '@mua/core/engine';
import { median } from '#figure.ts';
import { orderCommands } from '#order-commands.ts';
import { enterReferenceData } from '#reference-data.ts';

const ACCOUNTS = 1_000;
const COMMANDS = 300_000;
/** Lots of one order in the measure of fills. */
const ORDER_LOTS = 10;
const FILLS = 20_000;

/** Describes what a run prints, as JSON. */
export interface EngineRun {
  readonly commandsPerSecond: number;
  /**
   * Processor time of all threads, garbage collection included: unlike elapsed time, it does not depend on other
   * processes.
   */
  readonly processorSeconds: number;
  /** Microseconds of one fill of an account with this many open lots. */
  readonly fillUs: { readonly with10Lots: number; readonly with10000Lots: number };
  /** Hash of the whole state; engines with another form of state may still agree on the figures. */
  readonly stateHash: string;
  readonly figures: { readonly fills: number; readonly positions: string; readonly cashVnd: string };
}

type Engine = typeof import('@mua/core/engine');
type Run = (body: CommandBody) => void;

function runnerOf(engine: Engine, state: EngineState): Run {
  return (body) => engine.execute(state, stamped(body, state.seq + 1, state.timeMs + 1));
}

function runOrders(engine: Engine): Omit<EngineRun, 'fillUs'> {
  const state = engine.createEngineState();
  enterReferenceData(runnerOf(engine, state), ACCOUNTS);
  const commands = commandList(state);
  // Otherwise collecting this young list would count as the engine's work.
  globalThis.gc?.();
  const usedBefore = process.cpuUsage();
  const startedAt = process.hrtime.bigint();
  for (const command of commands) engine.execute(state, command);
  const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
  const used = process.cpuUsage(usedBefore);
  return {
    commandsPerSecond: COMMANDS / seconds,
    processorSeconds: (used.user + used.system) / 1e6,
    stateHash: engine.stateHash(state),
    figures: figuresOf(state),
  };
}

/**
 * The command is not built by spreading: the runtime gives an object that is spread and extended a hidden class of its
 * own, whose fields are slow to read.
 */
function stamped(body: CommandBody, seq: number, timeMs: number): Command {
  return Object.assign({}, body, { seq, timeMs });
}

/** Stamps the commands ahead, so that only execution is measured. */
function commandList(state: EngineState): Command[] {
  const commands: Command[] = [];
  for (const body of orderCommands(ACCOUNTS)) {
    commands.push(stamped(body, state.seq + 1 + commands.length, state.timeMs + commands.length));
    if (commands.length === COMMANDS) break;
  }
  return commands;
}

function figuresOf(state: EngineState): EngineRun['figures'] {
  let fills = 0;
  let cashVnd = 0n;
  const positions: string[] = [];
  for (const order of state.orders.values()) fills += order.filledLots;
  for (const { accountId, cash, positions: held } of state.accounts.values()) {
    cashVnd += state.balances.get(cash) ?? 0n;
    for (const { contractCode, netLots, openNotional } of held.values())
      positions.push(`${accountId} ${contractCode} ${netLots} ${openNotional}`);
  }
  return { fills, positions: positions.sort().join('\n'), cashVnd: cashVnd.toString() };
}

/** Buys the lots, then buys and sells alternately, with one fill per lot: the median of the fills. */
function fillUs(engine: Engine, openLots: number): number {
  const state = engine.createEngineState();
  const run = runnerOf(engine, state);
  enterReferenceData(run, 1);
  let orders = 0;
  let execs = 0;
  const trade = (side: 'BUY' | 'SELL'): bigint => {
    const orderId = `order-${orders++}`;
    const common = { orderId, contractCode: 'ZCEZ26' };
    const execId = (): string => `e-${execs++}`;
    run({
      kind: 'placeOrder',
      accountId: 'account-0',
      ...common,
      clientOrderId: orderId,
      side,
      orderType: 'LIMIT',
      duration: 'DAY',
      quantityLots: ORDER_LOTS,
      limitPrice: '450.00',
    });
    run({ kind: 'reportExecution', report: { kind: 'accepted', execId: execId(), ...common } });
    const startedAt = process.hrtime.bigint();
    for (let lot = 0; lot < ORDER_LOTS; lot += 1) {
      const fill = { kind: 'filled', tradeId: `t-${execs}`, lots: 1, priceTicks: 1800, ...common } as const;
      run({ kind: 'reportExecution', report: { ...fill, execId: execId() } });
    }
    return process.hrtime.bigint() - startedAt;
  };
  for (let lots = 0; lots < openLots; lots += ORDER_LOTS) trade('BUY');
  const times: bigint[] = [];
  for (let fills = 0; fills < FILLS; fills += 2 * ORDER_LOTS) times.push(trade('BUY'), trade('SELL'));
  return median(times.map(Number)) / 1_000 / ORDER_LOTS;
}

const bundle = process.argv[2];
if (bundle === undefined) throw new Error('engine-run.ts <bundle of an engine>');
const engine: Engine = await import(pathToFileURL(bundle).href);
const orders = runOrders(engine);
// A warm-up, so that the first of the two is not the one during which code is compiled.
fillUs(engine, 10);
const run: EngineRun = {
  ...orders,
  fillUs: { with10Lots: fillUs(engine, 10), with10000Lots: fillUs(engine, 10_000) },
};
console.log(JSON.stringify(run));
