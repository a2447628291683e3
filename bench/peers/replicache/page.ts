import { Replicache } from 'replicache';
import { offerPeer } from '../page/peer-page.ts';
import type { Lesson } from '../page/window.ts';

offerPeer(async ({ changed, acknowledged }) => {
  const replicache = new Replicache<Lesson>({
    name: 'race',
    pushURL: '/push',
    pullURL: '/pull',
    pullInterval: null,
    logLevel: 'error',
    mutators: { edit: (tx, lesson) => tx.set(lesson.id, lesson) },
  });
  let pokes: EventSource | null = null;
  replicache.experimentalWatch((diff) => changed(diff.map(({ newValue }) => newValue)));
  // A pull returns the id of the last mutation that the server has.
  replicache.onSync = async (isSyncing) => {
    if (isSyncing) return;
    if ((await replicache.experimentalPendingMutations()).length === 0) acknowledged('all');
  };
  return {
    async connect() {
      pokes = new EventSource('/poke');
      pokes.onmessage = () => void replicache.pull({ now: true });
      await Promise.all([replicache.push({ now: true }), replicache.pull({ now: true })]);
    },
    disconnect: () => pokes?.close(),
    edit: (lesson) => replicache.mutate.edit(lesson),
    list: () => replicache.query((tx) => tx.scan().values().toArray()),
  };
});
