import PouchDB from 'pouchdb-browser';
import { offerPeer } from '../page/peer-page.ts';
import type { Lesson } from '../page/window.ts';

const REMOTE = `${location.origin}/couch/lessons`;

offerPeer(async ({ changed, acknowledged }) => {
  const database = new PouchDB<Lesson>('race');
  database
    .changes({ live: true, since: 'now', include_docs: true })
    .on('change', ({ doc }) => changed([doc]));
  const sync = () => {
    const started = database.sync(REMOTE, { live: true, retry: true });
    return started.on('change', ({ direction, change }) => {
      if (direction === 'push') acknowledged(change.docs.map(({ _id }) => _id));
    });
  };
  let syncing: ReturnType<typeof sync> | null = null;
  return {
    /** Starts again at once: its own attempts become rare while there is no connection. */
    async connect() {
      const started = sync();
      syncing = started;
      await new Promise<void>((resolve) => started.pull.on('paused', resolve));
    },
    disconnect: () => syncing?.cancel(),
    async edit(lesson) {
      const stored = await database.get(lesson.id);
      await database.put({ ...stored, ...lesson });
    },
    async list() {
      return (await database.allDocs({ include_docs: true })).rows.map(({ doc }) => doc);
    },
  };
});
