import { describe, expect, it } from 'vitest';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { pullAll } from '../sync/sync-for-test.ts';
import { addModule, afterMinutes, listHistory, readMails, scheduleForTest } from './schedule-for-test.ts';

const NO_TIMES = { publishAt: null, unpublishAt: null };

describe('a course with a time to be published', () => {
  it('is published then and not before, once, and the time is removed', async () => {
    const { server, put, scheduleOf, inMinutes, getCourse } = await scheduleForTest();
    const publishAt = inMinutes(10);
    expect((await put({ publishAt })).status).toBe(200);
    await afterMinutes(server, 9);
    expect(await scheduleOf()).toEqual({ ...NO_TIMES, status: 'unpublished', publishAt });
    await afterMinutes(server, 1);
    expect(await scheduleOf()).toEqual({ ...NO_TIMES, status: 'published' });
    expect((await server.request('/api/courses')).text).toContain('"winds"');
    const { version } = await getCourse('winds');
    await afterMinutes(server, 60);
    expect((await getCourse('winds')).version).toBe(version);
    expect(await readMails(server)).toEqual([]);
  });

  it('has one entry in the history, by the schedule, with its time', async () => {
    const { server, put, inMinutes } = await scheduleForTest();
    const publishAt = inMinutes(10);
    await put({ publishAt });
    await afterMinutes(server, 25);
    expect((await listHistory(server)).at(-1)).toMatchObject({
      ...{ kind: 'update', userId: null, userName: 'The schedule', madeAt: publishAt },
      before: { status: 'unpublished', publishAt },
      after: { status: 'published', publishAt: null, by: 'schedule' },
    });
  });

  it('reaches admins by their pull', async () => {
    const { server, put, inMinutes } = await scheduleForTest();
    await put({ publishAt: inMinutes(10) });
    const { cursor } = await pullAll(server, server.people.admin);
    await afterMinutes(server, 10);
    const { changes } = await pullAll(server, server.people.admin, { cursor });
    expect(changes).toMatchObject([
      { kind: 'course', id: 'winds', data: { status: 'published', publishAt: null } },
    ]);
  });

  it('is published at the next look when the time has already passed', async () => {
    const { server, put, scheduleOf, inMinutes } = await scheduleForTest();
    expect((await put({ publishAt: inMinutes(-30) })).status).toBe(200);
    await afterMinutes(server, 0);
    expect((await scheduleOf()).status).toBe('published');
  });

  it('is published at the start of a server that was down at the time', async () => {
    const { server, put, scheduleOf, inMinutes } = await scheduleForTest();
    await put({ publishAt: inMinutes(10) });
    server.clock.advance(3 * 60 * 60_000);
    server.deps.publishSchedule.start();
    await waitFor(async () => expect((await scheduleOf()).status).toBe('published'));
  });
});

describe('a course that is incomplete at its time', () => {
  it('stays unpublished without the time, and admins get one mail that says what is missing', async () => {
    const { server, put, scheduleOf, inMinutes } = await scheduleForTest();
    const unpublishAt = inMinutes(99);
    await put({ publishAt: inMinutes(10), unpublishAt });
    await addModule(server, 'winds', 'Squalls');
    await afterMinutes(server, 10);
    await afterMinutes(server, 10);
    expect(await scheduleOf()).toEqual({ status: 'unpublished', publishAt: null, unpublishAt });
    const [mail = '', ...more] = await readMails(server);
    expect(mail).toContain('admin@example.org');
    expect(mail).toContain('This module has no lessons');
    expect(mail).toContain('Squalls');
    expect(more).toEqual([]);
    expect((await listHistory(server)).at(-1)).toMatchObject({
      userName: 'The schedule',
      after: { publishAt: null, schedule: 'incomplete' },
    });
  });

  it('is published by hand afterwards as always', async () => {
    const { server, put, scheduleOf, inMinutes, send } = await scheduleForTest();
    await send('POST', 'courses', {
      body: { id: 'knots', title: 'Knots', description: 'Ten', instructor: 'Ines' },
    });
    await put({ publishAt: inMinutes(10) }, 'knots');
    await afterMinutes(server, 10);
    expect((await readMails(server)).join()).toContain('It has no modules.');
    await addModule(server, 'knots', 'Loops');
    expect((await put({ status: 'published' }, 'knots')).refusal.code).toBe('course_incomplete');
    expect(await scheduleOf('knots')).toEqual({ ...NO_TIMES, status: 'unpublished' });
  });
});

