/** How the shop window is built and served while developing. Production files are served by the server from web/dist. */
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, loadEnv, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { PAGE_CHUNKS } from './page-chunks.ts';
import { type ClientConfig, readClientConfig } from './src/wire/client-config.ts';

const root = import.meta.dirname;
const { version } = JSON.parse(readFileSync(resolve(root, '../package.json'), 'utf8')) as { version: string };
const server = process.env.MUA_SERVER ?? 'http://127.0.0.1:8080';

/**
 * What the server answers itself, never from a cache: what is no page, and the page that may use the camera, which only
 * its own headers say. The ping must measure the network.
 */
const NEVER_THE_SHELL = [
  /^\/account-overview\/ekyc\b/,
  /^\/api\b/,
  /^\/socket\.io\b/,
  /^\/(health|metrics|openapi\.json|docs|dev|oauth)\b/,
  /^\/proof\/./,
  /^\/favicon/,
];

export default defineConfig(({ mode }) => {
  const config = readClientConfig(loadEnv(mode, root), server);
  return {
    root,
    define: {
      __APP_VERSION__: JSON.stringify(version),
      // Parts that a build has or has not, byte for byte (record 107).
      'import.meta.env.WITH_MOCK': JSON.stringify(config.mock),
      'import.meta.env.WITH_DEVTOOLS': JSON.stringify(config.devtools),
      ...(config.devtools ? { 'import.meta.env.SOURCE_ROOT': JSON.stringify(root) } : {}),
      'import.meta.env.WITH_REPORTING': JSON.stringify(config.sentryDsn !== null),
    },
    plugins: [
      // The router's plugin rewrites route files and has to see them before React's does.
      tanstackRouter({
        target: 'react',
        routesDirectory: resolve(root, 'src/app/routes'),
        generatedRouteTree: resolve(root, 'src/app/route-tree.gen.ts'),
        tmpDir: resolve(root, '.cache/router'),
        autoCodeSplitting: true,
        quoteStyle: 'single',
        semicolons: true,
        addExtensions: true,
      }),
      react(),
      tailwindcss(),
      preloadFirstScreen(),
      toastSwipeThreshold(),
      withoutPurposes(),
      // One scope has one worker: where the mock's answers, the shell's is not made.
      ...(config.mock ? [mockWorker()] : [pushWorker(), offlineShell()]),
      buildFacts(config),
      // They are for our server: what answers for itself has none behind it.
      ...(config.mock ? [] : [compressedTwins()]),
    ],
    // Left out of pre-bundling, so that the swipe threshold is the same while developing.
    optimizeDeps: { exclude: ['sonner'] },
    server: {
      proxy: {
        '/api': { target: server, changeOrigin: false },
        '/socket.io': { target: server, ws: true, changeOrigin: false },
      },
    },
    build: {
      outDir: resolve(root, 'dist'),
      emptyOutDir: true,
      manifest: true,
      target: 'es2023',
      // The first load lists the chunks of every page: without their names it is a kilobyte less.
      rolldownOptions: { output: { codeSplitting: { groups: PAGE_CHUNKS }, chunkFileNames: 'assets/[hash].js' } },
    },
  };
});

/**
 * Two subsets of the font start to load with every page; the code of board and desk with their own, which the script that
 * runs before everything else tells apart (public/theme-boot.js). The logo is part of the page: as a file it waits until
 * one of a browser's six connections is free, a second on a slow phone.
 */
function preloadFirstScreen(): Plugin {
  return {
    name: 'mua-preload-first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const fonts = Object.keys(bundle).filter((file) =>
          /inter-(latin|vietnamese)-wght-normal-.*\.woff2$/.test(file),
        );
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
        const withImports = (isRoot: (chunk: (typeof chunks)[number]) => boolean) => {
          const files = new Set(chunks.filter(isRoot).map(({ fileName }) => fileName));
          // A set that grows while it is walked: the imports of imports are its own.
          for (const file of files)
            for (const { fileName, imports } of chunks)
              if (fileName === file) for (const each of imports) files.add(each);
          return files;
        };
        const entry = withImports(({ isEntry }) => isEntry);
        const pages = Object.entries(PAGE_CODE).map(([page, code]) => {
          const files = withImports(({ facadeModuleId }) => code.test(facadeModuleId ?? ''));
          return `data-${page}="${[...files].flatMap((file) => (entry.has(file) ? [] : `/${file}`)).join(' ')}"`;
        });
        if (!html.includes(LOGO)) throw new Error('index.html no longer has its logo here');
        return {
          html: html.replace(BOOT_SCRIPT, `${BOOT_SCRIPT} ${pages.join(' ')}`).replace(LOGO, `src="${logoInPlace()}"`),
          tags: fonts.map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head' as const,
          })),
        };
      },
    },
  };
}

const LOGO = 'src="/favicon.svg"';

function logoInPlace(): string {
  const svg = readFileSync(resolve(root, 'public/favicon.svg'));
  return `data:image/svg+xml;base64,${svg.toString('base64')}`;
}

const BOOT_SCRIPT = '<script src="/theme-boot.js"';
/** The frame around every page and the page in it. */
const PAGE_CODE = {
  board: /src\/app\/routes\/_frame(\/index)?\.tsx\?tsr-split=component/,
  desk: /src\/app\/routes\/_frame(\/trading\/\$code)?\.tsx\?tsr-split=component/,
};

