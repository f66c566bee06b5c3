/**
 * Bundles the server into `server/dist`: one file for each module that is started by itself, and files of what several
 * of them use (record 159). Not minified: a file's lines and names are those that an error shows. Types are checked by
 * `npm run check`, not here.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What is run by a command, and what the supervisor calls; the threads and children beside them are `…-worker`. */
const STARTED = [
  ...['app/main', 'backup/command', 'cluster/command'],
  ...['db/embedded-postgres', 'ground/data-dir', 'ground/process-notes', 'ground/product-node', 'system/free-space'],
];

/** Packages that need files beside them. */
const LEFT_OUT = [
  'sharp', // a native library
  '@node-rs/argon2', // a native library
  'pdfkit', // measures of its standard fonts
  'tesseract.js', // the script of its thread
  'pg-native', // is not installed; pg asks for it only where somebody wants it
];
/** These would find no files beside them either, and are not asked to: scripts of threads, a client, a version. */
const UNASKED = ['pino', 'thread-stream', 'socket.io', '@fastify/swagger'];

/** Of another release, for tests: into another folder, with sources changed on their way. */
export async function bundleServer(root, { dir = join(root, 'server/dist'), plugins = [] } = {}) {
  const sources = join(root, 'server/src');
  const workers = readdirSync(sources, { recursive: true })
    .filter((file) => file.endsWith('-worker.ts'))
    .map((file) => file.replace(/\.ts$/, ''));
  const input = Object.fromEntries([...STARTED, ...workers].map((name) => [name, join(sources, `${name}.ts`)]));
  await bundle({ input, dir, plugins });
}

/**
 * The server of benchmarks, composed of the same parts: it is measured as an operator runs it. Sources would be slower,
 * because their loader names each closure anew and compiles for each thread. Of a checkout as old as the one that is
 * compared with, its own build is run.
 */
export async function bundleBenchServer(root) {
  await bundle({
    input: { 'bench-server': join(root, 'bench/src/bench-server.ts') },
    dir: join(root, 'bench/dist'),
    plugins: [],
  });
}

async function bundle({ input, dir, plugins }) {
  // The package may have been installed a moment ago.
  const { build } = await import('rolldown');
  await build({
    input,
    platform: 'node',
    external: (id) => LEFT_OUT.some((name) => id === name || id.startsWith(`${name}/`)),
    tsconfig: false,
    // depd, of the OAuth library, makes a function of text.
    checks: { eval: false },
    plugins: [packagesAsTheyAre, ...plugins],
    output: {
      dir,
      cleanDir: true,
      chunkFileNames: 'parts/[name].js',
      // Modules run in the order of their imports, whatever file they came to lie in: main.ts relies on it.
      strictExecutionOrder: true,
      keepNames: true,
      comments: false,
      sourcemap: true,
      sourcemapExcludeSources: true,
    },
  });
}

/**
 * Refuses a package that looks for files where it lies. And gives no maps of packages: Node unpacks a file's map at the
 * first error, and most of it would be theirs.
 */
const packagesAsTheyAre = {
  name: 'packages-as-they-are',
  transform: {
    filter: { id: /\/node_modules\/.*js$/ },
    handler(code, id) {
      const isAsked = !UNASKED.some((name) => id.includes(`/node_modules/${name}/`));
      if (isAsked && /\b__(dir|file)name\b|\bimport\.meta\b/.test(code))
        this.error(`${id} looks for files beside it: add its package to LEFT_OUT`);
      return { code, map: { version: 3, sources: [], names: [], mappings: '' } };
    },
  },
};
