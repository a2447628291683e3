import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { databaseFile, migrateAsBefore, openUntilTestEnds } from '#sync-server/testing/database-file.ts';
import { migrate } from '../migrate.ts';

it('the migration to requests keeps a mailed code valid for calls without an id', async () => {
  const file = databaseFile();
  const db = openUntilTestEnds(file);
  await migrateAsBefore(db, '007-resumable-uploads');
  await sql`
    insert into "resetRequests" ("emailHash", "id", "userId", "codeHash", "triesLeft", "createdAt", "expiresAt")
    values ('e', 'request-1', null, 'h', 3, '2026-11-20T08:00:00.000Z', '2026-11-20T08:15:00.000Z')`.execute(
    db,
  );
  await migrate(file);
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
