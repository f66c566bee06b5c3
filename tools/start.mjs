/**
 * `npm start`: the supervisor. Installs and builds what is outdated, starts the server, restarts it after a crash (twice
 * at once, then after pauses that grow to 30 s), and stops it cleanly. It holds no state of the product.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { buildStale, ROOT } from './build.mjs';
import { installMissing } from './install.mjs';

/**
 * With this exit code the server says that a restart can't help: invalid settings, damaged data, or a second server in
 * one data folder.
 */
const HOPELESS = 78;
/** A start takes some seconds: trading is back within ten even after the fourth crash in a row. */
const PAUSES_MS = [200, 200, 1_000, 3_000, 10_000, 30_000];
/** Of a server that ran for so long the next crash is a first one: it can't be a start that fails again and again. */
const STEADY_AFTER_MS = 30_000;
const PARENT_LOOK_MS = 500;
/** A stop is over within fifteen seconds, even if it takes a moment to be heard of. A server that can ends in twelve. */
const STOPPED_WITHIN_MS = 13_000;
/** The server's own exit code for it: the next start recovers. */
const CRASHED = 70;

const args = process.argv.slice(2);
const wantsReset = args.includes('--reset');
const serverArgs = args.filter((arg) => arg !== '--reset' && arg !== '--yes');
/** Blank counts as unset, as it does for the server: it must not become ROOT, which a reset would empty. */
const dataDir = resolve(ROOT, [flag('--data-dir'), process.env.DATA_DIR].find((said) => said?.trim()) ?? './data');

function flag(name) {
  const inline = args.find((arg) => arg.startsWith(`${name}=`));
  if (inline) return inline.slice(name.length + 1);
  const at = args.indexOf(name);
  return at >= 0 ? args[at + 1] : undefined;
}

function say(message) {
  console.log(`· ${message}`);
}

async function resetData() {
  if (!args.includes('--yes')) {
    const prompt = createInterface({ input: process.stdin, output: process.stdout });
    const answer = await prompt.question(`Empty ${dataDir}? Everything in it is lost. (yes/no) `);
    prompt.close();
    if (answer.trim() !== 'yes') process.exit(1);
  }
  const { discardEmbeddedPostgres } = await import(join(ROOT, 'server/dist/db/embedded-postgres.js'));
  await discardEmbeddedPostgres(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
  say(`${dataDir} is empty`);
}

const preparing = new AbortController();
let server;
let stopping = false;
let isPrepared = false;
let wake = () => {};

function superviseOnce(node) {
  return new Promise((done) => {
    const startedAt = performance.now();
    server = spawn(node, ['--enable-source-maps', join(ROOT, 'server/dist/app/main.js'), ...serverArgs], {
      cwd: ROOT,
      // Nothing is sent over the channel; its end tells the server that its supervisor is gone.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // A file system that hangs (pictures, backups) keeps threads of Node's pool, of which there are four, and passwords
      // and compression need some.
      env: { UV_THREADPOOL_SIZE: '32', ...process.env, DATA_DIR: dataDir, NODE_ENV: 'production' },
      // It has a process group of its own: Ctrl-C reaches it through the supervisor, once.
      detached: true,
    });
    const end = (code, signal) => done({ code, signal, ranMs: performance.now() - startedAt });
    server.on('exit', end);
    // It could not be started at all: no memory, or no process left. That passes.
    server.on('error', ({ code }) => end(CRASHED, code));
  });
}

async function supervise(node) {
  let crashes = 0;
  while (!stopping) {
    const { code, signal, ranMs } = await superviseOnce(node);
    if (stopping) return signal === 'SIGKILL' ? CRASHED : (code ?? 0);
    if (code === HOPELESS || code === 0) return code;
    if (ranMs > STEADY_AFTER_MS) crashes = 0;
    const pauseMs = PAUSES_MS[Math.min(crashes, PAUSES_MS.length - 1)];
    crashes += 1;
    say(`The server ended (${signal ?? code}); starting it again in ${pauseMs / 1000} s`);
    await new Promise((resolvePause) => {
      const timer = setTimeout(resolvePause, pauseMs);
      wake = () => {
        clearTimeout(timer);
        resolvePause();
      };
    });
  }
  return 0;
}

/** A server whose supervisor was killed shuts down by itself; a new one must wait, as both would use the database. */
async function awaitOrphan(processAtWork) {
  const isThere = (as) => processAtWork(dataDir, as) !== undefined;
  const isOrphan = () => (isThere('server') || isThere('start')) && !isThere('supervisor');
  // A stop takes at most twelve seconds, and is heard of a moment later.
  for (let tries = 0; tries < 150 && isOrphan(); tries += 1) {
    if (tries === 0) say('Waiting for a server that was left behind');
    await new Promise((resolvePause) => setTimeout(resolvePause, 100));
  }
}

function stop() {
  if (stopping) return;
  stopping = true;
  if (!isPrepared) {
    // What is not finished now, the next start installs or builds again.
    preparing.abort();
    process.exit(0);
  }
  server?.kill('SIGTERM');
  setTimeout(() => server?.kill('SIGKILL'), STOPPED_WITHIN_MS).unref();
  wake();
}

process.on('SIGINT', stop);
process.on('SIGTERM', stop);
process.on('SIGHUP', stop);
stopWithNpm();

/** npm ends by a signal without passing it on: whoever stops npm means the product. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const { ppid } = process;
  setInterval(() => process.ppid !== ppid && stop(), PARENT_LOOK_MS).unref();
}

try {
  await installMissing(say, preparing.signal);
  await buildStale(say, preparing.signal);
  // The server's own functions, from the current build: it knows the folders on which Node's mkdir hangs.
  const { keepFilesPrivate, makeFolder } = await import(join(ROOT, 'server/dist/ground/data-dir.js'));
  const { noteProcess, processAtWork, removeNote } = await import(join(ROOT, 'server/dist/ground/process-notes.js'));
  await awaitOrphan(processAtWork);
  if (processAtWork(dataDir, 'supervisor') !== undefined) {
    console.error(`Another npm start runs in ${dataDir}; stop it first, or choose another --data-dir.`);
    process.exit(HOPELESS);
  }
  if (wantsReset) await resetData();
  const { foldersOfDatabase } = await import(join(ROOT, 'server/dist/db/embedded-postgres.js'));
  const { awaitSpaceToStart } = await import(join(ROOT, 'server/dist/system/free-space.js'));
  await awaitSpaceToStart(foldersOfDatabase(dataDir), { say, assertNotAsked: () => {} });
  // Not before the build, whose files are for everybody.
  keepFilesPrivate();
  makeFolder(join(dataDir, 'run'));
  noteProcess(dataDir, 'supervisor');
  isPrepared = true;
  const { productNode } = await import(join(ROOT, 'server/dist/ground/product-node.js'));
  const code = await supervise(productNode());
  removeNote(dataDir, 'supervisor');
  process.exit(code);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
