import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderForTest } from '../backup/backup-for-test.ts';
import { carrel } from '../operator/carrel-for-test.ts';
import { newBucket } from '../testing/s3-for-test.ts';

const ID = 'a'.repeat(32);

/** A data folder with a video and a thumbnail, and a bucket. */
async function filesForTest() {
  const dataFolder = folderForTest();
  for (const place of ['media', 'thumbnails']) mkdirSync(join(dataFolder, place));
  writeFileSync(join(dataFolder, 'media', ID), 'a video');
  writeFileSync(join(dataFolder, 'thumbnails', 'tides.webp'), 'a picture');
  const s3 = await newBucket();
  const run = (...argv: string[]) => carrel(dataFolder, ['move', ...argv], { s3 });
  return { dataFolder, run };
}

describe('carrel move --media', () => {
  it('copies the files into a bucket and back, and continues where it was interrupted', async () => {
    const { dataFolder, run } = await filesForTest();
    expect(await run('--media', 's3')).toMatchObject({
      code: 0,
      out: 'Copied 2 files, and each has the same bytes in both stores.',
    });
    rmSync(join(dataFolder, 'media'), { recursive: true });
    expect(await run('--media', 'folder')).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 files'),
    });
    expect(readdirSync(join(dataFolder, 'media'))).toEqual([ID]);
    expect(readFileSync(join(dataFolder, 'media', ID), 'utf8')).toBe('a video');
  });

  it('fails where a file has other bytes in the new store, and names it', async () => {
    const { dataFolder, run } = await filesForTest();
    await run('--media', 's3');
    writeFileSync(join(dataFolder, 'media', ID), 'A VIDEO');
    const { code, err } = await run('--media', 's3');
    expect(code).toBe(1);
    expect(err).toContain(`the file media/${ID} has other bytes in the new store`);
  });

  it.each([[], ['--media', 'tape'], ['--to', 'mysql://db.example/carrel']])(
    'is refused with %j',
    async (...argv) => {
      const { run } = await filesForTest();
      expect(await run(...argv.flat())).toMatchObject({
        code: 2,
        err: expect.stringContaining('carrel move: say'),
      });
    },
  );

  it('is refused without the variables of a bucket', async () => {
    const refused = await carrel(folderForTest(), ['move', '--media', 's3']);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('needs the S3 variables') });
  });
});
