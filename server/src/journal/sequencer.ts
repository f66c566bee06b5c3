/**
 * The one queue for everything that happens: it stamps seq and time, lets the engine execute, and forms batches. One
 * batch commits while the next executes; nothing is published before its batch is durable. A failed commit ends the
 * process, because only recovery can know what is on disk; but a batch for which the database's disk is full was not
 * written, and is tried until it is. While that lasts, a commit takes too long, or more comes than can be done, what can
 * wait is refused at once, the least urgent first (urgency.ts). What nobody waits for any more is not executed. While a
 * commit hangs nothing is executed, and the engine's time stands still: it decides nothing about a market that nobody
 * can reach and people whom nobody hears. Facts wait in their order.
 */

import type { Stoppage } from '@mua/contract/entities/stoppage';
import type { Command } from '@mua/core/engine';
import { answerRepetition, type CommandBody, type EngineEvent, type EngineState, execute } from '@mua/core/engine';
import { foundNoSpace } from '#db/disk-full.ts';
import type { Load, ShedReason } from '#ground/load.ts';
import { type Follow, type OwnRequest, outsideRequests, ownRequest } from '#ground/own-request.ts';
import { createClosedAccounts } from '#journal/closed-accounts.ts';
import { type Crowd, watchCrowd } from '#journal/crowd.ts';
import { createFollowedCommands, type FollowedStep } from '#journal/followed-commands.ts';
import type { Journal } from '#journal/journal.ts';
import {
  isExecuted,
  makeTheSame,
  type NamedOrder,
  type OrderFate,
  OrdersUnderWay,
  ordersOf,
} from '#journal/named-orders.ts';
import { collectMessages, collectRows } from '#journal/projections/collect-rows.ts';
import { type BatchRows, emptyRows, type MailboxRecord } from '#journal/projections/rows.ts';
import type { Projector } from '#journal/projector.ts';
import { BEHIND_MS, QUEUE_MS, STALL_MS, type Urgency, urgencyOf } from '#journal/urgency.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { replyError } from '#refusals/reply-error.ts';

/** A step that is on disk. */
export interface DurableStep {
  readonly command: Command;
  readonly events: readonly EngineEvent[];
}

/** Who waits for a command. */
export interface Sender {
  /** An execution after this time is not wanted. */
  readonly untilMs: number;
  /** Whether nobody would hear the answer. */
  isGone(): boolean;
}

export interface Sequencer {
  /**
   * Resolves with the step once it is durable; rejects with JournalBusyError if it was not taken because too much
   * waits, storage runs out or its sender has gone, and with OrderTooLate if its time was over before it could be
   * executed. A command from another process is written with the id under which it came.
   */
  submit(body: CommandBody, sender?: Sender, submissionId?: string): Promise<DurableStep>;
  /** Why nothing of this urgency is taken from outside now; undefined if it is. To be asked before `submit`. */
  refusal(urgency: Urgency): JournalBusyError | undefined;
  /**
   * Whether such an order was executed or is on its way, as far as this process knows. Whoever sends it again is answered
   * and never refused: a refusal says that nothing was taken.
   */
  knows(order: NamedOrder): boolean;
  /** The same for certain. To be asked where an order was found nowhere, before that is told. */
  fateOf(order: NamedOrder): Promise<OrderFate>;
  /** Whether so much comes that some of it was refused a moment ago. */
  readonly isCrowded: boolean;
  /**
   * Closes sub-accounts: deposits, withdrawals and orders for them, queued ones too, are rejected with InvestorDeleted.
   * Returns how to open them again.
   */
  closeAccounts(accountIds: readonly string[]): () => void;
  /**
   * Calls the listener with every durable batch, after its submitters, in order of subscription. Nothing that waits is
   * executed before it returns if the batch hung.
   */
  onDurable(listener: (steps: readonly DurableStep[]) => void): void;
  /** Last seq on disk. */
  readonly durableSeq: number;
  /**
   * How long the oldest command that is not on disk has waited, in ms; 0 while none does. Whoever hears of a batch is
   * told how long that one has taken.
   */
  readonly waitingMs: number;
  /** What keeps orders from being taken, other than that too much comes; undefined while nothing does. */
  readonly stoppage: Stoppage | undefined;
  readonly state: EngineState;
  /** Waits until everything submitted so far, and its consequences, are durable. */
  settled(): Promise<void>;
  /** Waits until everything submitted is durable, and refuses new commands. */
  drain(): Promise<void>;
}

