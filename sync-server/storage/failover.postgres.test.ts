import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabaseOf } from '../testing/database-file.ts';
import { openDatabaseAddress } from '../testing/postgres/database-address.ts';
import { type ReplicaOptions, startReplica } from '../testing/postgres/postgres-replica.ts';
import { startPostgres } from '../testing/postgres/postgres-server.ts';
import { query } from '../testing/postgres/test-database.ts';
import { countAcks, findLoss, NO_LOSS } from '../testing/processes/lesson-writers.ts';
import { dataFolderOn, underLoad } from '../testing/processes/under-load.ts';

/** Three processes under load on a primary and its replica; `failOver` kills the one and promotes the other. */
async function replicatedUnderLoad(options: ReplicaOptions) {
  const primary = await startPostgres();
  onTestFinished(() => primary.stop());
  const address = await openDatabaseAddress(primary.port);
  const url = new URL(primary.urlOf('postgres'));
  const dataFolder = await dataFolderOn(url.href, Object.assign(new URL(url), { port: address.port }).href);
  const load = await underLoad(dataFolder);
  const replica = await startReplica(primary, options);
  onTestFinished(() => replica.stop());
  /** `change` changes the new primary before it is used. */
  const failOver = async (change?: (url: string) => Promise<void>) => {
    await primary.kill();
    await replica.promote();
    await change?.(replica.urlOf('carrel'));
    address.leadTo(replica.port);
  };
  return { ...load, dataFolder, failOver };
}

async function readEpochs(dataFolder: string): Promise<string[]> {
  const db = openDatabaseOf(dataFolder);
  onTestFinished(() => db.destroy());
  const rows = await db.selectFrom('epochs').select('epoch').orderBy('number').execute();
  return rows.map(({ epoch }) => epoch);
}

describe('a failover of PostgreSQL under load', { timeout: 240_000 }, () => {
  it('to a replica for which commits waited is a delay: nothing is missing, nobody signs in again', async () => {
    const { servers, dataFolder, writers, writing, stop, failOver } = await replicatedUnderLoad({
      isSynchronous: true,
    });
    await Promise.race([countAcks(writers, 50), writing]);
    await failOver();
    await Promise.race([countAcks(writers, 50), writing]);
    await stop();
    const { loss, summary } = await findLoss(dataFolder, writers);
    process.stdout.write(`A failover of PostgreSQL: ${summary}\n`);
    expect(loss).toEqual(NO_LOSS);
    for (const { url } of servers)
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await readEpochs(dataFolder)).toHaveLength(1);
  });

  it('to a server that lacks what a process has seen begins a new epoch, although commits waited', async () => {
    const { dataFolder, writers, writing, stop, failOver } = await replicatedUnderLoad({
      isSynchronous: true,
    });
    await Promise.race([countAcks(writers, 50), writing]);
    await stop();
    // As after a recovery to a point in time.
    await failOver((url) => query(url, `update counters set value = 1 where name = 'changes'`));
    await expect.poll(() => readEpochs(dataFolder), { timeout: 60_000 }).toHaveLength(2);
  });

  it('to a replica that may lack commits begins one new epoch, in which devices send them again', async () => {
    const { servers, dataFolder, writers, writing, stop, failOver } = await replicatedUnderLoad({
      isSynchronous: false,
    });
    await Promise.race([countAcks(writers, 50), writing]);
    await stop();
    await failOver();
    const epochs = () => readEpochs(dataFolder).catch(() => []);
    await expect.poll(epochs, { timeout: 60_000 }).toHaveLength(2);
    for (const { url } of servers)
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await epochs()).toHaveLength(2);
  });
});
