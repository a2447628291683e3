import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { addFile, folderForTest } from '../backup/backup-for-test.ts';
import { migrate } from '../db/migrate.ts';
import { carrel, killedProcess } from '../operator/carrel-for-test.ts';
import { findProjectRoot } from '../project-root.ts';
import { programFile } from '../testing/processes/program.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import { createTestServer } from '../testing/test-server.ts';
import { writeExport } from './write-export.ts';

const RELEASED = join(findProjectRoot(), 'sync-server', 'db', 'migrations', 'released');

/** A data folder of a released version with rows in every table; its files have names as a server gives. */
function releasedFolder(name: string): string {
  const folder = folderForTest();
  const sql = readFileSync(join(RELEASED, name), 'utf8');
  const db = new Sqlite(join(folder, 'carrel.sqlite'));
  db.pragma('foreign_keys = OFF');
  db.exec(sql.replaceAll(/files-id-(\d)/g, (_, number: string) => number.padStart(32, '0')));
  db.close();
  return folder;
}

/** Every row of every table. */
function contentOf(folder: string): Record<string, unknown[]> {
  const db = new Sqlite(join(folder, 'carrel.sqlite'), { readonly: true });
  const tables = db
    .prepare<[], string>(
      "select name from sqlite_master where type = 'table' and name not like 'kysely%' order by name",
    )
    .pluck()
    .all();
  const content = Object.fromEntries(
    tables.map((table) => [table, db.prepare(`select * from "${table}" order by rowid`).all()]),
  );
  db.close();
  return content;
}

/** An export of a server with one file, and a way to import it. */
async function exported() {
  const server = await serverForTest();
  const file = await addFile(server, 'one');
  const folder = folderForTest();
  const { dataFolder } = server.deps.config;
  const run = await carrel(dataFolder, ['export', folder]);
  expect(run).toMatchObject({ code: 0 });
  const path = join(folder, readdirSync(folder)[0] ?? '');
  const target = join(folderForTest(), 'data');
  return { server, dataFolder, file, folder, path, target, load: () => carrel(target, ['import', path]) };
}

describe('an export', () => {
  it.each(readdirSync(RELEASED).filter((name) => !name.startsWith('001')))(
    'of the schema %s is imported with every row, and can be upgraded',
    async (name) => {
      const source = releasedFolder(name);
      const folder = folderForTest();
      // The rows name files that are not there.
      expect(await carrel(source, ['export', folder])).toMatchObject({ code: 1 });
      const target = join(folderForTest(), 'data');
      const run = await carrel(target, ['import', join(folder, readdirSync(folder)[0] ?? '')]);
      expect(run).toMatchObject({ code: 0 });
      expect(contentOf(target)).toEqual(contentOf(source));
      await migrate(join(target, 'carrel.sqlite'));
    },
  );

  it('is imported with its files, and the server begins a new epoch', async () => {
    const { dataFolder, file, target, load } = await exported();
    expect(await load()).toMatchObject({ code: 0, out: expect.stringContaining('Now start the server') });
    expect(contentOf(target)).toEqual(contentOf(dataFolder));
    expect(readFileSync(join(target, 'media', file), 'utf8')).toBe('one');
    const server = await createTestServer({ dataFolder: target, keepData: true });
    expect(server.log.join('')).toContain('new epoch');
    await server.close();
  });

  it('has a line of JSON per row, for its owner only, and not the secret', async () => {
    const { path, folder } = await exported();
    const users = readFileSync(join(path, 'tables', 'users.jsonl'), 'utf8')
      .trim()
      .split('\n');
    expect(users.map((line) => JSON.parse(line).email)).toContain('alice@example.org');
    expect(statSync(join(path, 'tables', 'users.jsonl')).mode & 0o777).toBe(0o600);
    expect(readdirSync(path).sort()).toEqual(['export.json', 'media', 'tables', 'thumbnails']);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe('carrel import', () => {
  it.each([
    [
      'a changed row',
      (path: string) => writeFileSync(join(path, 'tables', 'users.jsonl'), '{}\n'),
      'other bytes',
    ],
    ['a missing table', (path: string) => rmSync(join(path, 'tables', 'users.jsonl')), 'ENOENT'],
    [
      'a changed file',
      (path: string) => {
        const [file = ''] = readdirSync(join(path, 'media'));
        writeFileSync(join(path, 'media', file), 'ONE');
      },
      'other bytes than when it was stored',
    ],
    ['no manifest', (path: string) => rmSync(join(path, 'export.json')), 'no complete export'],
  ])('refuses %s, and makes no database', async (_, spoil, message) => {
    const { path, target, load } = await exported();
    spoil(path);
    expect(await load()).toMatchObject({ code: 1, err: expect.stringContaining(message) });
    expect(existsSync(join(target, 'carrel.sqlite'))).toBe(false);
  });

  it('refuses rows whose files lead out of the folder', async () => {
    const source = releasedFolder('010-networks-and-requests.sql');
    const db = new Sqlite(join(source, 'carrel.sqlite'));
    db.pragma('foreign_keys = OFF');
    for (const [table, column] of [
      ['files', 'id'],
      ['lessons', 'videoFileId'],
      ['resources', 'fileId'],
      ['transcodes', 'fileId'],
      ['transcodes', 'resultFileId'],
      ['unusedFiles', 'fileId'],
    ])
      db.exec(`update ${table} set ${column} = '../../etc' where ${column} = '${'1'.padStart(32, '0')}'`);
    db.close();
    const folder = folderForTest();
    const { path } = await writeExport({ dataFolder: source, folder, version: '1' });
    const target = join(folderForTest(), 'data');
    const run = await carrel(target, ['import', path]);
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining('which no server does') });
  });

  it('refuses a folder that has a database, and changes nothing', async () => {
    const { dataFolder, path } = await exported();
    const before = contentOf(dataFolder);
    expect(await carrel(dataFolder, ['import', path])).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('has a database already') },
    });
    expect(contentOf(dataFolder)).toEqual(before);
  });

  it.each(['tables', 'files'])(
    'that is killed after its %s leaves no database, and can be repeated',
    async (step) => {
      const { dataFolder, path, target, load } = await exported();
      const code = `
      import { readExport } from '${programFile('read-export')}';
      const [, dataFolder, source, last] = process.argv;
      await readExport({ dataFolder, source,
        onStep: (step) => step === last && process.kill(process.pid, 'SIGKILL') });`;
      await killedProcess(code, [target, path, step]);
      expect(existsSync(join(target, 'carrel.sqlite'))).toBe(false);
      expect(await load()).toMatchObject({ code: 0 });
      expect(contentOf(target)).toEqual(contentOf(dataFolder));
    },
  );
});

describe('a killed export', () => {
  it.each(['files', 'tables', 'manifest'])('after its %s is no export', async (step) => {
    const { dataFolder, folder } = await exported();
    const code = `
      import { writeExport } from '${programFile('write-export')}';
      const [, dataFolder, folder, last] = process.argv;
      await writeExport({ dataFolder, folder, version: '1',
        onStep: (step) => step === last && process.kill(process.pid, 'SIGKILL') });`;
    await killedProcess(code, [dataFolder, folder, step]);
    const [partial = ''] = readdirSync(folder).filter((name) => name.endsWith('.partial'));
    expect(partial).not.toBe('');
    expect(readdirSync(folder).filter((name) => !name.endsWith('.partial'))).toHaveLength(1);
  });
});
