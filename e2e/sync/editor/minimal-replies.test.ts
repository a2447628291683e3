import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { drain, realPorts } from '#pwa/sync/replay/replay.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import {
  courseOnServer,
  coursesOnServer,
  lessonOnServer,
  makeCourse,
  openAdminDevice,
  planOf,
  saveLessons,
  shownContent,
  shownCourses,
} from '../testing/editor-world.ts';
import { adminView, editOnServer, expectedAdminView, pullAll } from '../testing/pull-world.ts';
import { drainLater, type World } from '../testing/world.ts';

/* The outbox asks for minimal replies: the row that was edited, without what the device has. */

let world: World;
let store: PrivateStore;
const LESSON = 'tides-lesson-1';
const LONG = `<p>${'tide '.repeat(10_000)}</p>`;

beforeEach(async () => {
  ({ world, store } = await openAdminDevice());
  await pullAll(store);
});

/** Replaces the network; returns the sizes of the replies, with the path of each. */
function measureReplies(prepare: (init: RequestInit) => RequestInit = (init) => init) {
  const { fetch } = world.network;
  const replies: { readonly path: string; readonly characters: number }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const response = await fetch(path, prepare(init));
    replies.push({ path, characters: (await response.clone().text()).length });
    return response;
  });
  return replies;
}

const renameCourse = (title: string) =>
  enqueueSave(
    knownUserId(),
    planOf({
      course: {
        ...{ version: 1, title: 'Reading the tides' },
        ...{ base: { title: 'Reading the tides' }, changes: { title } },
      },
    }),
  );
const expectSameAsServer = async () => {
  expect(await listUnsent(store)).toEqual([]);
  await pullAll(store);
  expect(await adminView(store)).toEqual(expectedAdminView(await coursesOnServer(world)));
};

describe('the reply to an edit', () => {
  it('of a course does not grow with its lessons', async () => {
    await saveLessons(store, { content: LONG });
    await drainLater(store);
    const replies = measureReplies();
    await renameCourse('Tides and winds');
    await drainLater(store);
    expect(Math.max(...replies.map(({ characters }) => characters))).toBeLessThan(2_000);
    expect((await shownCourses(store)).map(({ title }) => title)).toContain('Tides and winds');
    await expectSameAsServer();
  });

  it('of a lesson does not repeat the text that was sent, and the device shows it', async () => {
    const replies = measureReplies();
    await saveLessons(store, { content: LONG }, { title: 'Two' });
    await drainLater(store);
    expect(Math.max(...replies.map(({ characters }) => characters))).toBeLessThan(4_000);
    expect(await shownContent(store, LESSON)).toBe(LONG);
    await expectSameAsServer();
  });

  it('of a lesson whose text the server changed is followed by that text', async () => {
    await saveLessons(store, { content: '<p onclick="go()">One</p>' });
    await drainLater(store);
    await pullAll(store);
    expect(await shownContent(store, LESSON)).toBe('<p>One</p>');
  });

  it('that is late does not put the text that was sent over a newer one', async () => {
    await saveLessons(store, { content: LONG });
    world.network.plan = ['replyLost'];
    await drainLater(store);
    await editOnServer(world, 'PUT', `/api/admin/lessons/${LESSON}`, { content: '<p>Theirs</p>' });
    await pullAll(store);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await shownContent(store, LESSON)).toBe('<p>Theirs</p>');
  });

  it('that is late does not recreate a lesson that was deleted since', async () => {
    await saveLessons(store, { content: LONG });
    world.network.plan = ['replyLost'];
    await drainLater(store);
    await editOnServer(world, 'DELETE', `/api/admin/lessons/${LESSON}`);
    await pullAll(store);
    await drainLater(store);
    await expectSameAsServer();
    expect(await store.database.lessonContents.get(LESSON)).toBeUndefined();
  });

  it('of an older server, which is whole, is an ack too', async () => {
    measureReplies((init) => {
      const headers = new Headers(init.headers);
      headers.delete('Prefer');
      const body = typeof init.body === 'string' ? init.body.replaceAll('return=minimal', 'x') : init.body;
      return { ...init, headers: Object.fromEntries(headers), ...(body == null ? {} : { body }) };
    });
    await makeCourse();
    await saveLessons(store, { content: '<p onclick="go()">One</p>' }, { title: 'Two' });
    await renameCourse('Tides and winds');
    await drainLater(store);
    expect((await courseOnServer(world, 'tides'))?.title).toBe('Tides and winds');
    await expectSameAsServer();
  });

  it('of a course created with its lessons leaves the same rows as the server’s', async () => {
    const { lessonId } = await makeCourse();
    world.network.plan = ['replyLost'];
    await drainLater(store);
    await drainLater(store);
    expect(await lessonOnServer(world, lessonId)).toBeDefined();
    await expectSameAsServer();
  });
});

describe('a batch whose reply has no room for all', () => {
  it('is sent again at once for the rest', async () => {
    const { courseId } = await makeCourse();
    const [first, ...rest] = await listUnsent(store);
    for (const { id } of rest) {
      const body = { error: 'Please send this request again.', code: 'batch_full', requestId: 'r' };
      world.network.planInside.set(id, { status: 429, body });
    }
    const { end } = await drain(store, realPorts);
    expect([first?.command.kind, end]).toEqual(['course.create', 'drained']);
    expect(await listUnsent(store)).toEqual([]);
    expect(await courseOnServer(world, courseId)).toBeDefined();
    expect(world.network.batches).toBe(2);
  });

  it('waits like any other 429 when the reply has room for none', async () => {
    await makeCourse();
    for (const { id } of await listUnsent(store)) {
      world.network.planInside.set(id, { status: 429, body: { error: 'Again', code: 'batch_full' } });
    }
    await drain(store, realPorts);
    const left = await listUnsent(store);
    expect(left.every(({ nextAttemptAt }) => nextAttemptAt !== null)).toBe(true);
    expect(left.length).toBeGreaterThan(1);
    expect(world.network.batches).toBe(1);
  });
});