/** Where the engine is, for whoever speaks with the exchange. */
export interface EngineSequencer extends Sequencer {
  /** As `submit`, before everything that waits, which has to know of it. */
  submitFirst(body: CommandBody): Promise<DurableStep>;
}

/** The storage below the journal. */
export interface StorageSpace {
  /** Too little is left, or none was found, to begin anything new. */
  isShort(): boolean;
  /** Resolves when a batch that found no space may be tried again. */
  roomAgain(): Promise<void>;
}

/** The messages of a step for mailboxes, by the state that it has left. */
export type NoticesOf = (step: DurableStep, state: EngineState) => readonly MailboxRecord[];

export interface Projecting {
  readonly noticesOf: NoticesOf;
  /** Takes each batch once it is on disk. */
  readonly projector: Pick<Projector, 'take' | 'lagMs'>;
}

/** A commit that takes longer hangs: a healthy one takes some milliseconds, on a busy machine some hundred. */
export const STALLED_MS = 2_000;

const BATCH_LIMIT = 2_000;
const QUEUE_LIMIT = 20_000;

/** Made once: it is the answer to thousands a second, and where it comes from nobody asks. */
const TOO_MUCH = new JournalBusyError('too much comes', 'TOO_MUCH');

interface Waiting {
  readonly body: CommandBody;
  readonly sender: Sender | undefined;
  readonly submissionId: string | undefined;
  /** Of whom it is. */
  readonly request: OwnRequest | undefined;
  readonly resolve: (step: DurableStep) => void;
  readonly reject: (error: Error) => void;
}

interface Batch {
  /** When its first command was executed, by the load's clock. */
  sinceMs: number;
  /** How many commands were not on disk when its commit began, its own included. */
  waiting: number;
  readonly steps: DurableStep[];
  readonly resolvers: ((step: DurableStep) => void)[];
  readonly followed: FollowedStep[];
  /** Answers that must not be known before what they speak of is on disk. */
  readonly repetitions: (() => void)[];
  readonly rows: BatchRows;
}

function emptyBatch(): Batch {
  return { sinceMs: 0, waiting: 0, steps: [], resolvers: [], followed: [], repetitions: [], rows: emptyRows() };
}

