/** Starts a worker thread: built code runs the built file, tests run the source of the same name. */
import { Worker } from 'node:worker_threads';

/** `file` is relative to the module at `base`, without its extension. */
export function startWorker(file: string, base: string, workerData: unknown): Worker {
  if (!base.endsWith('.ts')) return new Worker(new URL(`${file}.js`, base), { workerData });
  // Sources need a loader, which a worker of Node 20 accepts only from inside, and the condition of `#` imports.
  const url = new URL(`${file}.ts`, base).href;
  const loader = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(url)}); });`;
  return new Worker(loader, { eval: true, workerData, execArgv: ['--conditions=mua-source'] });
}