/**
 * Sonner keeps its swipe threshold (45 px) as a constant; ours is 20 (docs/rules/screens.md#toasts-and-tooltips). Fails
 * when a new version moves it.
 */
function toastSwipeThreshold(): Plugin {
  return {
    name: 'mua-toast-swipe-threshold',
    transform: {
      filter: { id: /node_modules\/sonner\/dist\/index\.mjs/ },
      handler: (code) => {
        if (!code.includes('const SWIPE_THRESHOLD = 45;'))
          throw new Error('sonner no longer has its swipe threshold here');
        return { code: code.replace('const SWIPE_THRESHOLD = 45;', 'const SWIPE_THRESHOLD = 20;'), map: null };
      },
    },
  };
}

/** What a call is for is the API description's to say: no client shows it. */
function withoutPurposes(): Plugin {
  return {
    name: 'mua-without-purposes',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /contract\/src\/http\/[^/]+\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(PURPOSE, ''), map: null }),
    },
  };
}

const PURPOSE = /^ {2}purpose:\s+(['"]).*\1,$/gm;

const PUSH_WORKER = 'push-worker.js';

/** What the shell's worker does of Web Push: a script of its own, without modules, that it takes in. */
function pushWorker(): Plugin {
  return {
    name: 'mua-push-worker',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        root,
        logLevel: 'warn',
        publicDir: false,
        build: {
          write: false,
          target: 'es2023',
          lib: { entry: resolve(root, 'src/push-worker/main.ts'), formats: ['iife'], name: 'push' },
        },
      });
      const [output] = [built].flat();
      const script = output && 'output' in output ? output.output.find(({ type }) => type === 'chunk') : undefined;
      if (script?.type !== 'chunk') throw new Error('the worker of Web Push was not built');
      this.emitFile({ type: 'asset', fileName: PUSH_WORKER, source: script.code });
    },
  };
}

/** Installable, and a shell that opens without a network. The worker answers for the client's own files and no call. */
function offlineShell() {
  const { VITE_APP_NAME: name = '' } = loadEnv('production', root);
  const icon = (file: string, sizes: string) => ({ src: `/${file}`, sizes, type: 'image/png' });
  return VitePWA({
    registerType: 'prompt',
    // The client registers it itself, after the first price.
    injectRegister: false,
    manifest: {
      name,
      short_name: name,
      description: 'Giao dịch hàng hóa phái sinh, rõ từng con số.',
      lang: 'vi',
      id: '/',
      start_url: '/',
      display: 'standalone',
      background_color: '#0f1216',
      theme_color: '#0f1216',
      categories: ['finance'],
      icons: [
        icon('icon-192.png', '192x192'),
        icon('icon-512.png', '512x512'),
        { ...icon('icon-maskable-512.png', '512x512'), purpose: 'maskable' },
      ],
    },
    workbox: {
      // Whoever reads a contract has a network: what draws it is not kept for everybody else.
      globIgnores: ['assets/pdf*'],
      globPatterns: ['index.html', 'theme-boot.js', 'assets/*.{js,css,woff2}'],
      // Named by their content: the address is the version.
      dontCacheBustURLsMatching: /^assets\//,
      importScripts: [PUSH_WORKER],
      navigateFallback: '/index.html',
      navigateFallbackDenylist: NEVER_THE_SHELL,
      cleanupOutdatedCaches: true,
    },
  });
}

/**
 * What the build was made with, for the server: one that runs with live money serves no client with mocks, and the page
 * may speak to where errors are reported to.
 */
function buildFacts({ mock, devtools, sentryDsn }: ClientConfig): Plugin {
  const reportsTo = sentryDsn === null ? null : new URL(sentryDsn).origin;
  return {
    name: 'mua-build-facts',
    apply: 'build',
    generateBundle() {
      const source = JSON.stringify({ version, mock, devtools, reportsTo });
      this.emitFile({ type: 'asset', fileName: 'build-facts.json', source });
    },
  };
}

/** The library's worker, for the page that answers itself; no other build has the file. */
function mockWorker(): Plugin {
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  return {
    name: 'mua-mock-worker',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'mockServiceWorker.js', source: await readFile(worker, 'utf8') });
    },
    configureServer(dev) {
      dev.middlewares.use('/mockServiceWorker.js', (_request, reply) => {
        reply.setHeader('content-type', 'text/javascript');
        void readFile(worker).then((source) => reply.end(source));
      });
    },
  };
}

const TEXTS = /\.(m?js|css|html|svg)$/;
const ENCODERS = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** The server compresses no file: beside each text lies what it sends to who takes brotli or gzip. */
function compressedTwins(): Plugin {
  return {
    name: 'mua-compressed-twins',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const texts = entries.filter((entry) => entry.isFile() && TEXTS.test(entry.name));
      const encode = async (file: string) => {
        const text = await readFile(file);
        for (const [ending, encoder] of Object.entries(ENCODERS)) {
          await writeFile(`${file}.${ending}`, await encoder(text));
        }
      };
      await Promise.all(texts.map((entry) => encode(join(entry.parentPath, entry.name))));
    },
  };
}
