import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '#pwa/api/call.ts';
import { watchExchanges } from '#pwa/api/exchange.ts';
import { adminLogin, changePassword, login, register } from '#pwa/session/session.ts';
import { findCommand } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueSupport } from '#pwa/sync/enqueue/request-support.ts';
import { enqueueProfile } from '#pwa/sync/enqueue/update-fields.ts';
import { enqueueActivation } from '#pwa/sync/outbox/outbox.ts';
import { refreshCatalogue, refreshCourse } from '#pwa/sync/pull/refresh-catalogue.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { arrive, drainLater, openWorld, type World } from '../testing/world.ts';

/*
 * The catalogue of errors (spec map, section 8), call by call: the sentence for a 4xx from this product's
 * server without its own sentence, and for the same status from an intermediary.
 */
let world: World;
let store: PrivateStore;

beforeEach(async () => {
  world = await openWorld();
  store = await arrive(world, world.server.people.alice);
});

/** The headers of a real refusal by the server, without those of its body. */
async function ownHeaders(): Promise<Record<string, string>> {
  const { headers } = await world.server.app.request('/api/nowhere');
  return Object.fromEntries([...headers].filter(([name]) => name !== 'content-length'));
}

const PAGE = { headers: { 'Content-Type': 'text/html' }, body: '<html>Sign in to the café</html>' };
const credentials = { email: 'alice@example.org', password: 'a green glass lamp' };
const passwords = { currentPassword: 'a green glass lamp', newPassword: 'a lamp of brass' };

const sentenceOf = (work: () => Promise<unknown>) =>
  work().then(
    () => 'nothing',
    (error: unknown) => (error instanceof Error ? error.message : 'nothing said'),
  );

/** The outbox's message for a command after its next attempt. */
const outcomeOf = async (enqueue: () => Promise<string>) => {
  const id = await enqueue();
  const now = Date.now();
  // Its time stands still: on a busy machine, the next attempt could be due before the drain ends.
  await drainLater(store, { now: () => now });
  const row = await findCommand(store, id);
  return { state: row?.state, problem: row?.lastProblem };
};

const activate = () =>
  enqueueActivation(knownUserId(), { courseId: 'tides', courseTitle: 'Tides', code: 'WRONG-CODE' });
const rename = () => enqueueProfile(knownUserId(), { name: 'Al' });
const question = { name: 'Al', email: 'al@example.org', subject: 'other', message: 'Hello' } as const;
const requestSupport = () => enqueueSupport(knownUserId(), { request: question, replaces: null });

const direct: readonly [string, string, number, () => Promise<unknown>, string][] = [
  ['the login', '/api/auth/login', 401, () => login(credentials), 'Invalid email or password'],
  ['the login', '/api/auth/login', 403, () => login(credentials), 'Failed to login'],
  [
    'the admin login',
    '/api/auth/admin/login',
    401,
    () => adminLogin(credentials),
    'Invalid admin credentials',
  ],
  [
    'the admin login',
    '/api/auth/admin/login',
    403,
    () => adminLogin(credentials),
    'Failed to login as admin',
  ],
  [
    'the sign-up',
    '/api/auth/register',
    400,
    () => register({ ...credentials, name: 'Al' }),
    'Invalid registration data',
  ],
  [
    'the sign-up',
    '/api/auth/register',
    422,
    () => register({ ...credentials, name: 'Al' }),
    'Failed to register',
  ],
  [
    'the password',
    '/api/users/alice/password',
    401,
    () => changePassword(passwords),
    'Current password is incorrect',
  ],
  [
    'the password',
    '/api/users/alice/password',
    403,
    () => changePassword(passwords),
    'You do not have permission to update this password',
  ],
  ['the password', '/api/users/alice/password', 404, () => changePassword(passwords), 'User not found'],
  [
    'the password',
    '/api/users/alice/password',
    409,
    () => changePassword(passwords),
    'Failed to update password',
  ],
  ['the list of courses', '/api/courses', 403, refreshCatalogue, 'Error fetching courses'],
  ['a course', '/api/courses/tides', 404, () => refreshCourse('tides'), 'Course not found'],
  ['a course', '/api/courses/tides', 403, () => refreshCourse('tides'), 'Error fetching course details'],
];

const queued: readonly [string, string, number, () => Promise<string>, string][] = [
  ['an activation', '/api/courses/tides/activate', 400, activate, 'Invalid activation code'],
  ['an activation', '/api/courses/tides/activate', 404, activate, 'Course not found'],
  ['an activation', '/api/courses/tides/activate', 403, activate, 'Failed to activate course'],
  ['the profile', '/api/users/alice', 403, rename, 'You do not have permission to update this profile'],
  ['the profile', '/api/users/alice', 404, rename, 'User not found'],
  ['the profile', '/api/users/alice', 400, rename, 'Failed to update profile'],
  [
    'a request to support',
    '/api/support',
    400,
    requestSupport,
    'Error submitting support request. Please try again.',
  ],
];

describe('a refusal by our server without a sentence', () => {
  it.each(direct)(
    'of %s (%s, %i) shows the catalogue’s sentence',
    async (_, path, status, work, sentence) => {
      for (const body of ['{}', '{"message":"No"}', '']) {
        world.network.planAt.set(path, { status, body, headers: await ownHeaders() });
        expect(await sentenceOf(work)).toBe(sentence);
      }
    },
  );

  it.each(queued)('of %s (%s, %i) refuses the command with the catalogue’s sentence', async (...row) => {
    const [, path, status, enqueue, problem] = row;
    world.network.planAt.set(path, { status, body: '{}', headers: await ownHeaders() });
    expect(await outcomeOf(enqueue)).toEqual({ state: 'refused', problem });
  });

  it('counts as a reachable server', async () => {
    const reached: boolean[] = [];
    const stop = watchExchanges(({ isReached }) => reached.push(isReached));
    world.network.planAt.set('/api/courses', { status: 403, body: '', headers: await ownHeaders() });
    await call(endpoints.listCourses).catch(() => undefined);
    world.network.planAt.set('/api/courses', { status: 403, ...PAGE });
    await call(endpoints.listCourses).catch(() => undefined);
    stop();
    expect(reached).toEqual([true, false]);
  });

  it('of a whole batch sends its commands one by one instead', async () => {
    await rename();
    const id = await requestSupport();
    world.network.planAt.set('/api/batch', { status: 405, body: '{}', headers: await ownHeaders() });
    await drainLater(store);
    expect(await findCommand(store, id)).toMatchObject({ state: 'acknowledged' });
  });
});

describe('an intermediary’s page', () => {
  it.each(direct)('in place of %s (%s, %i) is a connection failure, not a refusal', async (...row) => {
    const [, path, status, work, sentence] = row;
    world.network.planAt.set(path, { status, ...PAGE });
    const shownSentence = await sentenceOf(work);
    expect(shownSentence).not.toBe(sentence);
    expect(shownSentence).toMatch(/^The response is not from Carrel/);
  });

  it.each(queued)(
    'in place of %s (%s, %i) leaves the command queued, and it is sent later',
    async (...row) => {
      const [, path, status, enqueue] = row;
      const headers = { ...PAGE.headers, 'X-Request-Id': '019a0000-0000-7000-8000-000000000001' };
      world.network.planAt.set(path, { status, body: PAGE.body, headers });
      expect(await outcomeOf(enqueue)).toMatchObject({ state: 'waiting' });
    },
  );
});
