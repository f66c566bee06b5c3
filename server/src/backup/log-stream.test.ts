/** What PostgreSQL sends goes on in few pieces, and old log is not taken for news. */
import { expect, test, vi } from 'vitest';
import { streamLog } from '#backup/log-stream.ts';
import type { LogKeeper } from '#backup/place.ts';
import type { Replication } from '#db/replication.ts';

const START = 0x3000000n;
const WITHIN = { timeout: 20_000, interval: 1 };

interface StageReplication extends Replication {
  /** Log from this offset of the segment on, while the whole log ends at that one. */
  tell(offset: number, text: string, end: number): void;
}

/** A PostgreSQL whose log ends at this offset of the segment. */
function stageReplication(end: number): StageReplication {
  let take: (chunk: Buffer) => void = () => {};
  let finish: () => void = () => {};
  return {
    async rows(command) {
      if (command !== 'IDENTIFY_SYSTEM') return [{ wal_segment_size: '16MB' }];
      return [{ timeline: '1', xlogpos: `0/${(START + BigInt(end)).toString(16)}` }];
    },
    copy(_command, to) {
      take = to;
      return new Promise((resolve) => {
        finish = () => resolve([]);
      });
    },
    ...{ send: () => {}, pause: () => {}, resume: () => {} },
    end: async () => finish(),
    tell(offset, text, allEnd) {
      const head = Buffer.alloc(25);
      head.write('w');
      head.writeBigUInt64BE(START + BigInt(offset), 1);
      head.writeBigUInt64BE(START + BigInt(allEnd), 9);
      take(Buffer.concat([head, Buffer.from(text)]));
    },
  };
}

interface StageLog extends LogKeeper {
  readonly added: string[];
  /** What is waiting is due. */
  letGo(): void;
}

function stageLog(): StageLog {
  const added: string[] = [];
  let letGo: () => void = () => {};
  return {
    added,
    letGo: () => letGo(),
    due: () =>
      new Promise((resolve) => {
        letGo = resolve;
      }),
    async add(_segment, offset, bytes) {
      added.push(`${offset}: ${bytes}`);
    },
    hurry: () => letGo(),
    close: async () => {},
  };
}

test('what comes while the place waits for more goes with what it waits for', async () => {
  const [postgres, log] = [stageReplication(0), stageLog()];
  const stream = await streamLog(postgres, log, START);
  postgres.tell(0, 'abc', 3);
  postgres.tell(3, 'def', 6);
  log.letGo();
  await vi.waitUntil(() => log.added.length > 0, WITHIN);
  expect(log.added).toEqual(['0: abcdef']);
  postgres.tell(6, 'ghi', 9);
  await stream.stop();
  expect(log.added).toEqual(['0: abcdef', '6: ghi']);
});

test('log from before the stream confirms nothing until all of it is in the place', async () => {
  const [postgres, log] = [stageReplication(6), stageLog()];
  const stream = await streamLog(postgres, log, START);
  const pass = async (pieces: number): Promise<void> => {
    log.letGo();
    await vi.waitUntil(() => log.added.length === pieces, WITHIN);
  };
  expect(stream.confirmedMs).toBeUndefined();
  postgres.tell(0, 'abc', 9);
  await pass(1);
  expect(stream.confirmedMs).toBeUndefined();
  postgres.tell(3, 'def', 9);
  await pass(2);
  await vi.waitUntil(() => stream.confirmedMs !== undefined, WITHIN);
  await stream.stop();
});
