// The cost of a long text with Hono and SQLite alone: no sanitising, no history, no rules. The text is parsed, and
// written to the disk with a receipt before the reply. Prints its port.
import { serve } from '@hono/node-server';
import Database from 'better-sqlite3';
import { Hono } from 'hono';

const db = new Database(process.argv[2]);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('create table texts (id text primary key, content text not null)');
db.exec('create table receipts (key text primary key, body text not null)');
const write = db.prepare(
  'insert into texts values (?, ?) on conflict do update set content = excluded.content',
);
const remember = db.prepare('insert into receipts values (?, ?)');

const save = db.transaction((id, content, key) => {
  write.run(id, content);
  const body = JSON.stringify({ lesson: { id, content } });
  remember.run(key, body);
  return body;
});

const app = new Hono().put('/:id', async (c) => {
  const { content } = await c.req.json();
  const body = save.immediate(c.req.param('id'), content, c.req.header('Idempotency-Key'));
  return c.body(body, 200, { 'content-type': 'application/json' });
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));
