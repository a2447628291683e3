import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { carrel, killedProcess } from '../operator/carrel-for-test.ts';
import { programFile } from '../testing/processes/program.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import { listBackups, removeOldBackups } from './backup-folders.ts';
import { addFile, folderForTest } from './backup-for-test.ts';
import { makeBackup } from './make-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const bytes = { readsFiles: true };

async function serverWithFiles() {
  const server = await serverForTest();
  const { dataFolder } = server.deps.config;
  const folder = folderForTest();
  const back = () => makeBackup({ dataFolder, folder, version: '1', hasSecret: false });
  return { server, dataFolder, folder, back, first: await addFile(server, 'one') };
}

describe('a backup', () => {
  it('has the rows and the files, and nothing that must stay where it is', async () => {
    const { server, dataFolder, first, back } = await serverWithFiles();
    writeFileSync(join(dataFolder, 'media', 'without-a-row'), 'x');
    const { path, manifest } = await back();
    expect(readdirSync(path).sort()).toEqual(['carrel.sqlite', 'manifest.json', 'media', 'thumbnails']);
    expect(readdirSync(join(path, 'media'))).toEqual([first]);
    const copy = new Sqlite(join(path, 'carrel.sqlite'), { readonly: true });
    expect(copy.prepare('select count(*) from users').pluck().get()).toBe(Object.keys(server.people).length);
    copy.close();
    expect(manifest.tables.users).toBe(Object.keys(server.people).length);
    expect(statSync(join(path, 'carrel.sqlite')).mode & 0o777).toBe(0o600);
    expect(await verifyBackup(path, bytes)).toEqual([]);
  });

  it('links files that the previous backup has, and copies the others', async () => {
    const { server, first, back } = await serverWithFiles();
    const one = await back();
    const second = await addFile(server, 'two');
    const two = await back();
    expect([one.copied, one.linked, two.copied, two.linked]).toEqual([1, 0, 1, 1]);
    const inode = (path: string, id: string) => statSync(join(path, 'media', id)).ino;
    expect(inode(two.path, first)).toBe(inode(one.path, first));
    rmSync(one.path, { recursive: true });
    expect(await verifyBackup(two.path, bytes)).toEqual([]);
    expect(readFileSync(join(two.path, 'media', second), 'utf8')).toBe('two');
  });

  it('saves a file that only the previous backup still has', async () => {
    const { dataFolder, first, back } = await serverWithFiles();
    await back();
    rmSync(join(dataFolder, 'media', first));
    const { manifest, path } = await back();
    expect(manifest.missing).toEqual([]);
    expect(readFileSync(join(path, 'media', first), 'utf8')).toBe('one');
  });

  it('names files that the data folder lacks or has with other bytes, and copies them when they are back', async () => {
    const { server, dataFolder, first, folder, back } = await serverWithFiles();
    const second = await addFile(server, 'two');
    const path = (id: string) => join(dataFolder, 'media', id);
    rmSync(path(first));
    writeFileSync(path(second), 'TWO');
    const run = await carrel(dataFolder, ['backup', folder]);
    expect(run.code).toBe(1);
    expect(run.err).toContain(`the server has no media/${first}`);
    expect(run.err).toContain(`the bytes of media/${second} are not those of its row`);
    const [made] = await listBackups(folder);
    expect(made?.manifest).toMatchObject({ missing: [`media/${first}`], damaged: [`media/${second}`] });
    writeFileSync(path(first), 'one');
    writeFileSync(path(second), 'two');
    const { manifest, path: repaired } = await back();
    expect(manifest).toMatchObject({ missing: [], damaged: [] });
    expect(await verifyBackup(repaired, bytes)).toEqual([]);
  });

  it.each([
    [
      'a database cut short',
      (path: string) => truncateSync(join(path, 'carrel.sqlite'), 4_096),
      /bytes, not/,
    ],
    [
      'a changed byte of the database',
      (path: string) => {
        const file = join(path, 'carrel.sqlite');
        const content = readFileSync(file);
        content[content.length - 1] = (content.at(-1) ?? 0) ^ 1;
        writeFileSync(file, content);
      },
      /other bytes/,
    ],
    [
      'a missing file',
      (path: string) => rmSync(join(path, 'media', readdirSync(join(path, 'media'))[0] ?? '')),
      /is missing/,
    ],
    [
      'a changed file',
      (path: string) => writeFileSync(join(path, 'media', readdirSync(join(path, 'media'))[0] ?? ''), 'ONE'),
      /other bytes/,
    ],
    ['no manifest', (path: string) => rmSync(join(path, 'manifest.json')), /no manifest/],
  ])('with %s is found by carrel check', async (_, spoil, message) => {
    const { dataFolder, back } = await serverWithFiles();
    const { path } = await back();
    expect(await carrel(dataFolder, ['check', path])).toMatchObject({ code: 0 });
    spoil(path);
    const run = await carrel(dataFolder, ['check', path]);
    expect(run).toMatchObject({ code: 1, out: expect.stringMatching(message) });
  });

  it('is refused where it would be lost with the data, and without a folder', async () => {
    const { dataFolder } = await serverWithFiles();
    expect(await carrel(dataFolder, ['backup', 'backups'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('within the data folder'),
    });
    expect(await carrel(dataFolder, ['backup'])).toMatchObject({ code: 2 });
    expect(existsSync(join(dataFolder, 'backups'))).toBe(false);
  });

  it('without the secret, and with it when asked', async () => {
    const { dataFolder, folder } = await serverWithFiles();
    const plain = await carrel(dataFolder, ['backup', folder]);
    expect(plain.out).toContain(`store ${join(dataFolder, 'secret')} once`);
    const full = await carrel(dataFolder, ['backup', folder, '--with-secret']);
    expect(full.out).toContain('included');
    const [first, second] = await listBackups(folder);
    expect(existsSync(join(first?.path ?? '', 'secret'))).toBe(false);
    const copy = join(second?.path ?? '', 'secret');
    expect(readFileSync(copy)).toEqual(readFileSync(join(dataFolder, 'secret')));
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(
      await carrel(dataFolder, ['backup', folder, '--with-secret'], { secret: 'x'.repeat(32) }),
    ).toMatchObject({
      code: 2,
    });
  });

  it('that fails leaves no part of itself, and the earlier ones as they were', async () => {
    const { dataFolder, folder, back } = await serverWithFiles();
    const { path } = await back();
    const file = join(dataFolder, 'carrel.sqlite');
    const empty = folderForTest();
    writeFileSync(join(empty, 'carrel.sqlite'), readFileSync(file).subarray(0, 5_000));
    const run = await carrel(empty, ['backup', folder]);
    expect(run.code).toBe(1);
    expect(run.err).toMatch(/^Failed: no backup was made: .*Earlier backups are unchanged\.$/m);
    expect(readdirSync(folder).filter((name) => name.startsWith('carrel-'))).toEqual([
      path.split('/').at(-1),
    ]);
  });

  it('can be read by its owner only, whatever the modes of its sources', async () => {
    const { dataFolder, first, back } = await serverWithFiles();
    chmodSync(join(dataFolder, 'media', first), 0o644);
    const { path } = await back();
    for (const name of ['manifest.json', `media/${first}`])
      expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
  });
});

describe('a file', () => {
  it.each([
    ['before the database is copied', 'database', 'is left out'],
    ['after the database was copied', 'files again', 'is in the backup, which names it'],
  ])('that is deleted %s %3$s', async (_, at) => {
    const { dataFolder, folder, first } = await serverWithFiles();
    const made = await makeBackup({
      ...{ dataFolder, folder, version: '1', hasSecret: false },
      onStep: (step) => {
        if (step !== at) return;
        const db = new Sqlite(join(dataFolder, 'carrel.sqlite'));
        db.exec('delete from files');
        db.close();
        rmSync(join(dataFolder, 'media', first));
      },
    });
    expect(made.manifest.missing).toEqual([]);
    expect(made.manifest.files.count).toBe(at === 'database' ? 0 : 1);
    expect(existsSync(join(made.path, 'media', first))).toBe(at !== 'database');
    expect(await verifyBackup(made.path, bytes)).toEqual([]);
  });

  it('that is added after the first look is in the backup', async () => {
    const { dataFolder, folder } = await serverWithFiles();
    const id = 'a'.repeat(32);
    const made = await makeBackup({
      ...{ dataFolder, folder, version: '1', hasSecret: false },
      onStep: (step) => {
        if (step !== 'database') return;
        writeFileSync(join(dataFolder, 'media', id), 'added');
        const db = new Sqlite(join(dataFolder, 'carrel.sqlite'));
        const digest = createHash('sha256').update('added').digest('base64url');
        db.prepare("insert into files values (?, 'a.vtt', 'text/vtt', 5, ?)").run(id, digest);
        db.close();
      },
    });
    expect(readFileSync(join(made.path, 'media', id), 'utf8')).toBe('added');
    expect(await verifyBackup(made.path, bytes)).toEqual([]);
  });
});

describe('retention', () => {
  it('removes what is older, but never the newest', async () => {
    const { dataFolder, folder, back } = await serverWithFiles();
    const one = await back();
    const two = await back();
    const age = (path: string) => {
      const file = join(path, 'manifest.json');
      const manifest = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, JSON.stringify({ ...manifest, takenAt: '2020-01-01T00:00:00.000Z' }));
    };
    age(one.path);
    const run = await carrel(dataFolder, ['backup', folder, '--retain', '7d']);
    expect(run.out).toContain(`removed   ${one.path}`);
    expect((await listBackups(folder)).map(({ path }) => path)).toContain(two.path);
    expect(existsSync(one.path)).toBe(false);
    for (const { path } of await listBackups(folder)) age(path);
    await makeBackup({ dataFolder, folder, version: '1', hasSecret: false, retainMs: 60_000 });
    expect(await listBackups(folder)).toHaveLength(1);
    const newest = await back();
    await removeOldBackups(folder, new Date(Date.now() + 60_000));
    expect((await listBackups(folder)).map(({ path }) => path)).toEqual([newest.path]);
    expect(await carrel(dataFolder, ['backup', folder, '--retain', 'a week'])).toMatchObject({ code: 2 });
  });
});

describe('a killed backup', () => {
  const code = `
    import { makeBackup } from '${programFile('make-backup')}';
    const [, dataFolder, folder, last] = process.argv;
    await makeBackup({ dataFolder, folder, version: '1', hasSecret: false,
      onStep: (step) => step === last && process.kill(process.pid, 'SIGKILL') });`;

  it.each(['files', 'database', 'files again', 'verify', 'manifest'])(
    'at the step "%s" is not taken for a backup, and the next one removes it',
    async (step) => {
      const { dataFolder, folder, back } = await serverWithFiles();
      const { path } = await back();
      await killedProcess(code, [dataFolder, folder, step]);
      expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toHaveLength(1);
      expect((await listBackups(folder)).map((backup) => backup.path)).toEqual([path]);
      expect(await verifyBackup(path, bytes)).toEqual([]);
      const next = await back();
      expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
      expect(await verifyBackup(next.path, bytes)).toEqual([]);
    },
  );

  it('after its last step is one', async () => {
    const { dataFolder, folder } = await serverWithFiles();
    await killedProcess(code, [dataFolder, folder, 'done']);
    const [made] = await listBackups(folder);
    expect(await verifyBackup(made?.path ?? '', bytes)).toEqual([]);
  });
});
