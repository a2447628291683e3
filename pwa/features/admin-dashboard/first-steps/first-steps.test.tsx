import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { unlock } from '#e2e/sync/testing/world.ts';
import { paths } from '#pwa/paths.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { refreshAdminCourses, refreshAdminStats } from '#pwa/sync/pull/admin-refresh.ts';
import { type Device, goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { describeCommand } from '#schema/commands/all-commands.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';

const demo = (n: number) => fixtureCourse({ id: `course-${n}`, title: `Demo ${n}` });

/** The dashboard of a device that has fetched its courses. */
async function openDashboard(device: Device) {
  await refreshAdminCourses();
  await refreshAdminStats();
  const page = await renderScreen(paths.adminDashboard, device);
  const steps = async () =>
    within(await page.main.findByRole('region', { name: 'From here to your first learner' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => /: (done|to do)/.exec(textContent ?? '')?.[1]);
  return { ...page, steps };
}

describe('the checklist of the first day', () => {
  it('counts only what is the admin’s own, not the demo courses', async () => {
    const device = await openDevice('admin', [demo(1), demo(2)]);
    const { steps } = await openDashboard(device);
    expect(await steps()).toEqual(['done', 'to do', 'to do', 'to do', 'to do', 'to do']);
  });

  it('ticks what is done, and is gone when the first learner has unlocked a course', async () => {
    const device = await openDevice('admin', [demo(1), fixtureCourse()]);
    const { steps, main } = await openDashboard(device);
    expect(await steps()).toEqual(['done', 'to do', 'done', 'done', 'done', 'to do']);
    await unlock(device, device.server.people.bob, 'tides', 'TIDES-CODE-1');
    await refreshAdminCourses();
    await waitFor(() => expect(main.queryByRole('region', { name: /first learner/ })).toBeNull());
  });

  it('is hidden for good by its button', async () => {
    const device = await openDevice('admin', [demo(1)]);
    const { steps, main, press } = await openDashboard(device);
    await steps();
    await press(/^Hide/);
    await waitFor(() => expect(main.queryByRole('region', { name: /first learner/ })).toBeNull());
    // The demo courses can still be removed.
    expect(main.getByRole('button', { name: 'Remove demo courses' })).toBeTruthy();
  });
});

describe('the demo courses', () => {
  it('are queued for the trash after a question, without a network too, and only they', async () => {
    const device = await openDevice('admin', [demo(1), demo(2), fixtureCourse()]);
    await refreshAdminCourses();
    await refreshAdminStats();
    goOffline(device);
    const { main, press } = await renderScreen(paths.adminDashboard, device);
    await press('Remove demo courses');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '“Demo 1”',
      '“Demo 2”',
    ]);
    await press('Move to the trash');
    await main.findByText(/2 demo courses move to the trash/);
    const unsent = await (device.store && listUnsent(device.store));
    expect(unsent?.map(({ command }) => describeCommand(command))).toEqual([
      'Unpublish “Demo 1”',
      'Delete “Demo 1”',
      'Unpublish “Demo 2”',
      'Delete “Demo 2”',
    ]);
  });

  it('are not offered once a learner has unlocked one', async () => {
    const device = await openDevice('admin', [demo(1), demo(2)]);
    const { bob, admin } = device.server.people;
    await unlock(device, admin, 'course-1', 'COURSE-1-CODE-1');
    const { main } = await openDashboard(device);
    await main.findByRole('button', { name: 'Remove demo courses' });
    await unlock(device, bob, 'course-2', 'COURSE-2-CODE-1');
    await refreshAdminCourses();
    await waitFor(() => expect(main.queryByRole('button', { name: 'Remove demo courses' })).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
