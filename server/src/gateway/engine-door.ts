/**
 * The engine's end of the bus: takes commands from gateways, tells of batches that are on disk, and that it lives. A
 * command is executed once, however often its request arrives: the journal has the ids of those that were.
 */
import { type Bus, MessageTooLongError } from '#bus/bus.ts';
import { answerTo } from '#bus/questions.ts';
import {
  type Alive,
  decodeSubmissions,
  ENGINE_ALIVE,
  fateAt,
  JOURNAL,
  type Submission,
  settleAt,
  submitTo,
  type Unwritten,
  unwrittenBy,
} from '#gateway/engine-messages.ts';
import type { Clock } from '#ground/clock.ts';
import type { Load } from '#ground/load.ts';
import type { JournalReader, StoredText } from '#journal/journal.ts';
import { decodeCommands } from '#journal/journal-codec.ts';
import { ordersOf } from '#journal/named-orders.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { urgencyOf } from '#journal/urgency.ts';

export interface EngineDoor {
  /** Tells of a batch that is on disk. */
  hear(batch: StoredText): void;
  /** Takes commands from now on. */
  open(sequencer: Sequencer): void;
  /** Takes no more, and goes on telling that it lives: gateways keep theirs for its successor. */
  shut(): void;
  close(): void;
}

const ALIVE_EVERY_MS = 200;
/** Nobody asks again for what so many others have followed. */
const REMEMBERED = 20_000;

export function createEngineDoor(options: {
  readonly bus: Bus;
  readonly epoch: number;
  readonly load: Load;
  /** Of what passes, whatever the engine's clock says. */
  readonly steady: Pick<Clock, 'every'>;
  /** Ids of requests that are executed, oldest first. */
  readonly executed: readonly string[];
  readonly onError: (error: unknown) => void;
}): EngineDoor {
  const { bus, epoch, load, steady, onError } = options;
  /** Refusals too: a sender that was told of one must not find it executed by a second copy that came late. */
  const outcomes = new Map<string, Promise<Unwritten | undefined>>();
  const serving: (() => void)[] = [];
  let stopTelling = (): void => {};
  let durableSeq = 0;
  let saidCrowded = false;

  for (const submissionId of options.executed) remember(submissionId, Promise.resolve(undefined));

  function remember(submissionId: string, outcome: Promise<Unwritten | undefined>): void {
    outcomes.set(submissionId, outcome);
    if (outcomes.size <= REMEMBERED) return;
    const [oldest] = outcomes.keys();
    if (oldest !== undefined) outcomes.delete(oldest);
  }

  async function execute(sequencer: Sequencer, submission: Submission): Promise<Unwritten | undefined> {
    const { submissionId, body, withinMs } = submission;
    const sender =
      withinMs === null ? undefined : { untilMs: submission.untilMs ?? load.nowMs() + withinMs, isGone: () => false };
    try {
      const refused = ordersOf(body).some(sequencer.knows) ? undefined : sequencer.refusal(urgencyOf(body));
      if (refused) throw refused;
      const { command } = await sequencer.submit(body, sender, submissionId);
      return command.submissionId === submissionId ? undefined : { knownAt: sequencer.durableSeq };
    } catch (error) {
      const told = unwrittenBy(error);
      if ('failed' in told) onError(error);
      return told;
    }
  }

  async function take(sequencer: Sequencer, text: string): Promise<string> {
    const unwritten: [string, Unwritten][] = [];
    await Promise.all(
      decodeSubmissions(text).map(async (submission) => {
        const { submissionId } = submission;
        const known = outcomes.get(submissionId);
        const outcome = known ?? execute(sequencer, submission);
        if (!known) remember(submissionId, outcome);
        const told = await outcome;
        if (told) unwritten.push([submissionId, told]);
      }),
    );
    if (sequencer.isCrowded && !saidCrowded) tellAlive(sequencer);
    return JSON.stringify(unwritten);
  }

  function tellAlive({ isCrowded, stoppage }: Sequencer): void {
    saidCrowded = isCrowded;
    const alive: Alive = { epoch, seq: durableSeq, isCrowded, clockMs: load.nowMs(), stoppage };
    bus.publish(ENGINE_ALIVE, JSON.stringify(alive));
  }

  function shut(): void {
    for (const stop of serving.splice(0)) stop();
  }

  return {
    hear(batch) {
      durableSeq = batch.lastSeq;
      publish(bus, batch);
    },
    open(sequencer) {
      durableSeq = sequencer.durableSeq;
      const taking = telling(onError, (text) => take(sequencer, text));
      serving.push(
        bus.serve(submitTo(epoch), taking),
        bus.serve(settleAt(epoch), () => settledSeq(sequencer)),
      );
      serving.push(answerTo(bus, fateAt(epoch), sequencer.fateOf));
      stopTelling = steady.every(ALIVE_EVERY_MS, () => tellAlive(sequencer));
      tellAlive(sequencer);
    },
    shut,
    close() {
      shut();
      stopTelling();
    },
  };
}

/** Whoever hears that a batch is too long for the bus reads it from the database. */
function publish(bus: Bus, batch: StoredText): void {
  try {
    bus.publish(JOURNAL, JSON.stringify(batch));
  } catch (error) {
    if (!(error instanceof MessageTooLongError)) throw error;
    bus.publish(JOURNAL, JSON.stringify({ lastSeq: batch.lastSeq }));
  }
}

async function settledSeq(sequencer: Sequencer): Promise<string> {
  await sequencer.settled();
  return String(sequencer.durableSeq);
}

function telling(onError: (error: unknown) => void, answer: (text: string) => Promise<string>): typeof answer {
  return async (text) => {
    try {
      return await answer(text);
    } catch (error) {
      onError(error);
      throw error;
    }
  };
}

/** The ids of the last requests that the journal has, oldest first. */
export async function readExecuted(client: JournalReader, headSeq: number): Promise<string[]> {
  const { rows } = await client.query<{ commands: string }>(
    'select commands from journal_batch where last_seq > $1 order by first_seq',
    [headSeq - REMEMBERED],
  );
  const commands = rows.flatMap((row) => decodeCommands(row.commands));
  return commands.flatMap(({ submissionId }) => (submissionId === undefined ? [] : [submissionId]));
}
