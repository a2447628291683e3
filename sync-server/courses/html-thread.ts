import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/**
 * In development the thread's file is next to this source file; in production it is a separate entry next to
 * the server's bundle (vite.config.ts). As source it needs the loader of development.
 */
export function startHtmlThread(): Worker {
  const here = fileURLToPath(import.meta.url);
  const isSource = here.endsWith('.ts');
  const file = join(dirname(here), isSource ? 'html-worker.ts' : 'html-worker.js');
  if (!isSource) return new Worker(file);
  return new Worker(LOAD_SOURCE, { eval: true, workerData: pathToFileURL(file).href });
}

const LOAD_SOURCE = `
  import('tsx/esm/api').then(({ register }) => {
    register();
    return import(require('node:worker_threads').workerData);
  });
`;
