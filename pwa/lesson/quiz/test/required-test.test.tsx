import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { pullAll } from '#e2e/sync/testing/pull-world.ts';
import { paths } from '#pwa/paths.ts';
import { findProgress } from '#pwa/store/account/progress.ts';
import { write } from '#pwa/store/database/access.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { goOnline } from '#pwa/testing/screens/device.ts';
import { EARLY, openTest } from '#pwa/testing/screens/open-test.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';

const rowOf = (lesson: string) =>
  within(screen.getByRole('complementary', { name: 'Course content' }))
    .getByText(lesson)
    .closest('a')?.textContent;

it('a lesson with a required test is complete when it is passed, and says so', async () => {
  const { open, sync, onOtherDevice, questionId } = await openTest({ isRequired: 1, passPercent: 50 });
  const { main, press, test } = await open();
  await main.findByText('This lesson is complete when you pass the test “Which tide?”.');
  expect(main.queryByRole('button', { name: /complete/i })).toBeNull();
  expect(rowOf('Lesson 1')).toContain('Test');
  expect(rowOf('Lesson 2')).not.toContain('Test');
  await press('Start the test');
  await press('Finish the test');
  await press('Hand in');
  await main.findByText(/Handed in: your score comes when you are connected\.$/);
  expect(rowOf('Lesson 1')).toContain('Score waits');
  await sync();
  await test.findByText(/^Not passed/);
  await waitFor(() => expect(rowOf('Lesson 1')).not.toContain('Score waits'));
  const answer = { questionId, version: 1, answer: 'a', answeredAt: EARLY };
  await onOtherDevice({ submittedAt: EARLY, answers: [answer] });
  await sync();
  await main.findByText(/^Lesson completed\. Next:/);
  await waitFor(() => expect(rowOf('Lesson 1')).toContain('Completed: Lesson 1Test passed'));
});

it.each([
  ['completes no lesson with a required test', 1, true],
  ['completes a lesson whose test is not required', 0, false],
])('the end of a video %s', async (_, isRequired, isOpen) => {
  const course = fixtureCourse();
  const videoUrl = 'https://videos.example.org/ebb.mp4';
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => ({ ...lesson, videoUrl })),
  }));
  const { device, open } = await openTest({ isRequired }, [{ ...course, modules }]);
  // The video is not downloaded.
  goOnline(device);
  const { main, press, test } = await open();
  const player = await main.findByRole('region', { name: 'Video player' });
  player.querySelector('video')?.dispatchEvent(new Event('ended'));
  await press('Start the test');
  await test.findByText('Question 1 of 2');
  const { completedAt } = await findProgress(device.store, 'tides-lesson-1');
  expect(completedAt === null).toBe(isOpen);
});

it('a test that is not required leaves completion to the learner', async () => {
  const { open } = await openTest();
  const { main } = await open();
  expect(await main.findByRole('button', { name: 'Mark complete' })).toBeTruthy();
  expect(rowOf('Lesson 1')).toContain('Test');
});

it('the dashboard says that a test is to be taken, and that a score waits', async () => {
  const { device, open } = await openTest({ isRequired: 1 });
  await recordProgress('alice', 'tides-lesson-1', { positionSeconds: 2 });
  const first = await renderScreen(paths.dashboard, device);
  await first.main.findByText(/lesson 1 of 4 · test to take$/);
  first.close();
  const lesson = await open();
  await lesson.press('Start the test');
  await lesson.press('Finish the test');
  await lesson.press('Hand in');
  await lesson.test.findByText(/^Handed in/);
  lesson.close();
  const { main } = await renderScreen(paths.dashboard, device);
  await main.findByText('Test handed in, score waits');
  await main.findByText(/lesson 2 of 4$/);
});

it('a score that a corrected key changed is said once on the dashboard', async () => {
  const { device, onOtherDevice, sync } = await openTest();
  await onOtherDevice({ submittedAt: EARLY });
  await sync();
  const { store } = device;
  await write(store, [store.attempts], async (tx) => {
    const rows = await tx.attempts.toArray();
    await tx.attempts.bulkPut(
      rows.map((row) => ({ ...row, earlierScore: 0, score: 1, regradedAt: '2026-11-22T07:00:00.000Z' })),
    );
  });
  const sentence =
    'Your score in “Which tide?” changed from 0 to 1 of 2, because the answer key was corrected';
  const first = await renderScreen(paths.dashboard, device);
  await first.main.findByText(sentence);
  await first.press('Dismiss');
  await waitFor(() => expect(first.main.queryByText(sentence)).toBeNull());
  first.close();
  goOnline(device);
  await pullAll(store);
  const { main } = await renderScreen(paths.dashboard, device);
  await main.findByRole('region', { name: 'My Courses' });
  expect(main.queryByText(sentence)).toBeNull();
});
