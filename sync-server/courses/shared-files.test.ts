import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { serverForTest } from '../testing/server-for-test.ts';

const bytes = Buffer.from('a video of the tide');
const video = {
  ...{ id: '5a'.repeat(16), name: 'Ebb & flood.mp4', contentType: 'video/mp4', sizeBytes: bytes.length },
  digest: createHash('sha256').update(bytes).digest('base64url'),
};

async function openServer() {
  const server = await serverForTest({ courses: [fixtureCourse({ video }), fixtureCourse({ id: 'winds' })] });
  const { alice, admin } = server.people;
  await server.request('/api/courses/tides/activate', {
    as: alice,
    body: { activationCode: 'TIDES-CODE-1' },
  });
  const list = async () => {
    const response = await server.request('/api/courses/tides/shared-files', { as: alice });
    return response.read(endpoints.listSharedFiles.output);
  };
  const allow = (sharesFiles: 0 | 1) =>
    server.request('/api/admin/courses/tides', { method: 'PUT', as: admin, body: { sharesFiles } });
  return { server, list, allow };
}

it('lists the files of a course with their digests and headers, where the course allows it', async () => {
  const { list, allow } = await openServer();
  expect((await list()).files).toEqual([]);
  await allow(1);
  const { policy, files } = await list();
  expect(policy).toMatch(/^default-src 'none'/);
  expect(files).toEqual([
    {
      fileId: video.id,
      digest: createHash('sha256').update(bytes).digest('hex'),
      sizeBytes: bytes.length,
      contentType: 'video/mp4',
      contentDisposition: expect.stringMatching(/^inline; filename="Ebb _ flood\.mp4"/),
    },
  ]);
  await allow(0);
  expect((await list()).files).toEqual([]);
});

it('the permission is part of a course for its learners, and of no copy', async () => {
  const { server, allow } = await openServer();
  expect((await allow(1)).status).toBe(200);
  const { alice, admin } = server.people;
  const content = await server.request('/api/courses/tides/content', { as: alice });
  expect(content.read(endpoints.getCourseContent.output).course.sharesFiles).toBe(1);
  const id = '0197a000-0000-7000-8000-000000000001';
  const body = { id, title: 'A copy' };
  await server.request('/api/admin/courses/tides/duplicate', { as: admin, body });
  const rows = server.deps.db.selectFrom('courses').select(['id', 'sharesFiles']).orderBy('sharesFiles');
  expect((await rows.execute()).filter(({ sharesFiles }) => sharesFiles === 1)).toEqual([
    { id: 'tides', sharesFiles: 1 },
  ]);
  const bad = await server.request('/api/admin/courses/tides', {
    ...{ method: 'PUT', as: admin, body: { sharesFiles: 2 } },
  });
  expect(bad.status).toBe(400);
});
