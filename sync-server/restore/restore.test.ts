import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { addFile, folderForTest } from '../backup/backup-for-test.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { lockDataFolder } from '../lock-data-folder.ts';
import { carrel, killedProcess, serverProcess } from '../operator/carrel-for-test.ts';
import { PASSWORD } from '../testing/people.ts';
import { programFile } from '../testing/processes/program.ts';
import { dataFolderForTest, startServerProcess } from '../testing/processes/server-process.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { requireFinishedRestore } from './restore-journal.ts';

/** A server on a folder that remains when it stops. */
async function serving<T>(dataFolder: string, work: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await createTestServer({ dataFolder, keepData: true });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

/** Bob's name in a database. */
function nameIn(folder: string): unknown {
  const db = new Sqlite(join(folder, 'carrel.sqlite'));
  try {
    return db.prepare("select name from users where id = 'bob'").pluck().get();
  } finally {
    db.close();
  }
}

/** The number of the last change, which is on another page than the names. */
function lastChangeIn(folder: string): unknown {
  const db = new Sqlite(join(folder, 'carrel.sqlite'));
  try {
    return db.prepare("select value from counters where name = 'changes'").pluck().get();
  } finally {
    db.close();
  }
}

/** A killed server leaves a write-ahead log with its last commits. */
const RENAME = `
  import Sqlite from 'better-sqlite3';
  const db = new Sqlite(process.argv[1]);
  db.pragma('journal_mode = WAL');
  db.prepare("update users set name = 'After' where id = 'bob'").run();
  process.kill(process.pid, 'SIGKILL');`;

/** A backup in which Bob has his name, and a data folder of a killed server in which he has another since. */
async function backedUp() {
  const dataFolder = folderForTest();
  const folder = folderForTest();
  const file = await serving(dataFolder, (server) => addFile(server, 'one'));
  const { path: backup } = await makeBackup({ dataFolder, folder, version: '1', hasSecret: true });
  const name = nameIn(backup);
  await serving(dataFolder, async (server) => {
    const edit = { method: 'PUT', as: server.people.alice, body: { name: 'Alice the Second' } };
    expect((await server.request('/api/users/alice', edit)).status).toBe(200);
  });
  const lastChange = lastChangeIn(dataFolder);
  expect(lastChange).not.toBe(lastChangeIn(backup));
  await killedProcess(RENAME, [join(dataFolder, 'carrel.sqlite')]);
  expect(existsSync(join(dataFolder, 'carrel.sqlite-wal'))).toBe(true);
  const restore = (...args: string[]) =>
    carrel(dataFolder, ['restore', ...(args.length > 0 ? args : [backup, 'keep'])]);
  /** The replaced database is whole: it has the server's rows, and the last commit, which was in the log. */
  const expectReplaced = () => {
    const [only = '', ...more] = readdirSync(join(dataFolder, 'replaced'));
    expect(more).toEqual([]);
    const folder = join(dataFolder, 'replaced', only);
    expect([nameIn(folder), lastChangeIn(folder)]).toEqual(['After', lastChange]);
  };
  return { dataFolder, backup, file, name, restore, expectReplaced };
}

describe('carrel restore', () => {
  it('restores no account that was deleted since the backup', async () => {
    const { dataFolder, name, restore } = await backedUp();
    await serving(dataFolder, async (server) => {
      const deletion = { method: 'DELETE', as: server.people.bob, body: { password: PASSWORD } };
      expect((await server.request('/api/users/bob', deletion)).status).toBe(200);
    });
    expect((await restore()).code).toBe(0);
    expect(nameIn(dataFolder)).toBe(name);
    await startServerProcess({ dataFolder });
    expect(nameIn(dataFolder)).toBeUndefined();
  });

  it('puts the backup in place, keeps what it replaces, and the server begins a new epoch', async () => {
    const { dataFolder, name, restore, expectReplaced } = await backedUp();
    const watermark = readFileSync(join(dataFolder, 'watermark.json'), 'utf8');
    const run = await restore();
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('Now start the server.') });
    expect(nameIn(dataFolder)).toBe(name);
    expectReplaced();
    expect(readFileSync(join(dataFolder, 'watermark.json'), 'utf8')).toBe(watermark);
    expect(readdirSync(dataFolder)).not.toContain('restoring');
    await requireFinishedRestore(dataFolder);
    await serving(dataFolder, async ({ log }) => {
      expect(log.join('')).toContain('new epoch: the database was restored');
    });
  });

  it('restores files that are missing or damaged, and leaves those that the backup does not name', async () => {
    const { dataFolder, file, restore } = await backedUp();
    const path = join(dataFolder, 'media', file);
    const later = join(dataFolder, 'media', 'uploaded-later');
    writeFileSync(later, 'two');
    writeFileSync(path, 'ONE');
    await restore();
    expect(readFileSync(path, 'utf8')).toBe('one');
    expect(readFileSync(later, 'utf8')).toBe('two');
  });

  it('works on a new machine, with the secret where the backup has it', async () => {
    const { backup, dataFolder, name, file } = await backedUp();
    const fresh = join(folderForTest(), 'data');
    expect(await carrel(fresh, ['restore', backup, 'keep'])).toMatchObject({ code: 0 });
    expect(nameIn(fresh)).toBe(name);
    expect(readFileSync(join(fresh, 'media', file), 'utf8')).toBe('one');
    expect(readFileSync(join(fresh, 'secret'))).toEqual(readFileSync(join(dataFolder, 'secret')));
  });

  it('leaves a secret that is there', async () => {
    const { dataFolder, restore } = await backedUp();
    writeFileSync(join(dataFolder, 'secret'), 'another');
    await restore();
    expect(readFileSync(join(dataFolder, 'secret'), 'utf8')).toBe('another');
  });

  it('is refused while a server runs', async () => {
    const { dataFolder, restore } = await backedUp();
    const unlock = lockDataFolder(dataFolder);
    const run = await restore();
    unlock();
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining('Stop the server first') });
    expect(nameIn(dataFolder)).toBe('After');
  });

  it.each([
    ['without a word on newer edits', (backup: string) => [backup, 'perhaps'], 2, 'keep or discard'],
    ['of a folder that is no backup', () => [folderForTest(), 'keep'], 1, 'is no complete backup'],
    [
      'of a damaged backup',
      (backup: string) => {
        const [file = ''] = readdirSync(join(backup, 'media'));
        writeFileSync(join(backup, 'media', file), 'ONE');
        return [backup, 'keep'];
      },
      1,
      'the backup is damaged',
    ],
    [
      'of a backup of a newer version',
      (backup: string) => {
        const file = join(backup, 'manifest.json');
        const manifest = JSON.parse(readFileSync(file, 'utf8'));
        writeFileSync(file, JSON.stringify({ ...manifest, migration: '999-later' }));
        return [backup, 'keep'];
      },
      1,
      'made by a newer version',
    ],
  ])('is refused %s, and changes nothing', async (_, spoil, code, message) => {
    const { dataFolder, backup, restore } = await backedUp();
    expect(await restore(...spoil(backup))).toMatchObject({ code, err: expect.stringContaining(message) });
    expect(nameIn(dataFolder)).toBe('After');
    expect(existsSync(join(dataFolder, 'replaced'))).toBe(false);
  });

  it('that fails on its way says that the database is unchanged', async () => {
    const { dataFolder, restore } = await backedUp();
    rmSync(join(dataFolder, 'media'), { recursive: true });
    writeFileSync(join(dataFolder, 'media'), 'not a folder');
    const run = await restore();
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining('The database is unchanged') });
    expect(nameIn(dataFolder)).toBe('After');
  });
});

