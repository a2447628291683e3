import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { beginEpochAfterRestore } from '#sync-server/sync/restores.ts';
import { insertPeople, type Person } from '#sync-server/testing/people.ts';
import { arrive, type World } from './world.ts';

type Intent = 'keep' | 'discard' | null;

/** Copies the server's database; the returned function restores the copy, as at a start of the server. */
export async function backUp({ server }: World): Promise<(intent: Intent) => Promise<void>> {
  const { db, config } = server.deps;
  const path = join(config.dataFolder, `backup-${randomUUID()}.sqlite`);
  await sql`vacuum into ${path}`.execute(db);
  return async (intent) => {
    await sql`attach ${path} as backup`.execute(db);
    try {
      await inTransaction(db, async (trx) => {
        await sql`pragma defer_foreign_keys = on`.execute(trx);
        const tables = await sql<{ name: string }>`
          select name from backup.sqlite_master where type = 'table' and name not like 'sqlite%'`.execute(
          trx,
        );
        for (const { name } of tables.rows) await sql`delete from main.${sql.id(name)}`.execute(trx);
        for (const { name } of tables.rows)
          await sql`insert into main.${sql.id(name)} select * from backup.${sql.id(name)}`.execute(trx);
        await beginEpochAfterRestore(trx, { at: new Date().toISOString(), intent });
      });
    } finally {
      await sql`detach backup`.execute(db);
    }
  };
}

/** Signs a user in again on this device, because a restore ends all sessions. */
export async function arriveAgain(world: World, { id }: Person) {
  const person = Object.values(await insertPeople(world.server.deps)).find((one) => one.id === id);
  if (person === undefined) throw new Error(`There is no ${id}`);
  return arrive(world, person);
}
