import { onTestFinished, vi } from 'vitest';
import { writeToken } from '#pwa/api/token.ts';
import { writeKnownUser } from '#pwa/store/database/known-user.ts';
import { openPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { type DrainPorts, drain, realPorts } from '#pwa/sync/replay/replay.ts';
import { resetDevice } from '#pwa/testing/device.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { LessonProgress } from '#schema/learning/progress.ts';
import { ProgressReply } from '#schema/learning/progress.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { PASSWORD, type Person } from '#sync-server/testing/people.ts';
import { createTestServer, type TestServer } from '#sync-server/testing/test-server.ts';
import { Network } from './network.ts';

export interface World {
  readonly server: TestServer;
  readonly network: Network;
}

/** Credentials of the server's users. */
export const alice = { email: 'alice@example.org', password: PASSWORD };
export const bob = { email: 'bob@example.org', password: PASSWORD };

/**
 * A fresh device and a real server with the given courses, or with the courses tides and stars, with four
 * lessons and three codes each.
 */
export async function openWorld(
  courses = [fixtureCourse({ id: 'tides' }), fixtureCourse({ id: 'stars' })],
): Promise<World> {
  await resetDevice();
  const server = await createTestServer({ courses });
  const network = new Network(server.app);
  vi.stubGlobal('fetch', network.fetch);
  onTestFinished(async () => {
    vi.unstubAllGlobals();
    await server.close();
  });
  return { server, network };
}

/** Signs a user in on this device with their real token. */
export async function arrive({ server }: World, person: Person): Promise<PrivateStore> {
  const reply = await server.request(endpoints.me.path, { as: person });
  writeToken(person.token);
  writeKnownUser(reply.read(endpoints.me.output).user);
  return openPrivateStore(person.id);
}

let hoursLater = 0;

/** Drains as if an hour had passed since the last attempt, so no command waits for its backoff. */
export function drainLater(store: PrivateStore, ports: Partial<DrainPorts> = {}) {
  hoursLater += 1;
  const now = () => Date.now() + hoursLater * 60 * 60_000;
  return drain(store, { ...realPorts, now, isEager: true, ...ports });
}

/** Unlocks a course for a user without this device's knowledge. */
export async function unlock(
  { server }: World,
  person: Person,
  courseId: string,
  code: string,
): Promise<void> {
  const path = `/api/courses/${courseId}/activate`;
  await server.request(path, { as: person, body: { activationCode: code } });
}

export async function progressOnServer({ server }: World, person: Person): Promise<LessonProgress[]> {
  return (await server.request(endpoints.getProgress.path, { as: person })).read(ProgressReply).entries;
}

export async function activationsOnServer({ server }: World): Promise<string[]> {
  const rows = await server.deps.db.selectFrom('activations').selectAll().execute();
  return rows.map((row) => `${row.userId} ${row.courseId}`).sort();
}

export async function usedCodesOnServer({ server }: World): Promise<string[]> {
  const rows = await server.deps.db
    .selectFrom('redemptions')
    .innerJoin('activationCodes', 'activationCodes.id', 'redemptions.codeId')
    .select(['userId', 'code'])
    .orderBy('activationCodes.id')
    .execute();
  return rows.map((row) => `${row.userId} ${row.code}`);
}
