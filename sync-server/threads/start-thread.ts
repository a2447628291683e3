import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The programs of threads, as sources. */
const sources = {
  'html-worker': '../courses/html-worker.ts',
  'report-worker': '../reports/report-worker.ts',
} as const;

export type ThreadName = keyof typeof sources;

/**
 * Starts a thread; `data` is its `workerData`. In development its program is a source file, which needs the loader of
 * development; in production it is a separate entry next to the server's bundle (vite.config.ts).
 */
export function startThread(name: ThreadName, data: object = {}): Worker {
  const here = fileURLToPath(import.meta.url);
  const folder = dirname(here);
  if (!here.endsWith('.ts')) return new Worker(join(folder, `${name}.js`), { workerData: data });
  const source = pathToFileURL(join(folder, sources[name])).href;
  return new Worker(LOAD_SOURCE, { eval: true, workerData: { ...data, source } });
}

const LOAD_SOURCE = `
  import('tsx/esm/api').then(({ register }) => {
    register();
    return import(require('node:worker_threads').workerData.source);
  });
`;
