/**
 * Takes PostgreSQL's log as it is written and hands it to the place of backups, so that the loss of the disk costs less
 * than a second and not a segment. A replication slot keeps for us what has not arrived yet: after a crash, or a place
 * that was away, the stream goes on with the segment where it stopped.
 */
import { trackConfirmed } from '#backup/confirmed-time.ts';
import { positionText, readPosition, segmentName, segmentStart } from '#backup/log-position.ts';
import type { LogKeeper } from '#backup/place.ts';
import type { Replication } from '#db/replication.ts';
import { systemClock } from '#ground/clock.ts';

export const SLOT = 'mua_backup';

export interface LogStream {
  /** Rejects when the connection or the place fails; what has arrived stays. */
  readonly ended: Promise<void>;
  /** What was committed by then is durable in the place; undefined until all from before the stream is. */
  readonly confirmedMs: number | undefined;
  /** What arrives from now on is made durable at once. */
  hurry(): void;
  /** What has arrived by now is made durable, and the stream ends. */
  stop(): Promise<void>;
}

/** More than this waits for the place: reading pauses. */
const WAITING_BYTES = 8 * 1024 * 1024;
const STATUS_MS = 10_000;
/** PostgreSQL counts microseconds from 2000. */
const EPOCH_2000_MS = 946_684_800_000;
/** Byte, position, position of the whole log's end, time: before the bytes of the log in each message. */
const HEADER_BYTES = 25;

interface Arrived {
  readonly position: bigint;
  readonly bytes: Buffer;
}

/**
 * Ends the replication with the stream.
 *
 * @param from a position that the slot still holds; the stream begins with its segment.
 */
export async function streamLog(replication: Replication, log: LogKeeper, from: bigint): Promise<LogStream> {
  const askedMs = systemClock().nowMs();
  const [system] = await replication.rows('IDENTIFY_SYSTEM');
  const timeline = Number(system?.timeline);
  const segmentBytes = await readSegmentBytes(replication);
  const start = segmentStart(from, segmentBytes);
  const confirmed = trackConfirmed(start, { position: readPosition(system?.xlogpos ?? '0/0'), atMs: askedMs });
  let waiting: Arrived[] = [];
  let waitingBytes = 0;
  let durable = start;
  let writing: Promise<void> | undefined;
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      await log.due();
      const taken = waiting;
      waiting = [];
      waitingBytes = 0;
      replication.resume();
      for (const { position, bytes } of together(taken, segmentBytes)) {
        const offset = Number(position % BigInt(segmentBytes));
        const isComplete = offset + bytes.length === segmentBytes;
        await log.add(segmentName(timeline, position, segmentBytes), offset, bytes, isComplete);
        durable = position + BigInt(bytes.length);
        confirmed.keep(durable);
        replication.send(statusOf(durable));
      }
    }
    writing = undefined;
  }

  function take(chunk: Buffer): void {
    const kind = String.fromCharCode(chunk[0] ?? 0);
    // A keep-alive whose last byte asks for an answer.
    if (kind === 'k' && chunk[17] === 1) replication.send(statusOf(durable));
    if (kind !== 'w') return;
    const position = chunk.readBigUInt64BE(1);
    const bytes = Buffer.from(chunk.subarray(HEADER_BYTES));
    waiting.push({ position, bytes });
    confirmed.hear({ position: chunk.readBigUInt64BE(9), atMs: systemClock().nowMs() });
    waitingBytes += bytes.length;
    const isFull = waitingBytes > WAITING_BYTES;
    if (isFull) replication.pause();
    // Neither a reader that is paused nor a segment that is complete is kept waiting.
    const end = position + BigInt(bytes.length);
    if (isFull || end >= segmentStart(durable, segmentBytes) + BigInt(segmentBytes)) log.hurry();
    writing ??= write();
    writing.catch(fail);
  }

  const command = `START_REPLICATION SLOT ${SLOT} PHYSICAL ${positionText(start)} TIMELINE ${timeline}`;
  const streaming = replication.copy(command, take);
  const status = setInterval(() => replication.send(statusOf(durable)), STATUS_MS);
  const close = async (): Promise<void> => {
    clearInterval(status);
    await replication.end();
    await log.close();
  };
  const ended = Promise.race([streaming, failed]).then(
    () => close(),
    async (error) => {
      await close();
      throw error;
    },
  );
  return {
    ended,
    get confirmedMs() {
      return confirmed.untilMs(systemClock().nowMs());
    },
    hurry: () => log.hurry('forEver'),
    async stop() {
      log.hurry('forEver');
      await writing?.catch(() => {});
      await close();
    },
  };
}

/** Neighbours become one, up to the end of their segment: each piece costs a sync. */
function together(arrived: readonly Arrived[], segmentBytes: number): Arrived[] {
  const pieces: { position: bigint; parts: Buffer[]; length: number }[] = [];
  for (const { position, bytes } of arrived) {
    for (let at = 0; at < bytes.length; ) {
      const here = position + BigInt(at);
      const left = segmentBytes - Number(here % BigInt(segmentBytes));
      const part = bytes.subarray(at, at + left);
      const last = pieces.at(-1);
      const follows = last && last.position + BigInt(last.length) === here && left !== segmentBytes;
      if (follows) {
        last.parts.push(part);
        last.length += part.length;
      } else pieces.push({ position: here, parts: [part], length: part.length });
      at += part.length;
    }
  }
  return pieces.map(({ position, parts }) => ({ position, bytes: Buffer.concat(parts) }));
}

function statusOf(durable: bigint): Buffer {
  const message = Buffer.alloc(34);
  message.write('r');
  // Written, synced, applied: to us these are one.
  for (const at of [1, 9, 17]) message.writeBigUInt64BE(durable, at);
  message.writeBigInt64BE(BigInt(systemClock().nowMs() - EPOCH_2000_MS) * 1000n, 25);
  return message;
}

export async function readSegmentBytes(replication: Replication): Promise<number> {
  const [shown] = await replication.rows('SHOW wal_segment_size');
  const [, count = '', unit = ''] = /^(\d+)(MB|GB)$/.exec(shown?.wal_segment_size ?? '') ?? [];
  return Number(count) * (unit === 'GB' ? 1024 : 1) * 1024 * 1024;
}

/** Where the slot stands; undefined if there is none, or PostgreSQL has thrown away what it should keep. */
export async function slotPosition(replication: Replication): Promise<bigint | undefined> {
  const [slot] = await replication.rows(`READ_REPLICATION_SLOT ${SLOT}`);
  return slot?.restart_lsn ? readPosition(slot.restart_lsn) : undefined;
}
