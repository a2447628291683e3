import { createRxDatabase } from 'rxdb';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { Subject } from 'rxjs';
import { offerPeer } from '../page/peer-page.ts';
import type { Lesson } from '../page/window.ts';

const SCHEMA = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 40 },
    title: { type: 'string' },
    description: { type: 'string' },
  },
  required: ['id', 'title', 'description'],
};

/** An object, because RxDB merges checkpoints. */
interface Checkpoint {
  readonly version: number;
}

interface Pulled {
  readonly documents: readonly Lesson[];
  readonly checkpoint: Checkpoint;
}

async function openLessons() {
  const database = await createRxDatabase<Lesson>({
    name: 'race',
    storage: getRxStorageDexie(),
    multiInstance: false,
  });
  return (await database.addCollections({ lessons: { schema: SCHEMA } })).lessons;
}

async function pull(checkpoint: Checkpoint | undefined, limit: number): Promise<Pulled> {
  return (await fetch(`/pull?since=${checkpoint?.version ?? 0}&limit=${limit}`)).json();
}

async function push(rows: readonly object[]): Promise<Lesson[]> {
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch('/push', { method: 'POST', headers, body: JSON.stringify(rows) })).json();
}

offerPeer(async ({ changed, acknowledged }) => {
  const lessons = await openLessons();
  lessons.$.subscribe(({ documentData }) => changed([documentData]));
  const pulls = new Subject<Pulled | 'RESYNC'>();
  let stream: EventSource | null = null;
  let replication: ReturnType<typeof replicateRxCollection<Lesson, Checkpoint>> | null = null;
  /** Goes on after a lost connection by itself, as soon as the browser reports that it is online. */
  const replicate = () => {
    const state = replicateRxCollection<Lesson, Checkpoint>({
      collection: lessons,
      replicationIdentifier: 'race',
      waitForLeadership: false,
      pull: { handler: pull, stream$: pulls },
      push: { handler: push },
    });
    state.sent$.subscribe(({ id }) => acknowledged([id]));
    return state;
  };
  return {
    async connect() {
      stream = new EventSource('/stream');
      stream.onopen = () => pulls.next('RESYNC');
      stream.onmessage = ({ data }) => pulls.next(JSON.parse(data));
      replication ??= replicate();
      await replication.awaitInSync();
    },
    disconnect: () => stream?.close(),
    async edit({ id, ...changes }) {
      const lesson = await lessons.findOne(id).exec(true);
      await lesson.incrementalPatch(changes);
    },
    async list() {
      return (await lessons.find().exec()).map((lesson) => lesson.toJSON());
    },
  };
});
