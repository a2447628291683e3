import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serverForTest } from '../testing/server-for-test.ts';
import { sweepMedia } from '../uploads/files/sweep-media.ts';
import { mediaName } from './stored-names.ts';

const HOUR_MS = 60 * 60 * 1_000;

it('a file that is being moved in stays, however old its bytes are', async () => {
  const { deps } = await serverForTest();
  const name = mediaName('f'.repeat(32));
  await deps.mediaStore.write(name, Buffer.from('four'));
  utimesSync(join(deps.config.dataFolder, name), new Date(0), new Date(0));
  const swept = await sweepMedia(deps, new Date(Date.now() + HOUR_MS));
  expect(swept.media.files).toBe(0);
  expect(await deps.mediaStore.findFile(name)).toMatchObject({ sizeBytes: 4 });
});
