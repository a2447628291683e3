import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { progressOnServer, unlock } from '#e2e/sync/testing/world.ts';
import { paths } from '#pwa/paths.ts';
import { refreshUser } from '#pwa/session/session.ts';
import { listProgress } from '#pwa/store/account/progress.ts';
import { write } from '#pwa/store/database/access.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { fillStorage } from '#pwa/testing/fill-storage.ts';
import { type Device, goOffline, openLearner } from '#pwa/testing/screens/device.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { describeDate } from '#pwa/ui/format/describe-moments.ts';
import { emptyProgress } from '#schema/learning/progress.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';

const lesson = (n: number) => `tides-lesson-${n}`;

async function openLesson(device: Device, n: number) {
  const page = await renderScreen(paths.learn('tides', lesson(n)), device);
  const isOpen = (title: string) => screen.findByRole('heading', { level: 1, name: title });
  await isOpen(`Lesson ${n}`);
  const bar = () => within(screen.getByRole('navigation', { name: 'Lesson' }));
  return { ...page, isOpen, bar };
}

/** Alice's device, where these lessons are completed. */
async function openLearnerWith(...lessons: number[]) {
  const device = await openLearner();
  for (const n of lessons) await recordProgress('alice', lesson(n), { isCompleted: true });
  return device;
}

const dialog = () => screen.findByRole('dialog', { name: 'You have finished Reading the tides' });

describe('the primary action at the end of a lesson', () => {
  it('completes the lesson and opens the next one', async () => {
    const device = await openLearner();
    const { isOpen, press, bar } = await openLesson(device, 2);
    await press('Complete and next');
    await isOpen('Lesson 3');
    bar().getByRole('button', { name: 'Mark complete' });
    await waitFor(async () => {
      const rows = await progressOnServer(device, device.server.people.alice);
      expect(rows.filter((row) => row.completedAt !== null).map((row) => row.lessonId)).toEqual([lesson(2)]);
    });
  });

  it('is left to Next Lesson once the lesson is completed', async () => {
    const { main, bar } = await openLesson(await openLearnerWith(1), 1);
    main.getByText(/^Lesson completed/);
    expect(main.queryByRole('button', { name: 'Complete and next' })).toBeNull();
    bar().getByRole('link', { name: 'Next Lesson' });
  });

  it('of the last lesson leads to the first one that is not completed, and says so', async () => {
    const { main, isOpen, press } = await openLesson(await openLearnerWith(1), 4);
    main.getByText(/2 earlier lessons are not completed/);
    await press('Complete and go to lesson 2');
    await isOpen('Lesson 2');
  });

  it('stays on a lesson whose completion could not be stored', async () => {
    const device = await openLearner();
    const { main, press, isOpen } = await openLesson(device, 1);
    const free = fillStorage();
    await press('Complete and next');
    await main.findByText('Your progress in this lesson was not saved');
    expect(location.search).toBe(`?lesson=${lesson(1)}`);
    free();
    await press('Complete and next');
    await isOpen('Lesson 2');
    const completed = (await listProgress(device.store)).filter((row) => row.completedAt !== null);
    expect(completed.map((row) => row.lessonId)).toEqual([lesson(1)]);
  });
});

describe('the moment in which a course is finished', () => {
  it('is shown once, in whichever order the lessons were completed, and says that it is not sent yet', async () => {
    const device = await openLearnerWith(1, 3, 4);
    goOffline(device);
    const { main, user, press, isOpen } = await openLesson(device, 2);
    main.getByText('All other lessons are completed.');
    await press('Complete course');
    const moment = within(await dialog());
    moment.getByText(`${describeDate(new Date().toISOString())} · 4 lessons · 10 min`);
    await moment.findByText(
      /is saved on this device, with this date\. It will be sent when you are connected/,
    );
    await user.click(moment.getByRole('link', { name: 'Read again' }));
    await isOpen('Lesson 1');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is shown when a video ends', async () => {
    const course = fixtureCourse({ lessonCount: 1 });
    const videoUrl = 'https://videos.example.org/ebb.mp4';
    const modules = course.modules.map((module) => ({
      ...module,
      lessons: module.lessons.map((one) => ({ ...one, videoUrl })),
    }));
    const { main } = await openLesson(await openLearner([{ ...course, modules }]), 1);
    const player = await main.findByRole('region', { name: 'Video player' });
    player.querySelector('video')?.dispatchEvent(new Event('ended'));
    await dialog();
  });

  it('comes again after the course was not finished any more', async () => {
    const { bar, user, press } = await openLesson(await openLearnerWith(1, 2, 3), 4);
    await press('Complete course');
    await user.click(within(await dialog()).getByRole('button', { name: 'Close' }));
    await user.click(bar().getByRole('button', { name: 'Completed' }));
    await press('Complete course');
    await dialog();
  });

  it('leads to the unlocked course that is not finished', async () => {
    const device = await openLearner([fixtureCourse(), fixtureCourse({ id: 'stars', title: 'Stars' })]);
    await unlock(device, device.server.people.alice, 'stars', 'STARS-CODE-1');
    await refreshUser();
    await downloadCourse('stars');
    for (const n of [1, 2, 3]) await recordProgress('alice', lesson(n), { isCompleted: true });
    const { press, user, isOpen } = await openLesson(device, 4);
    await press('Complete course');
    await user.click(await within(await dialog()).findByRole('link', { name: 'Start Learning: Stars' }));
    await isOpen('Lesson 1');
    expect(location.pathname).toBe(paths.learn('stars'));
  });

  it('is over on a device that pulls the progress later', async () => {
    const device = await openLearner();
    const { main } = await openLesson(device, 1);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const entries = [1, 2, 3, 4].map((n) => ({
      ...emptyProgress(lesson(n)),
      completedAt: yesterday,
      completedUpdatedAt: yesterday,
    }));
    await write(device.store, [device.store.progress], async (tx) => {
      for (const entry of entries) await tx.progress.put({ ...entry, v: FORMAT_VERSION });
    });
    await main.findByText(/^You finished this course on /);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