export function createSequencer(options: {
  readonly state: EngineState;
  readonly journal: Journal;
  readonly load: Load;
  readonly now: () => number;
  /** Whoever fills the read tables, and what messages they get; absent where another process does. */
  readonly projecting?: Projecting;
  /** Called once, on a broken invariant or a failed commit. It must end the process. */
  readonly onFatal: (error: unknown) => void;
  readonly crowd?: Crowd;
  /** Where nobody watches it, a batch that finds no space ends the process. */
  readonly space?: StorageSpace;
}): EngineSequencer {
  const { state, journal, load, now, projecting, onFatal, space, crowd = watchCrowd(load.nowMs) } = options;
  const listeners: ((steps: readonly DurableStep[]) => void)[] = [];
  const queue: Waiting[] = [];
  const queued = new OrdersUnderWay();
  const closedAccounts = createClosedAccounts();
  const followedCommands = createFollowedCommands();
  let forming = emptyBatch();
  let committing: Batch | null = null;
  let scheduled = false;
  let closed: 'open' | 'draining' | 'dead' = 'open';
  let durableSeq = state.seq;
  let whenIdle: (() => void)[] = [];

  function run(waiting: Waiting): void {
    const { body, request, submissionId } = waiting;
    if (isAnswered(waiting)) return;
    const unwanted = closedAccounts.refusal(body) ?? unwantedFor(waiting);
    if (unwanted) {
      waiting.reject(unwanted);
      return;
    }
    // Not spread: the runtime gives an object that is spread and extended a hidden class of its own, slow to make and
    // read.
    const [seq, timeMs] = [state.seq + 1, Math.max(state.timeMs, now())];
    const stamp = submissionId === undefined ? { seq, timeMs } : { seq, timeMs, submissionId };
    const command: Command = Object.assign({}, body, stamp);
    if (forming.steps.length === 0) forming.sinceMs = load.nowMs();
    request?.follow?.('executing');
    const step = { command, events: execute(state, command) };
    if (request?.follow) follow(step, request.follow);
    collectRows(forming.rows, command, step.events);
    if (projecting) collectMessages(forming.rows, command, projecting.noticesOf(step, state));
    forming.steps.push(step);
    forming.resolvers.push(waiting.resolve);
  }

  /**
   * An order that is there already is told of as soon as it is on disk, whatever is refused to others and whatever became
   * of its sender's patience. To write the question down would change nothing.
   */
  function isAnswered({ body, resolve }: Pick<Waiting, 'body' | 'resolve'>): boolean {
    const events = answerRepetition(state, body);
    if (!events) return false;
    const step = { command: { ...body, seq: state.seq, timeMs: state.timeMs }, events };
    const batch = [committing, forming].find((unwritten) =>
      unwritten?.steps.some(({ command }) => makeTheSame(command, body)),
    );
    if (batch) batch.repetitions.push(() => resolve(step));
    else resolve(step);
    return true;
  }

  function follow(step: DurableStep, tell: Follow): void {
    tell('executed', { command: step.command.kind, seq: step.command.seq });
    forming.followed.push({ step, follow: tell });
  }

  function fillBatch(): void {
    if (isHanging()) return;
    while (forming.steps.length < BATCH_LIMIT) {
      const waiting = queue.shift();
      if (!waiting) return;
      queued.remove(waiting.body);
      run(waiting);
    }
  }

  function schedule(): void {
    if (scheduled || committing || closed === 'dead') return;
    scheduled = true;
    // A batch is of many.
    outsideRequests(() =>
      setImmediate(() => {
        scheduled = false;
        void commit();
      }),
    );
  }

  async function commit(): Promise<void> {
    const batch = forming;
    if (committing || batch.steps.length === 0) return;
    committing = batch;
    forming = emptyBatch();
    try {
      fillBatch();
      batch.waiting = waitingCount();
      followedCommands.committing(batch.followed);
      await write(batch);
      publish(batch);
      committing = null;
      fillBatch();
    } catch (error) {
      die(error);
      return;
    }
    if (forming.steps.length > 0) {
      schedule();
      return;
    }
    const waiting = whenIdle;
    whenIdle = [];
    for (const resolveIdle of waiting) resolveIdle();
  }

  /** What the engine has executed can't be taken back: the very same batch is tried while the disk is full. */
  async function write({ steps, rows }: Batch): Promise<void> {
    const commands = steps.map((step) => step.command);
    for (;;) {
      try {
        await journal.append(commands, rows);
        return;
      } catch (error) {
        if (!space || !foundNoSpace(error)) throw error;
        await space.roomAgain();
      }
    }
  }

  function publish(batch: Batch): void {
    const firstSeq = durableSeq + 1;
    durableSeq = batch.steps.at(-1)?.command.seq ?? durableSeq;
    projecting?.projector.take({ firstSeq, lastSeq: durableSeq, rows: batch.rows });
    crowd.done(batch.steps.length, batch.waiting, batch.sinceMs);
    followedCommands.durable(batch.steps, batch.followed);
    batch.steps.forEach((step, index) => {
      batch.resolvers[index]?.(step);
    });
    for (const answer of batch.repetitions) answer();
    for (const listener of listeners) listener(batch.steps);
  }

  function settled(): Promise<void> {
    if (!committing && forming.steps.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      whenIdle.push(resolve);
      schedule();
    });
  }

  function waitingMs(): number {
    const oldest = committing ?? (forming.steps.length > 0 ? forming : null);
    return oldest === null ? 0 : load.nowMs() - oldest.sinceMs;
  }

  function isHanging(): boolean {
    return committing !== null && load.nowMs() - committing.sinceMs > STALLED_MS;
  }

  function unwantedFor({ sender }: Waiting): Error | undefined {
    if (!sender) return undefined;
    if (sender.isGone()) return shed('gone', new JournalBusyError('its sender has gone'));
    if (load.nowMs() <= sender.untilMs) return undefined;
    load.noteShed('late');
    return replyError('OrderTooLate', {});
  }

  function shed(reason: ShedReason, refused: JournalBusyError): JournalBusyError {
    load.noteShed(reason);
    return refused;
  }

  function waitingCount(): number {
    return queue.length + forming.steps.length + (committing?.steps.length ?? 0);
  }

  const isShort = (): boolean => space?.isShort() ?? false;
  const isBehind = (): boolean => (projecting?.projector.lagMs ?? 0) > BEHIND_MS;

  function stoppage(): Stoppage | undefined {
    if (isShort()) return 'SPACE';
    if (waitingMs() > STALLED_MS) return 'SILENT';
    return isBehind() ? 'BEHIND' : undefined;
  }

  /** Why nothing of this urgency can be written, whoever asks. */
  function unwritable(urgency: Urgency): JournalBusyError | undefined {
    // What hangs for lack of space is not mended by trying again.
    if ((urgency === 'opening' || urgency === 'reducing') && waitingMs() > STALL_MS[urgency])
      return shed(urgency, new JournalBusyError('the journal does not answer', isShort() ? 'SPACE' : 'SILENT'));
    if (urgency === 'opening' && isBehind())
      return shed('behind', new JournalBusyError('the read tables are behind', 'BEHIND'));
    if (urgency === 'opening' && isShort()) return shed('space', new JournalBusyError('storage runs out', 'SPACE'));
    const isFull = urgency !== 'fact' && queue.length >= QUEUE_LIMIT;
    return isFull ? shed('full', new JournalBusyError('too much is waiting', 'TOO_MUCH')) : undefined;
  }

  function refusal(urgency: Urgency): JournalBusyError | undefined {
    if ((urgency === 'opening' || urgency === 'reducing') && crowd.isTooLong(waitingCount(), QUEUE_MS[urgency]))
      return shed(urgency, TOO_MUCH);
    return unwritable(urgency);
  }

  function knows(order: NamedOrder): boolean {
    return isExecuted(state, order) || queued.has(order);
  }

  function fateOf(order: NamedOrder): OrderFate {
    if (isExecuted(state, order)) return 'executed';
    const isHeldUp = waitingMs() > (isShort() ? 0 : STALLED_MS);
    return isHeldUp || queued.has(order) ? 'unsure' : 'absent';
  }

  function demandRoom(body: CommandBody): void {
    // It is answered when the one before it has come to its turn.
    if (ordersOf(body).some(knows)) return;
    const refused = unwritable(urgencyOf(body));
    if (refused) throw refused;
  }

  function die(error: unknown): void {
    if (closed === 'dead') return;
    closed = 'dead';
    onFatal(error);
  }

  /** `add` puts it in the queue. */
  function enter(
    asked: Pick<Waiting, 'body' | 'sender' | 'submissionId'>,
    add: (waiting: Waiting) => unknown,
  ): Promise<DurableStep> {
    const { body, sender, submissionId } = asked;
    return new Promise((resolve, reject) => {
      if (closed !== 'dead' && isAnswered({ body, resolve })) return;
      if (closed !== 'open') throw new JournalBusyError('the sequencer is closed');
      demandRoom(body);
      const request = ownRequest();
      request?.follow?.('queued');
      queued.add(body);
      add({ body, sender, submissionId, request, resolve, reject });
      try {
        fillBatch();
      } catch (error) {
        die(error);
        return;
      }
      schedule();
    });
  }

  return {
    state,
    get durableSeq() {
      return durableSeq;
    },
    get waitingMs() {
      return waitingMs();
    },
    get stoppage() {
      return stoppage();
    },
    get isCrowded() {
      return crowd.isOverload;
    },
    ...{ refusal, knows },
    fateOf: async (order) => fateOf(order),
    submit: (body, sender, submissionId) => enter({ body, sender, submissionId }, (waiting) => queue.push(waiting)),
    submitFirst: (body) =>
      enter({ body, sender: undefined, submissionId: undefined }, (waiting) => queue.unshift(waiting)),
    closeAccounts: closedAccounts.close,
    onDurable(listener) {
      listeners.push(listener);
    },
    settled,
    drain() {
      if (closed === 'open') closed = 'draining';
      return settled();
    },
  };
}
