// The baseline of Hono and SQLite for the same edits: no sessions, rules or versions.
// A batch is one transaction that is on disk before the reply; every edit writes its row and its key. Prints
// its port.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import Database from 'better-sqlite3';
import { Hono } from 'hono';

const db = new Database(process.argv[2]);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('create table rows (path text primary key, body text, version integer not null)');
db.exec('create table receipts (key text primary key, status integer not null)');
const write = db.prepare(
  'insert into rows values (?, ?, 1) on conflict do update set body = excluded.body, version = version + 1 returning version',
);
const remember = db.prepare('insert into receipts values (?, 200) on conflict do nothing');

const runAll = db.transaction((requests) =>
  requests.map(({ id, path, headers, body }) => {
    const { version } = write.get(path, JSON.stringify(body));
    remember.run(headers['Idempotency-Key']);
    const receipt = headers['Idempotency-Key'];
    return { id, status: 200, headers: { receipt }, body: { ...body, version } };
  }),
);

const page = readFileSync(new URL('batch-loop.js', import.meta.url), 'utf8');
const app = new Hono()
  .get('/', (c) => c.html(`<!doctype html><script>${page}</script>`))
  .post('/api/batch', async (c) => {
    const { requests } = await c.req.json();
    return c.json({ responses: runAll.immediate(requests), failedId: null });
  });
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));
