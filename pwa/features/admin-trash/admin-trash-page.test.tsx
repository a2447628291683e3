import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { enqueueCourseDelete } from '#pwa/sync/enqueue/admin-commands.ts';
import { retryCommand } from '#pwa/sync/outbox/outbox.ts';
import { refreshAdminCourses, refreshTrash } from '#pwa/sync/pull/admin-refresh.ts';
import { type Device, failAllCalls, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { showsLoadFailure } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';

/** An admin's device, and a server with two courses in the trash. */
async function openWithTrash(): Promise<Device> {
  const device = await openDevice('admin', [
    fixtureCourse({ id: 'tides', title: 'Tides', status: 'unpublished' }),
    fixtureCourse({ id: 'stars', title: 'Stars', status: 'unpublished' }),
  ]);
  const as = device.server.people.admin;
  for (const id of ['tides', 'stars']) {
    await device.server.request(`/api/admin/courses/${id}`, { as, method: 'DELETE' });
    device.server.clock.advance(60_000);
  }
  return device;
}

async function openTrash(device: Device) {
  const page = await renderScreen(paths.adminTrash, device);
  const { main, user } = page;
  const titles = () => main.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  const shows = (...expected: string[]) => waitFor(() => expect(titles()).toEqual(expected));
  const press = (name: RegExp) => user.click(main.getByRole('button', { name }));
  const dialog = async () => within(await screen.findByRole('dialog'));
  return { ...page, shows, press, dialog };
}

const coursesOn = async ({ server }: Device) => {
  const { text } = await server.request('/api/admin/courses', { as: server.people.admin });
  return ['tides', 'stars'].filter((id) => text.includes(`"id":"${id}"`));
};

describe('the trash', () => {
  it('lists deleted courses, the newest first, with who deleted them and until when they can be restored', async () => {
    const { main, shows } = await openTrash(await openWithTrash());
    await shows('Stars', 'Tides');
    const [stars] = main.getAllByRole('listitem');
    expect(stars?.textContent).toContain('Deleted on 21 Nov 2026 by admin Ashdown');
    expect(stars?.textContent).toContain('Can be restored until 21 Dec 2026');
  });

  it('restores a course, which leaves the list', async () => {
    const device = await openWithTrash();
    const { shows, press } = await openTrash(device);
    await shows('Stars', 'Tides');
    await press(/^Restore\s*Tides/);
    await shows('Stars');
    expect(await coursesOn(device)).toEqual(['tides']);
  });

  it('deletes a course for good only when its title is typed', async () => {
    const device = await openWithTrash();
    const { shows, press, dialog, user } = await openTrash(device);
    await shows('Stars', 'Tides');
    await press(/^Delete for good\s*: Stars/);
    const form = await dialog();
    const confirm = form.getByRole('button', { name: 'Delete for good' });
    await user.type(form.getByRole('textbox', { name: 'Title of the course' }), 'Star');
    await user.click(confirm);
    await form.findByText('Type the title of the course: Stars');
    await user.type(form.getByRole('textbox', { name: 'Title of the course' }), 's {Enter}');
    await shows('Tides');
    await device.server.deps.deletedCourses.drain();
    const rows = await device.server.deps.db.selectFrom('courses').select('id').execute();
    expect(rows).toEqual([{ id: 'tides' }]);
  });

  it('works without a network, says that nothing is done yet, and sends when it is back', async () => {
    const device = await openWithTrash();
    await refreshTrash();
    goOffline(device);
    const { main, shows, press } = await openTrash(device);
    await shows('Stars', 'Tides');
    await press(/^Restore\s*Tides/);
    await main.findByText('Saved on this device. The course is restored when you are connected.');
    expect(main.queryByRole('button', { name: /^Restore\s*Tides/ })).toBeNull();
    await shows('Stars', 'Tides');
    goOnline(device);
    await shows('Stars');
    expect(await coursesOn(device)).toEqual(['tides']);
  });

  it('says why a course was not deleted for good, until the sentence is dismissed', async () => {
    const device = await openWithTrash();
    const { server } = device;
    const { main, user, shows, press, dialog } = await openTrash(device);
    await shows('Stars', 'Tides');
    goOffline(device);
    await press(/^Delete for good\s*: Tides/);
    const form = await dialog();
    await user.type(form.getByRole('textbox', { name: 'Title of the course' }), 'Tides');
    await user.click(form.getByRole('button', { name: 'Delete for good' }));
    await main.findByText(/The course is deleted for good when you are connected/);
    const as = server.people.admin;
    await server.request('/api/admin/trash/tides/restore', { as, method: 'POST' });
    await server.request('/api/admin/courses/tides', { as, method: 'DELETE' });
    goOnline(device);
    await main.findByText(serverMessages.courseNotInTrash);
    await user.click(main.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(main.queryByText(serverMessages.courseNotInTrash)).toBeNull());
    await shows('Tides', 'Stars');
  });

  it('names a deletion that is not sent, until the course is in it', async () => {
    const device = await openDevice('admin', [
      fixtureCourse({ id: 'tides', title: 'Tides', status: 'unpublished' }),
    ]);
    await refreshAdminCourses();
    const [tides] = (await device.store?.adminCourses.toArray()) ?? [];
    if (tides === undefined) throw new Error('The course is not on the device');
    goOffline(device);
    const commandId = await enqueueCourseDelete('admin', tides);
    const { main, shows } = await openTrash(device);
    await main.findByText('“Tides” comes here');
    main.getByText('Its deletion is saved on this device, and is sent when you are connected.');
    expect(main.queryByText('The trash is empty')).toBeNull();
    goOnline(device);
    // Not only after the seconds in which it can be undone.
    await retryCommand(commandId);
    await shows('Tides');
    expect(main.queryByText('“Tides” comes here')).toBeNull();
  });

  it('says that it is empty', async () => {
    const { main } = await openTrash(await openDevice('admin'));
    await main.findByText('The trash is empty');
  });

  it.each([
    ['fails', false],
    ['cannot be reached', true],
  ])('says on a new device that the server %s', async (_, isOffline) => {
    const device = await openDevice('admin');
    if (isOffline) goOffline(device);
    else failAllCalls();
    const { main } = await openTrash(device);
    await showsLoadFailure(main, messages.adminDataFailed);
  });
});
