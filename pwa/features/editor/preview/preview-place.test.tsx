import { type BoundFunctions, type queries, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { unlock } from '#e2e/sync/testing/world.ts';
import { paths } from '#pwa/paths.ts';
import { refreshUser } from '#pwa/session/session.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { refreshAdminCourse, refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { openDevice } from '#pwa/testing/screens/device.ts';
import { draftCourse, openEditor } from '#pwa/testing/screens/open-editor.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { fixtureCourse, fixtureVideo } from '#sync-server/testing/fixture-courses.ts';
import { addQuiz } from '#sync-server/testing/quiz-for-test.ts';

/** The preview of a course whose title was changed and not saved. */
async function openPreview() {
  const editor = await openEditor(await openDevice('admin', [draftCourse()]));
  await editor.fill(editor.field('Title'), 'Low water');
  await editor.press('Preview');
  const preview = within(await screen.findByRole('dialog', { name: 'Low water' }));
  const choose = async (tab: string) => editor.user.click(preview.getByRole('tab', { name: tab }));
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return { ...editor, preview, choose, isClosed };
}

/** What the frame of the phone shows. */
async function findPhone(preview: BoundFunctions<typeof queries>) {
  const frame = await preview.findByTitle<HTMLIFrameElement>('Preview on a phone');
  const body = frame.contentDocument?.body;
  if (!body) throw new Error('The frame has no document');
  return { body, phone: within(body) };
}

/** What a lesson shows, with all elements, classes and attributes; of the list and the steps, the names and classes. */
async function readLesson() {
  const article = await screen.findByRole('article');
  const text = await within(article).findByRole('heading', { name: 'Slack water' });
  const contents = screen.getByRole('complementary', { name: 'Course content' });
  const bar = within(article).getByRole('navigation', { name: 'Lesson' });
  return {
    head: article.querySelector('header')?.outerHTML,
    text: text.parentElement?.outerHTML,
    resources: within(article).getByRole('region', { name: 'Additional Resources' }).outerHTML,
    modules: [...contents.querySelectorAll('h3 > [dir]')].map(({ outerHTML }) => outerHTML),
    rows: [...contents.querySelectorAll('li > *')].map((row) => [
      row.className,
      row.getAttribute('aria-current'),
      [...row.children].filter(({ localName }) => localName === 'span').map(({ outerHTML }) => outerHTML),
    ]),
    steps: within(bar)
      .getAllByText(/^(Previous|Next) Lesson$/)
      .map(({ parentElement: step }) => [step?.className, step?.innerHTML]),
    places: [article.className, contents.className, contents.parentElement?.className],
  };
}

describe('the preview', () => {
  it('is the page of the learner, without what only a learner has', async () => {
    const device = await openDevice('admin', [fixtureCourse()]);
    await unlock(device, device.server.people.admin, 'tides', 'TIDES-CODE-1');
    await refreshUser();
    await downloadCourse('tides');
    const editor = await openEditor(device);
    await editor.press('Preview');
    const previewed = await readLesson();
    const preview = within(screen.getByRole('dialog'));
    expect(preview.queryByRole('progressbar')).toBeNull();
    expect(preview.queryByText(/complete/i)).toBeNull();
    editor.close();
    await renderScreen(paths.learn('tides', 'tides-lesson-1'), device);
    expect(await readLesson()).toEqual(previewed);
    expect(previewed.rows).toHaveLength(4);
  });

  it('renews the address of a video that has expired, and downloads nothing', async () => {
    const device = await openDevice('admin', [fixtureCourse({ video: fixtureVideo })]);
    const editor = await openEditor(device);
    await editor.press('Preview');
    const player = await screen.findByRole('region', { name: 'Video player' });
    // Until the first pull has ended, the course is fetched whole; and a fetch under way would be shared.
    await refreshAdminCourses();
    await refreshAdminCourse('tides');
    const { seen } = device.network;
    const before = seen.length;
    player.querySelector('video')?.dispatchEvent(new Event('error'));
    const requests = () => seen.slice(before).map(({ path }) => path);
    await waitFor(() => expect(requests()).toContain('/api/admin/courses/tides/codes-and-addresses'));
    await screen.findByRole('region', { name: 'Video player' });
    expect(requests().filter((path) => path.startsWith('/api/courses'))).toEqual([]);
  });

  it('shows the page of visitors with what is not saved, and its links lead nowhere', async () => {
    const { preview, choose, user, isClosed } = await openPreview();
    await choose('Course page');
    await preview.findByRole('heading', { level: 1, name: 'Low water' });
    preview.getByText('PREVIEW MODE');
    expect(preview.queryByRole('complementary', { name: 'Course content' })).toBeNull();
    const before = location.pathname;
    await user.click(preview.getByRole('link', { name: 'Activate Course' }));
    expect(location.pathname).toBe(before);
    await user.click(preview.getByRole('button', { name: 'Close preview' }));
    await isClosed();
    expect(document.title).toBe('Edit Low water · Carrel');
  });

  it('shows lessons and the page of visitors on a phone', async () => {
    const { preview, choose } = await openPreview();
    await choose('Phone');
    const { phone } = await findPhone(preview);
    await phone.findByRole('heading', { level: 1, name: 'Lesson 1' });
    phone.getByRole('button', { name: 'Next Lesson' }).click();
    await phone.findByRole('heading', { level: 1, name: 'Lesson 2' });
    await choose('Course page');
    await phone.findByRole('heading', { level: 1, name: 'Low water' });
    await choose('Desktop');
    await preview.findByRole('heading', { level: 1, name: 'Low water' });
  });

  it('is closed by Escape within the phone, where keys of the app work too', async () => {
    const { preview, choose, isClosed } = await openPreview();
    await choose('Phone');
    const { body, phone } = await findPhone(preview);
    await phone.findByRole('heading', { level: 1, name: 'Lesson 1' });
    const heard: string[] = [];
    const hear = ({ key }: KeyboardEvent) => heard.push(key);
    document.addEventListener('keydown', hear);
    const press = (key: string) => body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    press('s');
    press('Escape');
    document.removeEventListener('keydown', hear);
    await isClosed();
    expect(heard).toContain('s');
  });

  it('plays practice and tests as learners do, and stores nothing', async () => {
    const device = await openDevice('admin', [draftCourse()]);
    await addQuiz(device.server, { use: 'test' });
    const editor = await openEditor(device);
    await editor.press('Preview');
    const preview = within(await screen.findByRole('dialog', { name: 'Tides' }));
    await editor.user.click(await preview.findByRole('button', { name: 'Start the test' }));
    await editor.user.click(await preview.findByRole('radio', { name: 'The flood' }));
    await editor.user.click(preview.getByRole('button', { name: 'Finish the test' }));
    await preview.findByText('The question is answered.');
    await editor.user.click(preview.getByRole('button', { name: 'Hand in' }));
    await preview.findByText('Passed: 1 of 1 point, 100 %');
    expect(preview.queryByText('Saved on this device')).toBeNull();
    const store = openPrivateStore('admin');
    expect([await listUnsent(store), await store.state.get('quizPlace/tides-quiz')]).toEqual([[], undefined]);
  });
});
