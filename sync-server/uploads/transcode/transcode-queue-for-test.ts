import { vi } from 'vitest';
import { mediaName } from '#sync-server/media-store/stored-names.ts';
import { uploadsForTest } from '../uploads-for-test.ts';
import { isFaststart } from './faststart.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { Transcoder } from './transcoder.ts';

/** Transcoding requires ffmpeg; where it is missing, only the tests without it run. */
export const ffmpegForTest = await findFfmpeg();

export const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-b:v', '200k'];
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** A server whose queue is paused until a test runs it with its own transcoder. */
export async function queueForTest() {
  const world = await uploadsForTest();
  const { deps, clock } = world.server;
  const { db, log, mediaStore } = deps;
  vi.spyOn(deps.transcoder, 'isAvailable').mockResolvedValue(true);
  vi.spyOn(deps.transcoder, 'scheduleDrain').mockImplementation(() => {});
  const newTranscoder = () =>
    new Transcoder({ db, clock, log, mediaStore, dataFolder: world.dataFolder, isEnabled: true });
  const drain = async () => {
    const transcoder = newTranscoder();
    await transcoder.drain();
    await transcoder.stop();
  };
  const rows = () => db.selectFrom('transcodes').selectAll().execute();
  const probe = async (fileId: string | null) =>
    mediaStore.withLocalFile(mediaName(fileId ?? ''), async (path) =>
      ffmpegForTest?.probe({ path, demuxer: 'mov' }, new AbortController().signal),
    );
  const playsWhileItLoads = async () =>
    mediaStore.withLocalFile(mediaName((await world.lessonRow()).videoFileId ?? ''), isFaststart);
  return { ...world, db, clock, newTranscoder, drain, rows, probe, playsWhileItLoads };
}
