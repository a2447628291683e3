import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { enqueueProfile } from '#pwa/sync/enqueue/update-fields.ts';
import { requeueAcknowledged } from '#pwa/sync/outbox/requeue-acknowledged.ts';
import { knownUserId, resetDevice } from '#pwa/testing/device.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { makeBackup } from '#sync-server/backup/make-backup.ts';
import { restoreBackup } from '#sync-server/restore/restore-backup.ts';
import { createTestServer, type TestServer } from '#sync-server/testing/test-server.ts';
import { Network } from '../testing/network.ts';
import { pullAll } from '../testing/pull-world.ts';
import { arrive, drainLater, progressOnServer, unlock, type World } from '../testing/world.ts';

/*
 * Backups are taken and restored while a device works. Whatever the server acknowledged to the device, before or
 * after the backup, is on the server once the device has synchronised with the restored one.
 */

const RESTORES = 100;
const LESSONS = 4;
const LOAD_WRITES = 60;

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-drill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the server of the folder at the present time, as the world of this device. */
async function startWorld(dataFolder: string, isFirst: boolean): Promise<World> {
  const server = await createTestServer(isFirst ? { keepData: true } : { dataFolder, keepData: true });
  server.clock.advance(Date.now() - server.clock.now().getTime());
  const network = new Network(server.app);
  vi.stubGlobal('fetch', network.fetch);
  return { server, network };
}

/** Another user's edits without a pause, until they are stopped or as many as the hourly limit allows. */
function startLoad({ request, people }: TestServer) {
  let isStopped = false;
  const writing = (async () => {
    for (let i = 0; i < LOAD_WRITES && !isStopped; i += 1) {
      const path = endpoints.updateProfile.path.replace(':userId', 'bob');
      const { status } = await request(path, { as: people.bob, method: 'PUT', body: { name: `Bob ${i}` } });
      expect(status).toBe(200);
    }
  })();
  return () => {
    isStopped = true;
    return writing;
  };
}

it(`${RESTORES} restores under load lose nothing that a device had acknowledged`, {
  timeout: 600_000,
}, async () => {
  await resetDevice();
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const folder = folderForTest();
  let world = await startWorld('', true);
  const { dataFolder } = world.server.deps.config;
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  await unlock(world, world.server.people.alice, 'tides', 'TIDES-CODE-1');
  const lost: string[] = [];
  const positions = new Map<string, number>();
  let name = '';
  let offered = 0;

  for (let round = 1; round <= RESTORES; round += 1) {
    const store = await arrive(world, world.server.people.alice);
    await pullAll(store, { onNewEpoch: requeueAcknowledged });
    const edit = async (step: number) => {
      const lessonId = `tides-lesson-${1 + ((round + step) % LESSONS)}`;
      const positionSeconds = 10 * round + step;
      await recordProgress(knownUserId(), lessonId, { positionSeconds });
      positions.set(lessonId, positionSeconds);
      if (step === round % 3) {
        name = `Alice the ${round}th`;
        await enqueueProfile(knownUserId(), { name });
      }
      await drainLater(store);
    };
    const stopLoad = startLoad(world.server);
    await edit(0);
    const backingUp = makeBackup({ dataFolder, folder, version: '1', hasSecret: false, retainMs: 1 });
    await edit(1);
    const { path: backup } = await backingUp;
    await edit(2);
    await stopLoad();
    expect(await listUnsent(store)).toEqual([]);
    await world.server.close();

    await restoreBackup({ dataFolder, backup, intent: 'keep', usesSecretFile: true });
    rmSync(join(dataFolder, 'replaced'), { recursive: true });
    // The limits of an hour would be used up in a minute.
    for (const end of ['', '-wal', '-shm']) rmSync(join(dataFolder, `limits.sqlite${end}`), { force: true });
    world = await startWorld(dataFolder, false);
    const again = await arrive(world, world.server.people.alice);
    await pullAll(again, {
      onNewEpoch: async (...args) => {
        const result = await requeueAcknowledged(...args);
        offered += result.offered;
        return result;
      },
    });
    await drainLater(again);
    lost.push(...(await findLost(world, { round, positions, name })));
  }
  await world.server.close();
  expect(lost).toEqual([]);
  // Otherwise nothing was ever missing from a backup.
  expect(offered).toBeGreaterThan(RESTORES);
});

interface Expected {
  readonly round: number;
  readonly positions: ReadonlyMap<string, number>;
  readonly name: string;
}

async function findLost(world: World, { round, positions, name }: Expected): Promise<string[]> {
  const { alice } = world.server.people;
  const entries = await progressOnServer(world, alice);
  const lost = [...positions].flatMap(([lessonId, position]) => {
    const found = entries.find((entry) => entry.lessonId === lessonId)?.positionSeconds;
    return found === position ? [] : [`round ${round}: ${lessonId} is at ${found}, not at ${position}`];
  });
  const { db } = world.server.deps;
  const row = await db.selectFrom('users').select('name').where('id', '=', 'alice').executeTakeFirst();
  if (name !== '' && row?.name !== name) lost.push(`round ${round}: the name is ${row?.name}, not ${name}`);
  return lost;
}
