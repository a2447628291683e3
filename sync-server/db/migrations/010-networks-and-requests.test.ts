import { Migrator, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { allMigrations } from './all-migrations.ts';

it('the migration to requests keeps a mailed code valid for calls without an id', async () => {
  const db = openDatabase(':memory:');
  onTestFinished(() => db.destroy());
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...allMigrations }) } });
  await migrator.migrateTo('007-resumable-uploads');
  await sql`
    insert into "resetRequests" ("emailHash", "id", "userId", "codeHash", "triesLeft", "createdAt", "expiresAt")
    values ('e', 'request-1', null, 'h', 3, '2026-11-20T08:00:00.000Z', '2026-11-20T08:15:00.000Z')`.execute(
    db,
  );
  await migrate(db);
  const rows = await db.selectFrom('resetRequests').selectAll().execute();
  expect(rows).toEqual([
    {
      idHash: 'request-1',
      emailHash: 'e',
      networkHash: '',
      userId: null,
      codeId: 'request-1',
      codeHash: 'h',
      triesLeft: 0,
      plainTriesLeft: 3,
      createdAt: '2026-11-20T08:00:00.000Z',
      expiresAt: '2026-11-20T08:15:00.000Z',
      closedAt: null,
    },
  ]);
});
