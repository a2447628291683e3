import { readFileSync } from 'node:fs';
import { type ServerType, serve } from '@hono/node-server';
import type { Hono } from 'hono';

/** The arguments of a peer's server. */
export interface PeerArguments {
  readonly databasePath: string;
  /** Number of lessons in the library. */
  readonly lessons: number;
}

/** Serves a peer's page and its API on a free port, which is printed. */
export function servePeer(makeApp: (given: PeerArguments) => Hono): ServerType {
  const [databasePath = '', pagePath = '', lessons = ''] = process.argv.slice(2);
  const script = readFileSync(pagePath, 'utf8');
  const app = makeApp({ databasePath, lessons: Number(lessons) })
    .get('/', (c) => c.html('<!doctype html><body><script type="module" src="/page.js"></script>'))
    .get('/page.js', (c) => c.body(script, 200, { 'Content-Type': 'text/javascript' }));
  return serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));
}
