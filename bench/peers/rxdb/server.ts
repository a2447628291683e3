// The least server of RxDB's replication: rows in the order of their versions, and a comparison for conflicts.
import { Hono } from 'hono';
import * as v from 'valibot';
import { Lesson, makeLibrary, openDatabase } from '../server/database.ts';
import { EventStreams } from '../server/event-stream.ts';
import { type PeerArguments, servePeer } from '../server/serve-peer.ts';

const TABLES = `
  create table lessons (id text primary key, title text not null, description text not null, version integer not null);
  create unique index lessonVersions on lessons (version);
`;

const Push = v.array(v.object({ newDocumentState: Lesson, assumedMasterState: v.optional(Lesson) }));
type Push = v.InferOutput<typeof Push>;
type Row = Lesson & { readonly version: number };

const toDocument = ({ id, title, description }: Lesson) => ({ id, title, description, _deleted: false });

function openStore({ databasePath, lessons }: PeerArguments) {
  const db = openDatabase(databasePath, TABLES);
  const write = db.prepare(
    'insert into lessons values (?, ?, ?, ?) on conflict do update set title = excluded.title, description = excluded.description, version = excluded.version',
  );
  const read = db.prepare<[string], Row>('select * from lessons where id = ?');
  const list = db.prepare<[number, number], Row>(
    'select * from lessons where version > ? order by version limit ?',
  );
  let version = 0;
  const writeNext = ({ id, title, description }: Lesson) => {
    version += 1;
    write.run(id, title, description, version);
  };
  db.transaction(() => makeLibrary(lessons).forEach(writeNext))();
  const push = db.transaction((rows: Push) => {
    const conflicts: Lesson[] = [];
    const written: Lesson[] = [];
    for (const { newDocumentState, assumedMasterState } of rows) {
      const row = read.get(newDocumentState.id);
      if (row !== undefined && row.title !== assumedMasterState?.title) conflicts.push(row);
      else {
        writeNext(newDocumentState);
        written.push(newDocumentState);
      }
    }
    return {
      conflicts: conflicts.map(toDocument),
      documents: written.map(toDocument),
      checkpoint: { version },
    };
  });
  const pull = (since: number, limit: number) => {
    const rows = list.all(since, limit);
    return { documents: rows.map(toDocument), checkpoint: { version: rows.at(-1)?.version ?? since } };
  };
  return { push, pull };
}

servePeer((given) => {
  const store = openStore(given);
  const streams = new EventStreams();
  return new Hono()
    .get('/stream', () => streams.respond())
    .get('/pull', (c) => c.json(store.pull(Number(c.req.query('since')), Number(c.req.query('limit')))))
    .post('/push', async (c) => {
      const { conflicts, documents, checkpoint } = store.push(v.parse(Push, await c.req.json()));
      if (documents.length > 0) streams.send({ documents, checkpoint });
      return c.json(conflicts);
    });
});
