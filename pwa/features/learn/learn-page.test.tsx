import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { progressOnServer, unlock } from '#e2e/sync/testing/world.ts';
import { paths } from '#pwa/paths.ts';
import { refreshUser } from '#pwa/session/session.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { fillStorage } from '#pwa/testing/fill-storage.ts';
import { type Device, goOffline, openDevice, openLearner } from '#pwa/testing/screens/device.ts';
import { isAt } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { messages } from '#schema/messages/messages.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';

async function openLesson(device: Device, lessonId?: string) {
  const page = await renderScreen(paths.learn('tides', lessonId), device);
  const isOpen = (title: string) => screen.findByRole('heading', { level: 1, name: title });
  const bar = () => within(screen.getByRole('navigation', { name: 'Lesson' }));
  const links = () =>
    screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.includes('?lesson='));
  return { ...page, isOpen, bar, links };
}

async function findVideo(main: ReturnType<typeof within>): Promise<HTMLVideoElement> {
  const player = await main.findByRole('region', { name: 'Video player' });
  const video = player.querySelector('video');
  if (video === null) throw new Error('The player has no video');
  return video;
}

/** The window of the test plays nothing. */
function playUntil(video: HTMLVideoElement, seconds: number): void {
  Object.defineProperties(video, {
    duration: { value: 600, configurable: true },
    currentTime: { value: seconds, writable: true, configurable: true },
  });
  video.dispatchEvent(new Event('timeupdate'));
}

describe('the contents of a course', () => {
  it('list modules and lessons, and mark the current and the completed ones', async () => {
    const device = await openLearner();
    await recordProgress('alice', 'tides-lesson-1', { isCompleted: true });
    const { isOpen, links } = await openLesson(device, 'tides-lesson-2');
    await isOpen('Lesson 2');
    const listed = links().filter((link) => /Lesson \d/.test(link.textContent ?? ''));
    expect(listed.map((link) => link.getAttribute('href'))).toEqual(
      [1, 2, 3, 4].map((n) => paths.learn('tides', `tides-lesson-${n}`)),
    );
    expect(listed.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'page', null, null]);
    const bar = screen.getByRole('progressbar', { name: 'Course progress' });
    expect(bar.getAttribute('aria-valuenow')).toBe('25');
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Ebb'),
      expect.stringContaining('Flood'),
    ]);
  });

  it('open a lesson', async () => {
    const { isOpen, links, user } = await openLesson(await openLearner(), 'tides-lesson-1');
    await isOpen('Lesson 1');
    const third = links().find((link) => link.getAttribute('href')?.endsWith('lesson-3'));
    if (third) await user.click(third);
    await isOpen('Lesson 3');
  });

  it('are read from the device without a network', async () => {
    const device = await openLearner();
    goOffline(device);
    const { isOpen, links } = await openLesson(device, 'tides-lesson-4');
    await isOpen('Lesson 4');
    expect(screen.getByText('The hour in which nothing seems to move.')).toBeTruthy();
    expect(links().length).toBeGreaterThanOrEqual(4);
  });

  it('say that a course has no lessons yet', async () => {
    const device = await openLearner([fixtureCourse({ lessonCount: 0 })]);
    const { main } = await openLesson(device);
    await main.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('navigation', { name: 'Lesson' })).toBeNull();
  });
});

