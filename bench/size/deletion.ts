import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CarrelServer } from '#e2e/world/carrel-server.ts';
import { call } from '../watched.ts';
import { POPULAR_COURSE } from './library-size.ts';

const READ_EVERY_MS = 5;
const LOOK_EVERY_MS = 100;

/** Deletes the course with most learners for good, and reads another until its last row is removed. Returns the times. */
export async function deletePopular(server: CarrelServer, admin: string): Promise<string> {
  const startedAt = performance.now();
  const since = () => performance.now() - startedAt;
  let isRemoved = false;
  let slowestMs = 0;
  const read = async () => {
    while (!isRemoved) {
      const sentAt = performance.now();
      await call(`${server.url}/api/courses/course-00004`);
      slowestMs = Math.max(slowestMs, performance.now() - sentAt);
      await sleep(READ_EVERY_MS);
    }
  };
  const reading = read();
  const headers = () => ({ Authorization: `Bearer ${admin}`, 'Idempotency-Key': randomUUID() });
  await call(`${server.url}/api/admin/courses/${POPULAR_COURSE}`, { method: 'DELETE', headers: headers() });
  const repliedMs = since();
  const [trashed] = server.query<{ deletedAt: string }>(
    'select deletedAt from deletedCourses where courseId = ?',
    POPULAR_COURSE,
  );
  await call(`${server.url}/api/admin/trash/${POPULAR_COURSE}/purge`, {
    method: 'POST',
    headers: { ...headers(), 'Content-Type': 'application/json' },
    body: JSON.stringify({ deletedAt: trashed?.deletedAt }),
  });
  while (server.query('select courseId from deletedCourses').length > 0) await sleep(LOOK_EVERY_MS);
  const removedMs = since();
  isRemoved = true;
  await reading;
  return `reply after ${repliedMs.toFixed(0)} ms, last row removed after ${(removedMs / 1_000).toFixed(1)} s, a read of another course took ${slowestMs.toFixed(0)} ms at most`;
}
