/** The child side of limited-child.ts: reads what it is given, answers in frames, and never outlives its deadline. */
import { setPriority } from 'node:os';
import { packFrames, unpackFrames } from '#identity-documents/frames.ts';

/** Answers with one frame more; it is on its way when the promise settles. */
export type Answer = (frame: Uint8Array | string) => Promise<void>;

/** The parent ends us at its deadline; this is for a parent that is gone. */
const LONGEST_LIFE_MS = 60_000;

/**
 * Orders come first, so above 0, which is theirs; not far above, for somebody waits: at 19 a machine that is busy with
 * anything at all leaves next to nothing.
 */
const NICENESS = 5;

/** Exits when the turn is done: threads that a library keeps would hold the process. */
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