describe('a lesson', () => {
  it('shows its text, minutes and resources in a new tab', async () => {
    const { isOpen, main } = await openLesson(await openLearner(), 'tides-lesson-3');
    await isOpen('Lesson 3');
    expect(main.getByRole('heading', { level: 2, name: 'Slack water' })).toBeTruthy();
    expect(main.getByText(/· 3 min$/)).toBeTruthy();
    const resources = within(main.getByRole('region', { name: 'Additional Resources' })).getAllByRole('link');
    expect(resources.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['https://tides.example.org/3', '_blank'],
    ]);
  });

  it('is completed, and not completed again, on the server', async () => {
    const device = await openLearner();
    const { isOpen, bar, user } = await openLesson(device, 'tides-lesson-1');
    await isOpen('Lesson 1');
    const completedOnServer = async () =>
      (await progressOnServer(device, device.server.people.alice)).filter((row) => row.completedAt !== null);
    const toggle = () => bar().getByRole('button', { name: /complete/i });
    await user.click(toggle());
    await waitFor(() => expect(toggle().getAttribute('aria-pressed')).toBe('true'));
    await waitFor(async () => expect(await completedOnServer()).toHaveLength(1));
    await user.click(toggle());
    await waitFor(async () => expect(await completedOnServer()).toEqual([]));
  });

  it('leads to the next and the previous one, across modules', async () => {
    const { isOpen, bar, user } = await openLesson(await openLearner(), 'tides-lesson-2');
    await isOpen('Lesson 2');
    await user.click(bar().getByRole('link', { name: 'Next Lesson' }));
    await isOpen('Lesson 3');
    await user.click(bar().getByRole('link', { name: 'Previous Lesson' }));
    await isOpen('Lesson 2');
  });

  it('shows its own text after each step', async () => {
    const device = await openLearner();
    goOffline(device);
    const { lessonContents } = device.store.database;
    for (const n of [1, 2, 3, 4])
      await lessonContents.update(`tides-lesson-${n}`, { content: `<p>Text ${n}.</p>` });
    const { main, isOpen, bar, links, user } = await openLesson(device, 'tides-lesson-1');
    const shows = async (n: number) => {
      await isOpen(`Lesson ${n}`);
      await main.findByText(`Text ${n}.`);
      expect(main.getAllByText(/^Text \d\.$/)).toHaveLength(1);
    };
    await shows(1);
    for (const n of [2, 3]) {
      await user.click(bar().getByRole('link', { name: 'Next Lesson' }));
      await shows(n);
    }
    await user.click(bar().getByRole('link', { name: 'Previous Lesson' }));
    await shows(2);
    const fourth = links().find((link) => link.getAttribute('href')?.endsWith('lesson-4'));
    if (fourth) await user.click(fourth);
    await shows(4);
  });

  it('shows no error of saving the lesson before', async () => {
    const { main, isOpen, bar, user } = await openLesson(await openLearner(), 'tides-lesson-1');
    await isOpen('Lesson 1');
    const free = fillStorage();
    await user.click(bar().getByRole('button', { name: 'Mark complete' }));
    await main.findByText('Your progress in this lesson was not saved');
    free();
    await user.click(bar().getByRole('link', { name: 'Next Lesson' }));
    await isOpen('Lesson 2');
    expect(main.queryByText('Your progress in this lesson was not saved')).toBeNull();
  });

  it('resumes its video where it stopped when the connection failed, not where it was opened', async () => {
    const course = fixtureCourse();
    const videoUrl = 'https://videos.example.org/ebb.mp4';
    const modules = course.modules.map((module) => ({
      ...module,
      lessons: module.lessons.map((lesson) => ({ ...lesson, videoUrl })),
    }));
    const device = await openLearner([{ ...course, modules }]);
    const { main, isOpen, user } = await openLesson(device, 'tides-lesson-1');
    await isOpen('Lesson 1');
    const before = await findVideo(main);
    playUntil(before, 120);
    before.dispatchEvent(new Event('error'));
    await user.click(await main.findByRole('button', { name: 'Try again' }));
    const video = await findVideo(main);
    expect(video).not.toBe(before);
    playUntil(video, 0);
    video.dispatchEvent(new Event('loadedmetadata'));
    expect(video.currentTime).toBe(120);
    await main.findByText('Resumed at 2:00');
  });

  it('says that its course could not be loaded', async () => {
    const device = await openDevice('alice');
    await unlock(device, device.server.people.alice, 'tides', 'TIDES-CODE-1');
    await refreshUser();
    goOffline(device);
    const { main, isOpen } = await openLesson(device);
    await isOpen(messages.contentProblemTitle);
    const alert = await main.findByRole('alert');
    expect(alert.textContent).toContain(messages.contentFailed);
    expect(within(alert).getByRole('button', { name: 'Try Again' })).toBeTruthy();
  });

  it('of a course that is not unlocked leads to its code', async () => {
    const { main } = await openLesson(await openDevice('alice'));
    await isAt(paths.activate('tides'));
    await main.findByLabelText('Activation code');
  });
});
