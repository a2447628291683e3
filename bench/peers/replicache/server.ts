// The least server of Replicache: a mutation, its row and the client's last mutation id commit together.
import { Hono } from 'hono';
import * as v from 'valibot';
import { Lesson, makeLibrary, openDatabase } from '../server/database.ts';
import { EventStreams } from '../server/event-stream.ts';
import { type PeerArguments, servePeer } from '../server/serve-peer.ts';

const TABLES = `
  create table lessons (id text primary key, body text not null, version integer not null);
  create index lessonVersions on lessons (version);
  create table clients (id text primary key, groupId text not null, lastMutationId integer not null, version integer not null);
`;

const Push = v.object({
  clientGroupID: v.string(),
  mutations: v.array(v.object({ id: v.number(), clientID: v.string(), args: Lesson })),
});
const Pull = v.object({ clientGroupID: v.string(), cookie: v.nullable(v.number()) });
type Push = v.InferOutput<typeof Push>;
type Pull = v.InferOutput<typeof Pull>;

function openStore({ databasePath, lessons }: PeerArguments) {
  const db = openDatabase(databasePath, TABLES);
  const writeLesson = db.prepare(
    'insert into lessons values (?, ?, ?) on conflict do update set body = excluded.body, version = excluded.version',
  );
  const readClient = db.prepare<[string], { lastMutationId: number }>(
    'select lastMutationId from clients where id = ?',
  );
  const writeClient = db.prepare(
    'insert into clients values (?, ?, ?, ?) on conflict do update set lastMutationId = excluded.lastMutationId, version = excluded.version',
  );
  const listLessons = db.prepare<[number], { id: string; body: string }>(
    'select id, body from lessons where version > ?',
  );
  const listClients = db.prepare<[string, number], { id: string; lastMutationId: number }>(
    'select id, lastMutationId from clients where groupId = ? and version > ?',
  );
  let version = 1;
  db.transaction(() => {
    for (const lesson of makeLibrary(lessons)) writeLesson.run(lesson.id, JSON.stringify(lesson), version);
  })();
  const push = db.transaction(({ clientGroupID, mutations }: Push) => {
    version += 1;
    const last = new Map<string, number>();
    for (const { id, clientID, args } of mutations) {
      const lastId = last.get(clientID) ?? readClient.get(clientID)?.lastMutationId ?? 0;
      if (id <= lastId) continue;
      if (id > lastId + 1) throw new Error(`Mutation ${id} follows ${lastId}`);
      writeLesson.run(args.id, JSON.stringify(args), version);
      last.set(clientID, id);
    }
    for (const [clientId, id] of last) writeClient.run(clientId, clientGroupID, id, version);
  });
  const pull = ({ clientGroupID, cookie }: Pull) => {
    const since = cookie ?? 0;
    const clients = listClients.all(clientGroupID, since);
    return {
      cookie: version,
      lastMutationIDChanges: Object.fromEntries(
        clients.map(({ id, lastMutationId }) => [id, lastMutationId]),
      ),
      patch: listLessons.all(since).map(({ id, body }) => ({ op: 'put', key: id, value: JSON.parse(body) })),
    };
  };
  return { push, pull };
}

servePeer((given) => {
  const store = openStore(given);
  const pokes = new EventStreams();
  return new Hono()
    .get('/poke', () => pokes.respond())
    .post('/push', async (c) => {
      store.push(v.parse(Push, await c.req.json()));
      pokes.send('poke');
      return c.json({});
    })
    .post('/pull', async (c) => c.json(store.pull(v.parse(Pull, await c.req.json()))));
});
