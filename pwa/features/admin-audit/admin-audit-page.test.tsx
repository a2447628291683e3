import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { coursesOnServer } from '#e2e/sync/testing/editor-world.ts';
import { paths } from '#pwa/paths.ts';
import { refreshAdminCourses, refreshAudit } from '#pwa/sync/pull/admin-refresh.ts';
import { type Device, failAllCalls, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { showsLoadFailure } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { messages } from '#schema/messages/messages.ts';
import { addQuiz } from '#sync-server/testing/quiz-for-test.ts';

/** An admin's device, and a server on which a module of each course was renamed and a lesson deleted. */
async function openEdited(): Promise<Device> {
  const device = await openDevice('admin');
  const { server } = device;
  const as = server.people.admin;
  const send = async (method: string, path: string, body?: object) => {
    const headers = { 'If-Match': '"1"' };
    const reply = await server.request(path, {
      as,
      method,
      headers,
      key: crypto.randomUUID(),
      ...(body ? { body } : {}),
    });
    expect(reply.status, reply.text).toBeLessThan(300);
  };
  await send('PUT', '/api/admin/modules/tides-module-1', { title: 'Low water' });
  await send('PUT', '/api/admin/modules/stars-module-1', { title: 'Night' });
  await send('DELETE', '/api/admin/lessons/tides-lesson-1');
  await refreshAdminCourses();
  return device;
}

async function openAudit(device: Device) {
  const page = await renderScreen(paths.adminAudit, device);
  const entries = () => page.main.queryAllByRole('listitem');
  const hasEntries = (count: number) => waitFor(() => expect(entries()).toHaveLength(count));
  return { ...page, entries, hasEntries };
}

describe('the audit', () => {
  it('lists what admins changed, the newest first', async () => {
    const { main, entries, hasEntries } = await openAudit(await openEdited());
    await hasEntries(3);
    // One day.
    expect(main.getAllByRole('heading', { level: 2 })).toHaveLength(1);
    expect(entries()[0]?.textContent).toContain('admin Ashdown');
    expect(entries()[0]?.textContent).toContain('Lesson 1');
    expect(entries()[2]?.textContent).toContain('Low water');
    expect(entries()[2]?.textContent).toMatch(/renamed module “Ebb” to “Low water”.*in “Reading the tides”/);
  });

  it('says what a deleted lesson is restored with', async () => {
    const { user, main } = await openAudit(await openEdited());
    await user.click(await main.findByRole('button', { name: /^Restore/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Creates a new lesson with its text and 1 resource.')).toBeTruthy();
  });

  it('names the schedule where it published a course', async () => {
    const device = await openDevice('admin');
    const { server } = device;
    const body = { unpublishAt: server.clock.now().toISOString() };
    await server.request('/api/admin/courses/tides', { as: server.people.admin, method: 'PUT', body });
    await server.deps.publishSchedule.applyDue();
    const { entries, hasEntries } = await openAudit(device);
    await hasEntries(2);
    expect(entries()[0]?.textContent).toContain('The schedule unpublished course “Reading the tides”');
  });

  it('is filtered by course and by user', async () => {
    const { main, user, hasEntries, entries } = await openAudit(await openEdited());
    await hasEntries(3);
    await user.selectOptions(main.getByRole('combobox', { name: 'Course' }), 'stars');
    await hasEntries(1);
    expect(entries()[0]?.textContent).toContain('Night');
    await user.selectOptions(main.getByRole('combobox', { name: 'Course' }), '');
    await hasEntries(3);
    await user.selectOptions(main.getByRole('combobox', { name: 'User' }), 'admin');
    await hasEntries(3);
  });

  it('restores a deleted lesson into a chosen module', async () => {
    const device = await openEdited();
    const { user, main, hasEntries } = await openAudit(device);
    await hasEntries(3);
    await user.click(await main.findByRole('button', { name: /Lesson 1/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByRole('combobox'), 'tides-module-2');
    await user.click(dialog.getAllByRole('button').at(-1) ?? dialog.getByRole('combobox'));
    await waitFor(async () => {
      const tides = (await coursesOnServer(device)).find(({ id }) => id === 'tides');
      expect(tides?.modules[1]?.lessons.map(({ title }) => title)).toContain('Lesson 1');
    });
  });

  it('restores a deleted resource into its lesson, also without a network', async () => {
    const device = await openDevice('admin');
    const path = '/api/admin/resources/tides-lesson-1-resource';
    await device.server.request(path, { as: device.server.people.admin, method: 'DELETE' });
    await refreshAdminCourses();
    const { user, main, hasEntries } = await openAudit(device);
    await hasEntries(1);
    goOffline(device);
    await user.click(await main.findByRole('button', { name: /^Restore\s*“The tables”/ }));
    await main.findByText(/Restored in lesson “Lesson 1”, saved on this device/);
    goOnline(device);
    const titles = async () =>
      (await coursesOnServer(device))
        .find(({ id }) => id === 'tides')
        ?.modules[0]?.lessons[0]?.resources.map(({ title, url }) => [title, url]);
    await waitFor(async () =>
      expect(await titles()).toEqual([['The tables', 'https://tides.example.org/1']]),
    );
  });

  it('restores a deleted test with its questions as new rows of its lesson, also without a network', async () => {
    const device = await openDevice('admin');
    const { server } = device;
    const { quizId, lessonId } = await addQuiz(server, { use: 'test' });
    await server.request(`/api/admin/quizzes/${quizId}`, { as: server.people.admin, method: 'DELETE' });
    await refreshAdminCourses();
    const { user, main } = await openAudit(device);
    expect(await main.findByText(/deleted test “Which tide\?”/)).toBeTruthy();
    goOffline(device);
    await user.click(await main.findByRole('button', { name: /^Restore\s*“Which tide\?”/ }));
    await main.findByText(/Restored in lesson “Lesson 1” without what learners answered/);
    goOnline(device);
    const rows = () =>
      server.deps.db
        .selectFrom('questions')
        .innerJoin('quizzes', 'quizzes.id', 'questions.quizId')
        .select(['quizzes.lessonId', 'quizzes.use', 'quizzes.title', 'questions.prompt', 'questions.key'])
        .execute();
    const own = { lessonId, use: 'test', title: 'Which tide?', key: '{"right":["a"]}' };
    await waitFor(async () =>
      expect(await rows()).toEqual([{ ...own, prompt: '<p>What comes after the ebb?</p>' }]),
    );
  });

  it('says that nothing was changed', async () => {
    const { main, entries } = await openAudit(await openDevice('admin'));
    await main.findByText('No changes yet.');
    expect(entries()).toEqual([]);
  });

  it.each([
    ['fails', false],
    ['cannot be reached', true],
  ])('says on a new device that the server %s', async (_, isOffline) => {
    const device = await openDevice('admin');
    if (isOffline) goOffline(device);
    else failAllCalls();
    const { main } = await openAudit(device);
    await showsLoadFailure(main, messages.adminDataFailed);
  });

  it('is read from the device without a network', async () => {
    const device = await openEdited();
    await refreshAudit();
    goOffline(device);
    const { hasEntries } = await openAudit(device);
    await hasEntries(3);
  });
});
