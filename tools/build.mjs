/**
 * Builds what is outdated: the server in a few files (server-bundle.mjs), the client by Vite. Called by `npm run build`,
 * which first installs what is missing, and by the start if the sources' hash differs from the built one.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install.mjs';
import { run } from './run.mjs';
import { bundleServer } from './server-bundle.mjs';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');

/** The client, then the one file that checks statements without it. */
const CLIENT_CONFIGS = ['vite.config.ts', 'saved-copy.config.ts'];

/** What each part is made of: its own sources and those of the chapters that come into it. */
const PARTS = [
  {
    name: 'server',
    from: ['core/src', 'contract/src', 'server/src', 'tools/server-bundle.mjs'],
    makes: 'server/dist/app/main.js',
    make: () => bundleServer(ROOT),
  },
  {
    name: 'client',
    from: [
      ...['core/src', 'contract/src', 'web/src', 'web/public', 'web/.env', 'web/index.html', 'web/mua-verify.html'],
      ...[...CLIENT_CONFIGS.map((config) => `web/${config}`), 'web/page-chunks.ts', 'tsconfig.base.json'],
    ],
    makes: 'web/dist/index.html',
    make: buildClient,
  },
];

/** Without npx, which would end by a signal and leave Vite at work. */
async function buildClient(signal) {
  for (const config of CLIENT_CONFIGS)
    await run(process.execPath, [VITE, 'build', '--config', config, '--logLevel', 'warn'], {
      cwd: join(ROOT, 'web'),
      signal,
    });
}

function hashOf(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) visit(join(path, name));
    } else if (!path.endsWith('.gen.ts')) {
      hash.update(relative(ROOT, path)).update('\0').update(readFileSync(path)).update('\0');
    }
  };
  for (const path of paths) visit(join(ROOT, path));
  // The client's own settings are compiled into it.
  for (const name of Object.keys(process.env).sort())
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\0`);
  return hash.digest('hex');
}

function stampFile(name) {
  return join(ROOT, '.cache', `built-${name}`);
}

/**
 * Builds the parts whose sources have changed since the last build; `say` is called before each. `signal` ends it
 * unfinished.
 */
export async function buildStale(say = () => {}, signal = undefined) {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  for (const part of PARTS) {
    const hash = hashOf([...part.from, 'package-lock.json']);
    const stamp = stampFile(part.name);
    if (existsSync(join(ROOT, part.makes)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue;
    say(`Building the ${part.name}`);
    await part.make(signal);
    writeFileSync(stamp, hash);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await installMissing((message) => console.log(message));
  await buildStale((message) => console.log(message));
}