describe('a course with a time to be unpublished', () => {
  it('is unpublished then, and the next time is that of nobody', async () => {
    const { server, put, scheduleOf, inMinutes } = await scheduleForTest();
    const unpublishAt = inMinutes(20);
    await put({ publishAt: inMinutes(10), unpublishAt });
    await afterMinutes(server, 10);
    expect(await scheduleOf()).toEqual({ status: 'published', publishAt: null, unpublishAt });
    await afterMinutes(server, 10);
    expect(await scheduleOf()).toEqual({ ...NO_TIMES, status: 'unpublished' });
    expect((await server.request('/api/courses')).text).not.toContain('"winds"');
    expect(await readMails(server)).toEqual([]);
  });

  it('is not shown for a moment when both times have passed, and admins get a mail', async () => {
    const { server, put, scheduleOf, inMinutes } = await scheduleForTest();
    await put({ publishAt: inMinutes(10), unpublishAt: inMinutes(20) });
    await afterMinutes(server, 60);
    expect(await scheduleOf()).toEqual({ ...NO_TIMES, status: 'unpublished' });
    expect((await listHistory(server)).map(({ after }) => after.status)).toEqual([undefined, undefined]);
    expect(await readMails(server)).toHaveLength(1);
  });

  it('loses a time for which there is nothing to do', async () => {
    const { server, put, scheduleOf, inMinutes } = await scheduleForTest();
    await put({ unpublishAt: inMinutes(10) });
    await afterMinutes(server, 10);
    expect(await scheduleOf()).toEqual({ ...NO_TIMES, status: 'unpublished' });
    expect(await readMails(server)).toEqual([]);
  });
});

describe('setting a time', () => {
  it('is an edit of the course, compared with the version that the admin saw', async () => {
    const { send, inMinutes, getCourse } = await scheduleForTest();
    const edit = (minutes: number) =>
      send('PUT', 'courses/winds', { body: { publishAt: inMinutes(minutes) }, ifMatch: '"1"' });
    expect((await edit(10)).status).toBe(200);
    expect((await edit(20)).status).toBe(412);
    expect((await getCourse('winds')).version).toBe(2);
  });

  it('stores the instant in UTC, whatever zone it is written in', async () => {
    const { put, scheduleOf } = await scheduleForTest();
    await put({ publishAt: '2031-12-03T09:00:00+01:00' });
    expect((await scheduleOf()).publishAt).toBe('2031-12-03T08:00:00.000Z');
    for (const publishAt of ['tomorrow', '2031-12-03T09:00:00+01'])
      expect((await put({ publishAt })).status).toBe(400);
  });

  it('is refused when the course would be unpublished before it is published', async () => {
    const { put, inMinutes, scheduleOf } = await scheduleForTest();
    const same = { publishAt: inMinutes(20), unpublishAt: inMinutes(20) };
    const refused = await put(same);
    expect([refused.status, refused.refusal.fields]).toEqual([
      400,
      { unpublishAt: adminMessages.scheduleOrder },
    ]);
    await put({ publishAt: inMinutes(20) });
    expect((await put({ unpublishAt: inMinutes(10) })).status).toBe(400);
    expect((await scheduleOf()).unpublishAt).toBeNull();
  });

  it('is refused for a course that is published already', async () => {
    const { put, inMinutes } = await scheduleForTest();
    expect((await put({ publishAt: inMinutes(10) }, 'tides')).refusal.code).toBe('schedule_of_published');
    expect((await put({ unpublishAt: inMinutes(10) }, 'tides')).status).toBe(200);
  });

  it('is refused for a template, and a course with a time becomes none', async () => {
    const { put, inMinutes } = await scheduleForTest();
    await put({ unpublishAt: inMinutes(10) });
    expect((await put({ isTemplate: 1 })).refusal.code).toBe('template_scheduled');
    expect((await put({ isTemplate: 1, unpublishAt: null })).status).toBe(200);
    expect((await put({ publishAt: inMinutes(10) })).refusal.code).toBe('schedule_of_template');
  });
});

