import { IndexeddbPersistence } from 'y-indexeddb';
import { WebsocketProvider } from 'y-websocket';
import { Doc } from 'yjs';
import { offerPeer } from '../page/peer-page.ts';
import type { Lesson } from '../page/window.ts';
import { STORED } from './messages.ts';

offerPeer(async ({ changed, acknowledged }) => {
  const doc = new Doc();
  const lessons = doc.getMap<Lesson>('lessons');
  await new IndexeddbPersistence('race', doc).whenSynced;
  const provider = new WebsocketProvider(`ws://${location.host}`, 'race', doc, { connect: false });
  provider.messageHandlers[STORED] = () => acknowledged('all');
  lessons.observe(({ keysChanged }) => {
    const rows = [...keysChanged].map((id) => lessons.get(id));
    changed(rows.filter((row) => row !== undefined));
  });
  return {
    connect() {
      const synced = new Promise<void>((resolve) => provider.once('sync', resolve));
      provider.connect();
      return synced;
    },
    disconnect: () => provider.disconnect(),
    async edit(lesson) {
      lessons.set(lesson.id, lesson);
    },
    list: async () => [...lessons.values()],
  };
});