describe('a killed restore', () => {
  const code = `
    import { restoreBackup } from '${programFile('restore-backup')}';
    const [, dataFolder, backup, last] = process.argv;
    await restoreBackup({ dataFolder, backup, intent: 'keep', usesSecretFile: true,
      onStep: (step) => step === last && process.kill(process.pid, 'SIGKILL') });`;

  it.each(['verified', 'staged', 'files'])(
    'after "%s" has changed nothing, and can be repeated',
    async (step) => {
      const { dataFolder, backup, name, restore, expectReplaced } = await backedUp();
      await killedProcess(code, [dataFolder, backup, step]);
      await requireFinishedRestore(dataFolder);
      expect(nameIn(dataFolder)).toBe('After');
      expect(await restore()).toMatchObject({ code: 0 });
      expect(nameIn(dataFolder)).toBe(name);
      expectReplaced();
    },
  );

  it.each([
    'journal',
    'moved carrel.sqlite',
    'moved carrel.sqlite-wal',
    'moved carrel.sqlite-shm',
    'placed',
    'declared',
  ])('after "%s" keeps the server from starting until a repetition finishes it', async (step) => {
    const { dataFolder, backup, name, restore, expectReplaced } = await backedUp();
    await killedProcess(code, [dataFolder, backup, step]);
    await expect(requireFinishedRestore(dataFolder)).rejects.toThrow('Run carrel restore again');
    expect(await restore()).toMatchObject({ code: 0 });
    await requireFinishedRestore(dataFolder);
    expect(nameIn(dataFolder)).toBe(name);
    expectReplaced();
  });

  it('after its last step is finished', async () => {
    const { dataFolder, backup, name } = await backedUp();
    await killedProcess(code, [dataFolder, backup, 'ended']);
    await requireFinishedRestore(dataFolder);
    expect(nameIn(dataFolder)).toBe(name);
  });
});

it('the server process does not start on an unfinished restore, and creates no database', async () => {
  const dataFolder = dataFolderForTest();
  writeFileSync(
    join(dataFolder, 'restore-journal.json'),
    JSON.stringify({ backup: '/b', replaced: 'replaced/then' }),
  );
  const run = await serverProcess({ CARREL_DATA: dataFolder, PORT: '0' });
  expect(run).toMatchObject({ code: 1, err: expect.stringContaining('A restore of /b was interrupted') });
  expect(existsSync(join(dataFolder, 'carrel.sqlite'))).toBe(false);
});
