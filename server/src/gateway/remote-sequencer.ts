/**
 * The sequencer as a gateway has it: the engine runs in another process. A command is done when this process's own
 * replica has executed it, so whoever wrote reads what they wrote.
 */
import { answerRepetition, type CommandBody } from '@mua/core/engine';
import type { Bus } from '#bus/bus.ts';
import { ask } from '#bus/questions.ts';
import { Courier } from '#gateway/courier.ts';
import { encodeGatewayAlive, fateAt, GATEWAY_ALIVE, settleAt } from '#gateway/engine-messages.ts';
import { type EngineWatch, watchEngine } from '#gateway/engine-watch.ts';
import type { Clock } from '#ground/clock.ts';
import type { Load } from '#ground/load.ts';
import { createClosedAccounts } from '#journal/closed-accounts.ts';
import { isExecuted, type NamedOrder, type OrderFate } from '#journal/named-orders.ts';
import type { Replica } from '#journal/replica.ts';
import type { DurableStep, Sequencer } from '#journal/sequencer.ts';
import { QUEUE_MS, type Urgency, urgencyOf } from '#journal/urgency.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { ReplyError } from '#refusals/reply-error.ts';

export interface RemoteSequencer extends Sequencer {
  /** How long nothing has been heard of the engine, in ms. */
  readonly silentMs: number;
  /** Of the engine that serves now; undefined before one was heard. */
  readonly epoch: number | undefined;
  /** Resolves when an engine is there and this process knows what it knew. */
  ready(): Promise<void>;
  close(): void;
}

/** After so long without a sign of life nothing new is taken. A takeover is shorter. */
const SILENT_MS = 2_000;
const LOOK_MS = 100;
const ALIVE_EVERY_MS = 250;
/** Beyond that nobody gets an answer in time. */
const PENDING_LIMIT = 5_000;
const SETTLED_MS = 30_000;
/** So many are always let in: the engine writes them together, as fast as a few. */
const FEW = 100;

/** Made once: it is the answer to thousands a second. */
const TOO_MUCH = new JournalBusyError('too much comes', 'TOO_MUCH');

export function createRemoteSequencer(options: {
  readonly bus: Bus;
  readonly replica: Replica;
  /** By whose clock senders say until when they wait. */
  readonly load: Load;
  /** Of what passes, whatever engine and market call the time. */
  readonly steady: Pick<Clock, 'nowMs' | 'every'>;
  readonly onError: (error: unknown) => void;
}): RemoteSequencer {
  const { bus, replica, load, steady, onError } = options;
  const { state } = replica;
  const closedAccounts = createClosedAccounts();
  let isClosed = false;

  function repetitionOf(body: CommandBody): DurableStep | undefined {
    const events = answerRepetition(state, body);
    return events && { command: { ...body, seq: state.seq, timeMs: state.timeMs }, events };
  }

  const courier = new Courier({
    ...{ bus, load, steady, epoch: () => engine.epoch, engineClockMs: () => engine.clockMs },
    async repetitionAt(seq, body) {
      await replica.reached(seq);
      return repetitionOf(body);
    },
  });
  const engine = watchEngine({ bus, replica, steady, onNew: () => courier.sendAllAgain(), onError });
  const stopLooking = steady.every(LOOK_MS, () => courier.look());
  const stopTelling = steady.every(ALIVE_EVERY_MS, () => tellAlive(bus, engine));
  replica.onBatch(({ steps }) => {
    for (const step of steps) courier.executed(step);
  });

  /**
   * What the engine refuses in an overload, without asking it. While it has not told what became of as much as it does
   * within the time that such a command bears, it would refuse more of it; and there is always enough for it to do.
   */
  function isTooMuch(urgency: Urgency): boolean {
    if (!engine.isCrowded || courier.size < FEW) return false;
    if (urgency !== 'opening' && urgency !== 'reducing') return false;
    if (courier.waitingMs <= QUEUE_MS[urgency]) return false;
    load.noteShed(urgency);
    return true;
  }

  function refusal(urgency: Urgency): JournalBusyError | undefined {
    if (isClosed) return new JournalBusyError('the gateway is closed');
    if (engine.silentMs > SILENT_MS) return new JournalBusyError('the engine does not answer');
    if (isTooMuch(urgency)) return TOO_MUCH;
    return courier.size >= PENDING_LIMIT ? new JournalBusyError('too much is waiting', 'TOO_MUCH') : undefined;
  }

  return {
    ...{ state, refusal, closeAccounts: closedAccounts.close, ready: engine.ready },
    knows: (order) => isExecuted(state, order) || courier.carries(order),
    fateOf: (order) => fateOf({ bus, state, courier, engine }, order),
    get durableSeq() {
      return state.seq;
    },
    get waitingMs() {
      return courier.waitingMs;
    },
    get stoppage() {
      return engine.silentMs > SILENT_MS ? 'SILENT' : engine.stoppage;
    },
    get isCrowded() {
      return engine.isCrowded;
    },
    get silentMs() {
      return engine.silentMs;
    },
    get epoch() {
      return engine.epoch;
    },
    async submit(body, sender) {
      for (let first = courier.join(body); first; first = courier.join(body)) await first.catch(demandUntaken);
      const repeated = repetitionOf(body);
      if (repeated) return repeated;
      const unwanted = refusal(urgencyOf(body)) ?? closedAccounts.refusal(body);
      if (unwanted) throw unwanted;
      return courier.submit(body, sender);
    },
    onDurable: (listener) => replica.onBatch(({ steps }) => listener(steps)),
    async settled() {
      await courier.idle();
      if (engine.epoch === undefined) return;
      await replica.reached(Number(await bus.request(settleAt(engine.epoch), '', SETTLED_MS)));
    },
    drain() {
      isClosed = true;
      return courier.idle();
    },
    close() {
      stopLooking();
      stopTelling();
      engine.close();
    },
  };
}

/** Only the engine knows of those that wait for their commit, or that another gateway has sent. */
async function fateOf(
  parts: Pick<Replica, 'state'> & { readonly bus: Bus; readonly courier: Courier; readonly engine: EngineWatch },
  order: NamedOrder,
): Promise<OrderFate> {
  const { bus, state, courier, engine } = parts;
  if (isExecuted(state, order)) return 'executed';
  const { epoch, silentMs } = engine;
  if (courier.carries(order) || epoch === undefined || silentMs > SILENT_MS) return 'unsure';
  const { accountId, clientOrderId } = order;
  const told = await ask(bus, fateAt(epoch), { accountId, clientOrderId }).catch(() => 'unsure' as const);
  // One that was superseded knows nothing of what its successor does.
  return engine.epoch === epoch ? told : 'unsure';
}

/** Of what was not taken the next one under its id is a new order; of anything else nobody may be told that. */
function demandUntaken(error: unknown): void {
  const isUntaken =
    error instanceof JournalBusyError || (error instanceof ReplyError && error.code !== 'RpcTimeoutError');
  if (!isUntaken) throw error;
}

function tellAlive(bus: Bus, { silentMs, hearingMs }: EngineWatch): void {
  // What was said while this process was cut off is nobody's silence.
  const unheardMs = Math.min(silentMs, hearingMs);
  bus.publish(GATEWAY_ALIVE, encodeGatewayAlive({ silentMs: unheardMs, hearingMs }));
}
