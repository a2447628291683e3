import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { done } from '#pwa/device/indexed-db.ts';
import { paths } from '#pwa/paths.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import { noteReturnedCourse } from '#pwa/store/offline/unlock-proofs.ts';
import { openPublicStore } from '#pwa/store/public/public-store.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { enqueueCode } from '#pwa/sync/enqueue/redeem-code.ts';
import { type Device, goOffline, openDevice, openLearner } from '#pwa/testing/screens/device.ts';
import { isAt } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { describeDate } from '#pwa/ui/format/describe-moments.ts';
import { messages } from '#schema/messages/messages.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';

const openDashboard = (device: Device) => renderScreen(paths.dashboard, device);

/** The links of a section to the pages of courses. */
async function coursesIn(section: string): Promise<string[]> {
  const list = within(await screen.findByRole('region', { name: section })).getByRole('list');
  const titles = within(list).getAllByRole('heading', { level: 3 });
  return titles.map(({ textContent }) => textContent ?? '');
}

/** Lets no one read the catalogue until it ends. */
function occupyCatalogue(): { end(): Promise<void> } {
  let isHeld = true;
  const occupied = openPublicStore().write(async ({ courses }) => {
    while (isHeld) await done(courses.count());
  });
  return {
    async end() {
      isHeld = false;
      await occupied;
    },
  };
}

describe('the dashboard', () => {
  it('lists the courses of the learner with their progress', async () => {
    const device = await openLearner();
    await recordProgress('alice', 'tides-lesson-1', { isCompleted: true });
    const { main } = await openDashboard(device);
    expect(await coursesIn('My Courses')).toEqual(['Reading the tides']);
    const card = within(main.getByRole('region', { name: 'My Courses' }));
    expect(card.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    const go = card.getByRole('link', { name: /^Continue Learning/ });
    expect(go.getAttribute('href')).toBe(paths.learn('tides'));
  });

  it('says when a course was finished, and opens its first lesson again without a loss of progress', async () => {
    const device = await openLearner();
    // The server, whose clock is another, does not correct the times.
    goOffline(device);
    for (const n of [4, 1, 2, 3]) await recordProgress('alice', `tides-lesson-${n}`, { isCompleted: true });
    const { main, user } = await openDashboard(device);
    const card = within(await main.findByRole('region', { name: 'My Courses' }));
    await card.findByText(`Finished on ${describeDate(new Date().toISOString())} · 4 lessons`);
    expect(main.queryByRole('link', { name: /^Continue Learning/ })).toBeNull();
    await user.click(card.getByRole('link', { name: 'Read again: Reading the tides' }));
    await screen.findByRole('heading', { level: 1, name: 'Lesson 1' });
    expect(screen.queryByRole('dialog')).toBeNull();
    const bar = screen.getByRole('progressbar', { name: 'Course progress' });
    expect(bar.getAttribute('aria-valuenow')).toBe('100');
  });

  it('says that a course was unlocked again, until the notice is dismissed', async () => {
    const device = await openLearner();
    await write(device.store, [device.store.state], (tx) =>
      noteReturnedCourse(tx, { courseId: 'tides', title: 'Reading the tides' }),
    );
    const { main, press } = await openDashboard(device);
    const notice = await main.findByRole('region', { name: 'Courses that were unlocked again' });
    expect(notice.textContent).toContain('“Reading the tides” was unlocked again');
    expect(notice.textContent).toContain('You need no new activation code.');
    await press('Dismiss');
    await waitFor(() =>
      expect(main.queryByRole('region', { name: 'Courses that were unlocked again' })).toBeNull(),
    );
  });

  it('recommends at most two courses that are not unlocked', async () => {
    const others = ['Stars', 'Knots', 'Wind'].map((title) =>
      fixtureCourse({ id: title.toLowerCase(), title }),
    );
    await openDashboard(await openLearner([fixtureCourse(), ...others]));
    await waitFor(async () => expect(await coursesIn('Recommended for you')).toEqual(['Stars', 'Knots']));
  });

  it('leads a learner without courses to the code and to the courses', async () => {
    const { main } = await openDashboard(await openDevice('alice', []));
    const targets = () => main.getAllByRole('link').map((link) => link.getAttribute('href'));
    // The screen opens with what it showed this learner last.
    await waitFor(() => expect(targets()).toEqual([paths.enterCode, paths.courses]));
  });

  it('shows the downloaded courses without a network', async () => {
    const device = await openLearner();
    goOffline(device);
    await openDashboard(device);
    expect(await coursesIn('My Courses')).toEqual(['Reading the tides']);
  });

  it('shows nothing of its courses before the catalogue, which would move them', async () => {
    const device = await openLearner();
    await recordProgress('alice', 'tides-lesson-1', { isCompleted: true });
    const occupation = occupyCatalogue();
    const { main } = await openDashboard(device);
    await main.findByText(/everything synced/);
    expect(main.queryByRole('region', { name: 'My Courses' })).toBeNull();
    await occupation.end();
    expect(await coursesIn('My Courses')).toEqual(['Reading the tides']);
    main.getByRole('link', { name: 'Continue Learning: Lesson 2' });
  });

  it('asks visitors to sign in', async () => {
    await openDashboard(await openDevice('visitor'));
    await isAt('/login');
    await screen.findByText(new RegExp(messages.authenticationRequired));
  });
});

describe('a code that was refused', () => {
  const refused = async () => {
    const device = await openDevice('alice');
    const page = await openDashboard(device);
    await enqueueCode('alice', 'WRONG-CODE');
    const alert = await page.main.findByRole('alert');
    expect(alert.textContent).toContain(messages.codeInvalid);
    const unsent = async () => (device.store === null ? [] : listUnsent(device.store));
    return { ...page, unsent };
  };

  it('is shown with its reason and stays until it is discarded', async () => {
    const { user, press, unsent } = await refused();
    await press('Discard');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(await unsent()).toHaveLength(1);
    await press('Discard');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Discard/ }));
    await waitFor(async () => expect(await unsent()).toEqual([]));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});
