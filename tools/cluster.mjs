/**
 * `npm run cluster`: installs and builds what is outdated, then runs the cluster, which is server/src/cluster, in this
 * process.
 */
import { join } from 'node:path';
import { buildStale, ROOT } from './build.mjs';
import { installMissing } from './install.mjs';

const PARENT_LOOK_MS = 500;

function say(message) {
  console.log(`· ${message}`);
}

/** npm ends by a signal without passing it on: whoever stops npm means the cluster. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'cluster') return;
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_LOOK_MS).unref();
}

stopWithNpm();
await installMissing(say);
await buildStale(say);
process.setSourceMapsEnabled(true);
await import(join(ROOT, 'server/dist/cluster/command.js'));
