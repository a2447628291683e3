import { fireEvent, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { createVideoFile } from '#e2e/sync/testing/upload-world.ts';
import { goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { openFirstLesson } from '#pwa/testing/screens/open-editor.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';

const withoutDuration = () => {
  const course = fixtureCourse({
    id: 'tides',
    status: 'unpublished',
    lessonCount: 2,
    lessonHtml: `<p>${'low '.repeat(600)}</p>`,
  });
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => ({ ...lesson, type: 'video' as const })),
  }));
  return openDevice('admin', [{ ...course, modules }]);
};
async function openWithoutDuration() {
  const editor = await openFirstLesson(await withoutDuration());
  await editor.fill(editor.field('Duration (minutes)'), '0');
  return editor;
}

function hiddenVideo(): Element {
  const found = document.querySelector('video[hidden]');
  if (found === null) throw new Error('The length of the video is not read');
  return found;
}

describe('the duration of a lesson', () => {
  it('is proposed from the words of the text, and only set when the proposal is taken', async () => {
    const { main, user, field, save, firstLesson } = await openWithoutDuration();
    const proposal = await main.findByRole('button', { name: 'Use 3 min, the time to read the text' });
    expect(field('Duration (minutes)').value).toBe('0');
    await user.click(proposal);
    expect(field('Duration (minutes)').value).toBe('3');
    await waitFor(() => expect(main.queryByRole('button', { name: /^Use 3 min/ })).toBeNull());
    await save();
    await waitFor(async () => expect((await firstLesson())?.duration).toBe(3));
  });

  it('is proposed from the length of a chosen video instead', async () => {
    const { device, main, user, field, fill } = await openWithoutDuration();
    goOffline(device);
    await user.upload(field('Video file of Lesson 1'), createVideoFile(200_000));
    const video = await waitFor(() => hiddenVideo());
    Object.defineProperty(video, 'duration', { value: 437 });
    fireEvent.loadedMetadata(video);
    await main.findByRole('button', { name: 'Use 7 min, the length of the video' });
    await fill(field('Duration (minutes)'), '9');
    await waitFor(() => expect(main.queryByRole('button', { name: /^Use \d/ })).toBeNull());
  });
});

describe('the duration of a lesson whose video cannot be measured', () => {
  const READING = 'Use 3 min, the time to read the text, without the video';

  it('is proposed from the words of the text beside an embedded video, in one press, and can be edited', async () => {
    const { main, user, field, fill } = await openWithoutDuration();
    await fill(field('Video URL'), 'https://vimeo.com/1234567');
    await user.tab();
    await user.click(await main.findByRole('button', { name: READING }));
    expect(field('Duration (minutes)').value).toBe('3');
    await fill(field('Duration (minutes)'), '12');
    expect(field('Duration (minutes)').value).toBe('12');
  });

  it.each([
    ['has no length', fireEvent.loadedMetadata],
    ['cannot be read', fireEvent.error],
  ])('is proposed from the words if a chosen video %s', async (_, report) => {
    const { device, main, user, field } = await openWithoutDuration();
    goOffline(device);
    await user.upload(field('Video file of Lesson 1'), createVideoFile(200_000));
    const video = await waitFor(() => hiddenVideo());
    expect(main.queryByRole('button', { name: /^Use 3 min/ })).toBeNull();
    Object.defineProperty(video, 'duration', { value: Number.POSITIVE_INFINITY });
    report(video);
    await main.findByRole('button', { name: READING });
  });
});

describe('a video of another site', () => {
  it('is shown while its address is typed, and nothing is requested before it is played', async () => {
    const { main, user, field, fill } = await openFirstLesson();
    await fill(field('Video URL'), 'https://youtu.be/dQw4w9WgXcQ');
    const play = await main.findByRole('button', { name: 'Play from YouTube' });
    expect(main.getByText(/^This video is on YouTube and needs a connection/)).toBeTruthy();
    expect(document.querySelector('iframe')).toBeNull();
    await user.click(play);
    expect(document.querySelector('iframe')?.src).toMatch(
      /^https:\/\/www\.youtube(-nocookie)?\.com\/embed\//,
    );
  });
});