describe('a change of the status by hand', () => {
  it('to published removes the time of publishing and leaves the other', async () => {
    const { put, scheduleOf, inMinutes } = await scheduleForTest();
    const unpublishAt = inMinutes(20);
    await put({ publishAt: inMinutes(10), unpublishAt });
    await put({ status: 'published' });
    expect(await scheduleOf()).toEqual({ status: 'published', publishAt: null, unpublishAt });
  });

  it('to unpublished removes the time of unpublishing', async () => {
    const { put, scheduleOf, inMinutes } = await scheduleForTest();
    await put({ unpublishAt: inMinutes(20) }, 'tides');
    await put({ status: 'unpublished' }, 'tides');
    expect(await scheduleOf('tides')).toEqual({ ...NO_TIMES, status: 'unpublished' });
  });
});

describe('the schedule of a course', () => {
  it('is at rest in the trash, and a time that passed there is gone after the restoration', async () => {
    const { server, send, put, scheduleOf, inMinutes } = await scheduleForTest();
    const unpublishAt = inMinutes(99);
    await put({ publishAt: inMinutes(10), unpublishAt });
    await send('DELETE', 'courses/winds');
    await afterMinutes(server, 20);
    expect((await send('POST', 'trash/winds/restore')).status).toBe(200);
    await afterMinutes(server, 1);
    expect(await scheduleOf()).toEqual({ status: 'unpublished', publishAt: null, unpublishAt });
    expect(await readMails(server)).toEqual([]);
  });

  it('comes back from the trash when it is still to come', async () => {
    const { server, send, put, scheduleOf, inMinutes } = await scheduleForTest();
    await put({ publishAt: inMinutes(10) });
    await send('DELETE', 'courses/winds');
    await send('POST', 'trash/winds/restore');
    await afterMinutes(server, 10);
    expect((await scheduleOf()).status).toBe('published');
  });

  it('is not copied', async () => {
    const { send, put, scheduleOf, inMinutes } = await scheduleForTest();
    await put({ publishAt: inMinutes(10), unpublishAt: inMinutes(20), lowCodesBelow: 3 });
    const id = '019b2b6e-2f4c-7d3a-9a55-5b0c7e1f2a31';
    await send('POST', 'courses/winds/duplicate', { body: { id, title: 'Winds again' } });
    expect(await scheduleOf(id)).toEqual({ ...NO_TIMES, status: 'unpublished' });
  });

  it('is known to admins only', async () => {
    const { server, put, inMinutes } = await scheduleForTest();
    const unpublishAt = inMinutes(10);
    const { alice } = server.people;
    const body = { activationCode: 'TIDES-CODE-1' };
    await server.request('/api/courses/tides/activate', { as: alice, body });
    await put({ unpublishAt, lowCodesBelow: 77 }, 'tides');
    const texts = [
      (await server.request('/api/courses')).text,
      (await server.request('/api/courses/tides')).text,
      (await server.request('/api/courses/tides/content', { as: alice })).text,
      JSON.stringify(await pullAll(server, alice)),
    ];
    for (const text of texts) {
      expect(text).toContain('tides');
      expect(text).not.toContain(unpublishAt);
      expect(text).not.toContain('"lowCodesBelow":77');
    }
  });
});
