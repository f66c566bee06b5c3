/** Starts a worker thread: built code runs the built file, tests run the source of the same name. */
import { Worker } from 'node:worker_threads';
import { moduleFile, RUNS_SOURCES } from '#ground/server-files.ts';

/** `module` is named as `moduleFile` takes it. */
export function startWorker(module: string, workerData: unknown): Worker {
  const file = moduleFile(module);
  if (!RUNS_SOURCES) return new Worker(file, { workerData });
  // Sources need a loader, which a worker of Node 20 accepts only from inside.
  const loader = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(file.href)}); });`;
  return new Worker(loader, { eval: true, workerData });
}
