/** The child side of limited-child.ts: reads its input, answers in frames, and never outlives its deadline. */
import { setPriority } from 'node:os';
import { packFrames, unpackFrames } from '#identity-documents/frames.ts';

/** Sends one more frame; it has been written when the promise settles. */
export type Answer = (frame: Uint8Array | string) => Promise<void>;

/** The parent kills the child at its deadline; this covers a parent that has died. */
const LONGEST_LIFE_MS = 60_000;

/**
 * Lower priority than the server, which handles orders at 0, but not by much, because somebody is waiting: at 19, a
 * busy machine would leave the child almost no time.
 */
const NICENESS = 5;

/** Exits when the turn is over: threads that a library leaves running would keep the process alive. */
export async function takeChildTurn(turn: (input: readonly Buffer[], answer: Answer) => Promise<void>): Promise<void> {
  setTimeout(() => process.exit(3), LONGEST_LIFE_MS).unref();
  setPriority(NICENESS);
  const answer: Answer = (frame) =>
    new Promise((resolve, reject) => {
      const bytes = typeof frame === 'string' ? Buffer.from(frame) : frame;
      process.stdout.write(packFrames([bytes]), (error) => (error ? reject(error) : resolve()));
    });
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    await turn(unpackFrames(Buffer.concat(chunks)), answer);
    process.exit(0);
  } catch {
    process.exit(1);
  }
}
