import { fireEvent, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { type Device, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { openEditor } from '#pwa/testing/screens/open-editor.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { fromLocalTime, toLocalTime } from '../model/schedule-model.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Once, because the minute that is typed may end before it is compared. */
const NOW_MS = Date.now();
/** The text that is typed for a time so many days from now. */
const inDays = (days: number) => toLocalTime(new Date(NOW_MS + days * DAY_MS).toISOString());

const openDraft = (parts: Parameters<typeof fixtureCourse>[0] = {}) =>
  openDevice('admin', [fixtureCourse({ id: 'tides', title: 'Tides', status: 'unpublished', ...parts })]);

/** The editor, in which times are typed as a browser reports them. */
async function openSchedule(device: Device) {
  const editor = await openEditor(device);
  const type = (label: string, value: string) => fireEvent.change(editor.field(label), { target: { value } });
  return { ...editor, type };
}

describe('the schedule of a course', () => {
  it('is saved with the course, and shown in both zones', async () => {
    const { main, field, type, save, course } = await openSchedule(await openDraft());
    type('Publish at', inDays(3));
    type('Unpublish at', inDays(5));
    await main.findByText(/^Will be published on .* at .*UTC\)?\.$/);
    await main.findByText(/^Will be unpublished on /);
    await save();
    const times = { publishAt: fromLocalTime(inDays(3)), unpublishAt: fromLocalTime(inDays(5)) };
    await waitFor(async () => expect(await course()).toMatchObject({ ...times, status: 'unpublished' }));
    await waitFor(() => expect(field('Publish at').value).toBe(inDays(3)));
  });

  it('is saved on the device without a network, and sent when it is back', async () => {
    const device = await openDraft();
    await refreshAdminCourses();
    goOffline(device);
    const { type, save, course } = await openSchedule(device);
    type('Publish at', inDays(3));
    await save();
    await waitFor(async () => expect(await device.store?.outbox.count()).toBe(1));
    goOnline(device);
    await waitFor(async () => expect((await course())?.publishAt).toBe(fromLocalTime(inDays(3))));
  });

  it('is refused for a time that has passed, and for an end before the beginning', async () => {
    const { main, field, type, save, course } = await openSchedule(await openDraft());
    type('Publish at', inDays(-1));
    await main.findByText(adminMessages.schedulePast);
    expect(field('Publish at').getAttribute('aria-invalid')).toBe('true');
    await save();
    type('Publish at', inDays(3));
    type('Unpublish at', inDays(2));
    expect(await main.findAllByText(adminMessages.scheduleOrder)).toHaveLength(1);
    await save();
    await waitFor(() => expect(main.getAllByText(adminMessages.scheduleOrder)).toHaveLength(2));
    expect(await course()).toMatchObject({ publishAt: null, unpublishAt: null, version: 1 });
    expect(field('Unpublish at').value).toBe(inDays(2));
  });

  it('is removed with a button', async () => {
    const { type, press, field, save, course } = await openSchedule(await openDraft());
    type('Publish at', inDays(3));
    await save();
    await waitFor(async () => expect((await course())?.publishAt).not.toBeNull());
    await press(/^Remove/);
    expect(field('Publish at').value).toBe('');
    await save();
    await waitFor(async () => expect((await course())?.publishAt).toBeNull());
  });

  it('is without the time to publish once the course is published by hand', async () => {
    const { main, type, press, save, course } = await openSchedule(await openDraft());
    type('Publish at', inDays(3));
    await save();
    await waitFor(async () => expect((await course())?.publishAt).not.toBeNull());
    type('Publish at', inDays(4));
    type('Unpublish at', inDays(9));
    await press('Publish');
    const unpublishAt = fromLocalTime(inDays(9));
    await waitFor(async () =>
      expect(await course()).toMatchObject({ status: 'published', publishAt: null, unpublishAt }),
    );
    await waitFor(() => expect(main.queryByLabelText('Publish at')).toBeNull());
  });

  it('says what an incomplete course needs until then', async () => {
    const device = await openDraft();
    const path = '/api/admin/courses/tides/modules';
    await device.server.request(path, { as: device.server.people.admin, body: { title: 'Empty' } });
    const { main, type } = await openSchedule(device);
    type('Publish at', inDays(3));
    await main.findByText(/stays unpublished at this time, and all admins get a mail/);
  });
});
