import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderForTest } from '../backup/backup-for-test.ts';
import { migrate } from '../db/migrate.ts';
import { carrel } from '../operator/carrel-for-test.ts';
import { NEXT, useNextVersion } from '../testing/next-version.ts';
import { readRows, releases, writeRelease } from '../testing/released-database.ts';

beforeEach(useNextVersion);

const DATABASE = 'carrel.sqlite';

function dataFolderOf(release: string): string {
  const folder = folderForTest();
  writeRelease(release, join(folder, DATABASE));
  return folder;
}

const only = (folder: string) => join(folder, readdirSync(folder)[0] ?? '');

describe.each(releases)('what a server of %s has written', (release) => {
  it('as an export is imported with every row by a newer version, which then upgrades it', async () => {
    const source = dataFolderOf(release);
    const exports = folderForTest();
    // The rows name files that are not there.
    expect(await carrel(source, ['export', exports])).toMatchObject({ code: 1 });
    const target = join(folderForTest(), 'data');
    expect(await carrel(target, ['import', only(exports)])).toMatchObject({ code: 0 });
    expect(readRows(join(target, DATABASE))).toEqual(readRows(join(source, DATABASE)));
    expect(await migrate(join(target, DATABASE))).toMatchObject({ migrations: [NEXT] });
  });

  it('as a backup is restored with every row by a newer version, which then upgrades it', async () => {
    const source = dataFolderOf(release);
    const before = readRows(join(source, DATABASE));
    const backups = folderForTest();
    await carrel(source, ['backup', backups]);
    await migrate(join(source, DATABASE));
    expect(readRows(join(source, DATABASE))).not.toEqual(before);
    expect(await carrel(source, ['restore', only(backups), 'keep'])).toMatchObject({ code: 0 });
    expect(readRows(join(source, DATABASE))).toEqual(before);
    expect(await migrate(join(source, DATABASE))).toMatchObject({ migrations: [NEXT] });
  });

  it('is checked, and the next start upgrades it', async () => {
    const { out } = await carrel(dataFolderOf(release), ['check']);
    expect(out).toContain(`the next start upgrades it (${NEXT})`);
  });
});
