import { FIRST_LOAD_MAX_KB, measureFirstLoad } from '#e2e/world/browser/first-load.ts';
import type { CarrelServer } from '#e2e/world/carrel-server.ts';
import type { Figure } from './figures.ts';

/** The JavaScript of a first visit, per public route, without the worker's later precaching. */
export async function firstLoadFigures(server: CarrelServer): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of ['/', '/courses', '/courses/course-1', '/login', '/signup']) {
    figures.push({
      name: `first load of ${path}`,
      value: await measureFirstLoad(server.url + path),
      unit: 'kB of JavaScript, gzipped',
      bound: { kind: 'at most', value: FIRST_LOAD_MAX_KB },
      detail: 'all that the page requests until the network is quiet, without the worker’s own install',
    });
  }
  return figures;
}
