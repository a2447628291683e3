import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { addFile, folderForTest } from '../backup/backup-for-test.ts';
import { carrel, killedProcess } from '../operator/carrel-for-test.ts';
import { programFile } from '../testing/processes/program.ts';
import { type Rows, readRows, releases, writeRelease } from '../testing/released-database.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import { createTestServer } from '../testing/test-server.ts';
import { writeExport } from './write-export.ts';

/** A data folder of a released version with rows in every table. */
function releasedFolder(): string {
  const folder = folderForTest();
  writeRelease(releases.at(-1) ?? '', join(folder, 'carrel.sqlite'));
  return folder;
}

const contentOf = (folder: string): Rows => readRows(join(folder, 'carrel.sqlite'));

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
    const source = releasedFolder();
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
