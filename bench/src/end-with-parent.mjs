/**
 * Loaded into every product that a benchmark starts: when the benchmark ends, in whatever way, its end of the channel
 * closes, and the product stops cleanly and removes its data folder (BENCH_HOME). Plain JavaScript, because the built
 * product is started without a compiler.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const POLL_MS = 100;
const LONGEST_START_MS = 60_000;

/** Waits until the product handles the signal; before, it would die of it and leave its database running. */
function stopOnceStarted(waitedMs) {
  if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM');
  else if (waitedMs > LONGEST_START_MS) process.exit(70);
  else setTimeout(() => stopOnceStarted(waitedMs + POLL_MS), POLL_MS);
}

/** Ends the database at once if the product crashes: its data are not needed any more. */
function clearHome(home) {
  const lock = join(home, 'postgres', 'postmaster.pid');
  try {
    if (existsSync(lock)) process.kill(Number(readFileSync(lock, 'utf8').split('\n')[0]), 'SIGQUIT');
  } catch {
    // It has ended in the meantime.
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

if (isMainThread && process.connected) {
  process.once('disconnect', () => {
    // Its output has no reader any more, which must not crash it while stopping.
    for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
    process.once('exit', () => {
      if (process.env.BENCH_HOME) clearHome(process.env.BENCH_HOME);
    });
    stopOnceStarted(0);
  });
}
