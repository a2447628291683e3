import { expect } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { listBatches, put, unlock } from './codes-for-test.ts';

export const upload = (server: TestServer, codes: readonly unknown[], key?: string) =>
  server.request('/api/admin/courses/tides/upload-codes', {
    as: server.people.admin,
    body: { codes },
    ...(key === undefined ? {} : { key }),
  });

export const list = (count: number) =>
  Array.from({ length: count }, (_, i) => `BULK-${String(i).padStart(6, '0')}`);

/** Uploads a list of codes, during which so many other requests, fewer than its pieces, are served. */
export async function uploadWhileServing({ codes, otherRequests }: { codes: number; otherRequests: number }) {
  const server = await serverForTest();
  let isDone = false;
  const uploading = upload(server, list(codes)).then((response) => {
    isDone = true;
    return response;
  });
  for (let served = 0; served < otherRequests; served += 1) {
    await server.request('/api/courses');
    expect(isDone, `after ${served} other requests`).toBe(false);
  }
  const reply = (await uploading).read(endpoints.uploadCodes.output);
  expect(reply).toMatchObject({ added: codes, known: 0 });
  expect(reply.allCodes).toHaveLength(codes + 3);
  expect(reply.codeStats).toEqual({ total: codes + 3, unused: codes + 3, used: 0 });
  const { alice, admin } = server.people;
  await unlock(server, alice, list(codes).at(-1) ?? '');
  const [, { id } = { id: '' }] = await listBatches(server);
  await put(server, `${id}/revoked`, { revoked: true });
  const course = await server.request('/api/admin/courses/tides', { as: admin });
  expect(course.read(endpoints.getAdminCourse.output).course).toMatchObject({
    activationCodes: ['TIDES-CODE-1', 'TIDES-CODE-2', 'TIDES-CODE-3'],
    codeStats: { total: codes + 3, unused: 3, used: 1 },
  });
}
