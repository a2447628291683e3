import { expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { tusForTest } from '../uploads/tus/tus-for-test.ts';
import { mp4Of } from '../uploads/uploads-for-test.ts';

/** A lesson with an uploaded video, and calls of an admin. */
async function lessonWithVideo() {
  const { server, tus, attachVideo } = await tusForTest();
  const video = new Uint8Array(mp4Of(300_000));
  await attachVideo(await tus.sendWhole(video));
  const as = server.people.admin;
  const admin = (method: string, path: string, body?: unknown) =>
    server.request(`/api/admin/${path}`, { method, as, ...(body === undefined ? {} : { body }) });
  const listDeletions = async () => {
    const { revisions } = (await admin('GET', 'audit')).read(endpoints.listAudit.output);
    return revisions.filter(({ entity, kind }) => entity === 'lesson' && kind === 'delete');
  };
  const restore = async (restores: string, module = 'tides-module-2', more = {}) => {
    const body = { title: 'Back', videoUrl: null, restores, ...more };
    return (await admin('POST', `modules/${module}/lessons`, body)).read(endpoints.createLesson.output)
      .lesson;
  };
  return { server, admin, listDeletions, restore, video };
}

it('a lesson that was deleted with its module is restored with its uploaded video and its resources', async () => {
  const { server, admin, listDeletions, restore, video } = await lessonWithVideo();
  await admin('DELETE', 'modules/tides-module-1');
  const deletions = await listDeletions();
  const deletion = deletions.find(({ entityId }) => entityId === 'tides-lesson-1');
  const lesson = await restore(deletion?.id ?? '');
  expect(lesson).toMatchObject({ title: 'Back', videoSizeBytes: video.length });
  expect(lesson.resources).toMatchObject([{ url: 'https://tides.example.org/1', version: 1 }]);
  const { cursor: _, changes } = await server
    .request('/api/sync', { as: server.people.admin })
    .then((reply) => reply.read(endpoints.pull.output));
  expect(changes.map(({ kind, id }) => `${kind} ${id}`)).toContain(`resource ${lesson.resources[0]?.id}`);
});

it('a typed video wins, and an id that is no deletion of a lesson restores nothing', async () => {
  const { admin, listDeletions, restore } = await lessonWithVideo();
  await admin('DELETE', 'lessons/tides-lesson-1');
  const [deletion] = await listDeletions();
  const videoUrl = 'https://videos.example.org/a.mp4';
  expect((await restore(deletion?.id ?? '', 'tides-module-1', { videoUrl })).videoUrl).toBe(videoUrl);
  const plain = await restore('no-such-revision');
  expect([plain.videoUrl, plain.resources]).toEqual([null, []]);
});
