import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { createPageSize } from '#pwa/sync/pull/page-size.ts';
import { editCourse, editLesson, editorRow, retitle } from '#pwa/testing/editor-rows.ts';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { pullAll } from '../testing/pull-world.ts';
import { arrive, drainLater, openWorld, type World } from '../testing/world.ts';

/*
 * A connection that breaks after 64 kB, compressed: at 64 kbit/s, one that holds for eight seconds. Everything
 * ends, and little more is carried than has to be (measured in real time by `npm run bench -- slow-line`).
 */
const BREAKS_AFTER_BYTES = 64 * 1024;
const RATIO_MAX = 1.5;
const LESSONS = 40;
const EDITS = 500;

let world: World;
let store: PrivateStore;
const carried = { all: 0, whole: 0 };

/** Words in an order that does not repeat, so that a lesson compresses as prose does. */
function proseOf(characters: number): string {
  let seed = 1;
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed.toString(36);
  };
  let text = '';
  while (text.length < characters) text += `tide ${next()} slack water `;
  return `<p>${text}</p>`;
}

beforeEach(async () => {
  const large = fixtureCourse({ id: 'c1', lessonCount: LESSONS, lessonHtml: proseOf(60_000) });
  const many = fixtureCourse({ id: 'many', lessonCount: EDITS, lessonHtml: '<p>Short</p>' });
  world = await openWorld([large, many]);
  store = await arrive(world, world.server.people.admin);
  Object.assign(carried, { all: 0, whole: 0 });
  const { fetch } = world.network;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const response = await fetch(path, init);
    const bytes = gzipSync(`${String(init.body ?? '')}${await response.clone().text()}`).length;
    carried.all += Math.min(bytes, BREAKS_AFTER_BYTES);
    if (bytes > BREAKS_AFTER_BYTES) throw new TypeError('Failed to fetch');
    carried.whole += bytes;
    return response;
  });
});

const drainAll = async () => {
  for (let rounds = 0; rounds < 20 && (await listUnsent(store)).length > 0; rounds += 1) {
    await drainLater(store);
  }
  expect(await listUnsent(store)).toEqual([]);
};

/** An edit of this device's admin. */
function ownRow(order: number, body: CommandBody): OutboxRow {
  const row = editorRow(order, body);
  return { ...row, command: { ...row.command, userId: store.userId } };
}

describe('over a connection that breaks after 64 kB', () => {
  it('an edit of a large course arrives', async () => {
    await store.database.outbox.put(ownRow(1, editCourse(retitle('Reading the tides', 'New'))));
    await drainAll();
    expect(carried.all).toBeLessThan(2_000);
  });

  it('a new device’s first pull ends', async () => {
    const pageSize = createPageSize();
    let end = '';
    for (let rounds = 0; rounds < 20 && end !== 'done'; rounds += 1) {
      end = (await pullAll(store, { pageSize })).end;
    }
    expect(end).toBe('done');
    expect(await store.database.lessonContents.count()).toBe(LESSONS + EDITS);
    expect(carried.all / carried.whole).toBeLessThan(RATIO_MAX);
  });

  it('500 queued edits arrive', async () => {
    const rows = Array.from({ length: EDITS }, (_, n) =>
      ownRow(n + 1, editLesson(retitle(`Lesson ${n + 1}`, `Edit ${n}`), `many-lesson-${n + 1}`)),
    );
    await store.database.outbox.bulkPut(rows);
    await drainAll();
    expect(carried.all / carried.whole).toBeLessThan(RATIO_MAX);
  });
});
