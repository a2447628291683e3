// The least of CouchDB's protocol that a replication without conflicts uses: one leaf per document.
import { Hono } from 'hono';
import * as v from 'valibot';
import { makeLibrary, openDatabase } from '../server/database.ts';
import { type PeerArguments, servePeer } from '../server/serve-peer.ts';

const TABLES = `
  create table docs (id text primary key, rev text not null, body text not null, sequence integer not null);
  create unique index docSequences on docs (sequence);
  create table checkpoints (id text primary key, body text not null);
`;
const LONG_POLL_MS = 20_000;
const FIRST_REV = `1-${'0'.repeat(32)}`;

const Document = v.looseObject({ _id: v.string(), _rev: v.string() });
type Document = v.InferOutput<typeof Document>;
const BulkDocs = v.object({ docs: v.array(Document) });
const BulkGet = v.object({ docs: v.array(v.looseObject({ id: v.string() })) });
const RevsDiff = v.record(v.string(), v.array(v.string()));
const Checkpoint = v.record(v.string(), v.unknown());
const Position = v.pipe(v.optional(v.string(), '0'), v.transform(Number), v.number());

interface Row {
  readonly id: string;
  readonly rev: string;
  readonly body: string;
  readonly sequence: number;
}

function openStore({ databasePath, lessons }: PeerArguments) {
  const db = openDatabase(databasePath, TABLES);
  const write = db.prepare(
    'insert into docs values (?, ?, ?, ?) on conflict do update set rev = excluded.rev, body = excluded.body, sequence = excluded.sequence',
  );
  const read = db.prepare<[string], Row>('select * from docs where id = ?');
  const list = db.prepare<[number, number], Row>(
    'select * from docs where sequence > ? order by sequence limit ?',
  );
  const readCheckpoint = db.prepare<[string], { body: string }>('select body from checkpoints where id = ?');
  const writeCheckpoint = db.prepare(
    'insert into checkpoints values (?, ?) on conflict do update set body = excluded.body',
  );
  let sequence = 0;
  const writeAll = db.transaction((docs: readonly Document[]) => {
    for (const doc of docs) {
      sequence += 1;
      write.run(doc._id, doc._rev, JSON.stringify(doc), sequence);
    }
  });
  const _revisions = { start: 1, ids: ['0'.repeat(32)] };
  writeAll(makeLibrary(lessons).map((one) => ({ ...one, _id: one.id, _rev: FIRST_REV, _revisions })));
  return {
    writeAll,
    list,
    lastSequence: () => sequence,
    isMissing: (id: string, rev: string) => read.get(id)?.rev !== rev,
    readDocument: (id: string): unknown => JSON.parse(read.get(id)?.body ?? 'null'),
    readCheckpoint: (id: string): unknown => JSON.parse(readCheckpoint.get(id)?.body ?? 'null'),
    writeCheckpoint: (id: string, body: object) => writeCheckpoint.run(id, JSON.stringify(body)),
  };
}

/** Requests that wait for the next change. */
class LongPolls {
  #waiting = new Set<() => void>();

  next(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(), LONG_POLL_MS);
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        resolve();
      };
      this.#waiting.add(end);
    });
  }

  endAll(): void {
    for (const end of [...this.#waiting]) end();
  }
}

servePeer((given) => {
  const store = openStore(given);
  const polls = new LongPolls();
  const app = new Hono();
  const name = '/couch/lessons';
  app.get('/couch/', (c) => c.json({ couchdb: 'Welcome', uuid: 'race' }));
  app.on('GET', [name, `${name}/`], (c) =>
    c.json({ db_name: 'lessons', update_seq: store.lastSequence(), instance_start_time: '0' }),
  );
  app.get(`${name}/_local/:id`, (c) => {
    const found = store.readCheckpoint(c.req.param('id'));
    return found === null
      ? c.json({ error: 'not_found', reason: 'missing' }, 404)
      : c.json(v.parse(Checkpoint, found));
  });
  app.put(`${name}/_local/:id`, async (c) => {
    const _rev = `0-${store.lastSequence()}`;
    const id = c.req.param('id');
    store.writeCheckpoint(id, { ...v.parse(Checkpoint, await c.req.json()), _rev });
    return c.json({ ok: true, id: `_local/${id}`, rev: _rev }, 201);
  });
  app.get(`${name}/_changes`, async (c) => {
    const since = v.parse(Position, c.req.query('since'));
    if (c.req.query('feed') === 'longpoll' && since >= store.lastSequence()) await polls.next();
    const rows = store.list.all(since, Number(c.req.query('limit') ?? 100));
    const results = rows.map(({ id, rev, sequence }) => ({ seq: sequence, id, changes: [{ rev }] }));
    return c.json({ results, last_seq: rows.at(-1)?.sequence ?? since });
  });
  app.post(`${name}/_bulk_get`, async (c) => {
    const { docs } = v.parse(BulkGet, await c.req.json());
    return c.json({ results: docs.map(({ id }) => ({ id, docs: [{ ok: store.readDocument(id) }] })) });
  });
  app.post(`${name}/_revs_diff`, async (c) => {
    const revs = Object.entries(v.parse(RevsDiff, await c.req.json()));
    const missing = revs.map(([id, all]) => [id, all.filter((rev) => store.isMissing(id, rev))] as const);
    const entries = missing.filter(([, all]) => all.length > 0).map(([id, all]) => [id, { missing: all }]);
    return c.json(Object.fromEntries(entries));
  });
  app.post(`${name}/_bulk_docs`, async (c) => {
    store.writeAll(v.parse(BulkDocs, await c.req.json()).docs);
    polls.endAll();
    return c.json([], 201);
  });
  return app;
});
