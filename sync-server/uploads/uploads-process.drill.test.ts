import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VIDEO_MAX_BYTES } from '#schema/limits.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import {
  dataFolderForTest,
  memoryOf,
  signInAdmin,
  startServerProcess,
} from '../testing/processes/server-process.ts';
import { formOf, mp4Of } from './uploads-for-test.ts';

const AT_ONCE = 10;
const RISE_MAX_MB = 100;
/** 10 MB: enough for the database, but not for a video. */
const FULL_AFTER_BLOCKS = 20_000;

describe('the server as a process', () => {
  it.runIf(existsSync('/proc'))(
    `accepts ${AT_ONCE} concurrent videos of 45 MB with less than ${RISE_MAX_MB} MB more memory`,
    async () => {
      const { url, pid } = await startServerProcess({ dataFolder: dataFolderForTest() });
      const { addLessons, upload } = await signInAdmin(url);
      const [first = '', ...lessons] = await addLessons(AT_ONCE + 1);
      expect((await upload(first, formOf({ fileName: 'a.mp4', bytes: mp4Of(1_000) }))).status).toBe(200);
      const form = formOf({ fileName: 'a.mp4', bytes: mp4Of(VIDEO_MAX_BYTES) });
      const before = await memoryOf(pid);
      const responses = await Promise.all(lessons.map((lesson) => upload(lesson, form)));
      const after = await memoryOf(pid);
      expect(responses.map(({ status }) => status)).toEqual(lessons.map(() => 200));
      expect(after.most - before.now).toBeLessThan(RISE_MAX_MB);
    },
    180_000,
  );

  it('reports a full disk, stores nothing of the file, and continues', async () => {
    const dataFolder = dataFolderForTest();
    const { url } = await startServerProcess({ dataFolder, fileBlocks: FULL_AFTER_BLOCKS });
    const { addLessons, upload } = await signInAdmin(url);
    const [lesson = ''] = await addLessons(1);
    const response = await upload(lesson, formOf({ fileName: 'a.mp4', bytes: mp4Of(20_000_000) }));
    expect(response.status).toBe(507);
    expect(JSON.parse(response.text)).toMatchObject({
      code: 'server_full',
      error: serverMessages.serverFull,
    });
    expect(readdirSync(join(dataFolder, 'uploads'))).toEqual([]);
    expect((await upload(lesson, formOf({ fileName: 'a.mp4', bytes: mp4Of(1_000_000) }))).status).toBe(200);
  }, 180_000);

  it('deletes at startup the temporary files of an earlier one', async () => {
    const dataFolder = dataFolderForTest();
    mkdirSync(join(dataFolder, 'uploads'));
    writeFileSync(join(dataFolder, 'uploads', 'half'), 'half a video');
    await startServerProcess({ dataFolder });
    expect(readdirSync(join(dataFolder, 'uploads'))).toEqual([]);
  }, 180_000);
});
