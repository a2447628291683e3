import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addFile, folderForTest } from '#sync-server/backup/backup-for-test.ts';
import { carrel } from '#sync-server/operator/carrel-for-test.ts';
import type { S3Config } from '#sync-server/s3-config.ts';
import { newBucket } from '#sync-server/testing/s3-for-test.ts';
import { createTestServer } from '#sync-server/testing/test-server.ts';
import { failingBucket } from './s3-proxy-for-test.ts';

/** A stopped server with a file in a bucket, and the commands of its operator. */
async function stoppedServer(s3: S3Config) {
  const dataFolder = folderForTest();
  const server = await createTestServer({ config: { s3 }, dataFolder, keepData: true });
  const name = `media/${await addFile(server, 'one')}`;
  const run = (...argv: string[]) => carrel(dataFolder, argv, { s3, transcode: 'off' });
  const remove = () => server.deps.mediaStore.remove(name);
  const textOf = async () => Buffer.from((await server.deps.mediaStore.findBytes(name)) ?? '').toString();
  return { dataFolder, name, run, remove, textOf, close: () => server.close() };
}

describe('with files in a bucket', () => {
  it('a backup has them too, links those of the backup before, and a restore returns what is missing', async () => {
    const { name, run, remove, textOf, close } = await stoppedServer(await newBucket());
    const folder = folderForTest();
    expect(await run('backup', folder)).toMatchObject({ code: 0, out: expect.stringContaining('1 copied') });
    expect((await run('backup', folder)).out).toContain('0 copied, 1 linked');
    const backup = join(folder, readdirSync(folder).filter((file) => file.startsWith('carrel-'))[0] ?? '');
    expect(readFileSync(join(backup, name), 'utf8')).toBe('one');
    expect(await run('check', backup)).toMatchObject({ code: 0 });
    await remove();
    const checked = await run('check');
    expect(checked).toMatchObject({ code: 1, out: expect.stringContaining(`${name} is missing`) });
    const restored = await run('restore', backup, 'keep');
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('1 files were missing') });
    expect(await textOf()).toBe('one');
    await close();
  });

  it('a backup without a file that the bucket has lost is complete except for it, and says so', async () => {
    const { name, run, remove, close } = await stoppedServer(await newBucket());
    await remove();
    const folder = folderForTest();
    const made = await run('backup', folder);
    expect(made).toMatchObject({ code: 1, out: expect.stringContaining('Backed up to') });
    expect(made.err).toContain(`the server has no ${name}`);
    await close();
  });

  it('an export has them, and an import stores them in the bucket of the new server', async () => {
    const { name, run, close } = await stoppedServer(await newBucket());
    const folder = folderForTest();
    expect(await run('export', folder)).toMatchObject({ code: 0 });
    await close();
    const source = join(folder, readdirSync(folder)[0] ?? '');
    const s3 = await newBucket();
    const dataFolder = join(folderForTest(), 'data');
    expect(await carrel(dataFolder, ['import', source], { s3 })).toMatchObject({ code: 0 });
    const checked = await carrel(dataFolder, ['check', '--bytes'], { s3 });
    expect(checked.out).toContain('1 as their rows say, every byte');
    expect(readdirSync(dataFolder)).not.toContain('media');
    expect(readFileSync(join(source, name), 'utf8')).toBe('one');
  });

  it('a check compares them with their rows, byte for byte if asked', async () => {
    const { run, close } = await stoppedServer(await newBucket());
    expect(await run('check')).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 as their rows say'),
    });
    expect((await run('check', '--bytes')).out).toContain('every byte');
    await close();
  });

  it('the doctor says whether the bucket can be used', async () => {
    const { s3, faults } = await failingBucket();
    const { run, close } = await stoppedServer(s3);
    expect((await run('doctor')).out).toContain(`files: the bucket ${s3.bucket}`);
    faults.isDown = true;
    const down = await run('doctor');
    expect(down).toMatchObject({ code: 1, out: expect.stringContaining('cannot be reached') });
    expect(down.out + down.err).not.toContain(s3.secretAccessKey);
    await close();
  });

  it('no command takes an unreachable bucket for an empty one', async () => {
    const { s3, faults } = await failingBucket();
    const { run, close } = await stoppedServer(s3);
    const folder = folderForTest();
    faults.isDown = true;
    expect(await run('backup', folder)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no backup was made'),
    });
    expect(readdirSync(folder).filter((file) => file.startsWith('carrel-'))).toEqual([]);
    expect((await run('check')).out).toContain('files: cannot be checked');
    await close();
  });
});
