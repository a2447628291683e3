import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { recordVideo } from '../uploads-for-test.ts';
import { ffmpegForTest, h264, queueForTest } from './transcode-queue-for-test.ts';

it.runIf(ffmpegForTest !== null)(
  'a stop releases the video at once, without counting an attempt, and leaves no process and no partial file',
  async () => {
    const { uploadVideo, rows, newTranscoder, drain, leftovers } = await queueForTest();
    await uploadVideo(
      await recordVideo('mp4', [...h264, '-vf', 'loop=loop=20:size=10,scale=1920:1080', '-t', '15']),
    );
    const transcoder = newTranscoder();
    const run = transcoder.drain();
    await waitFor(() => expect(leftovers()).not.toEqual([]), { timeout: 60_000 });
    await transcoder.stop();
    await run;
    expect(childrenOf(process.pid)).not.toContain('ffmpeg');
    expect(leftovers()).toEqual([]);
    expect(await rows()).toMatchObject([{ attempts: 0, outcome: null, lastProblem: null }]);
    await drain();
    expect(await rows()).toMatchObject([{ attempts: 1, outcome: 'encoded' }]);
  },
  180_000,
);

/** The names of the running child processes of a process; empty where the system does not report them. */
function childrenOf(pid: number): string[] {
  if (!existsSync('/proc')) return [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return children.map((child) => readFileSync(`/proc/${child}/comm`, 'utf8').trim());
}
