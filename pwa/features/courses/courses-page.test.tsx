import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { refreshCatalogue } from '#pwa/sync/pull/refresh-catalogue.ts';
import { blockDatabases } from '#pwa/testing/block-site-data.ts';
import { type Device, goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { SILENT_FAILURE, showsLoadFailure, textsOf } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { COURSES_PER_PAGE } from '#pwa/ui/lists/cut-page.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';

const LIST = endpoints.listCourses.path;
const SENTENCE = 'The shop is closed until noon.';
const errorBody = (error: string) => JSON.stringify({ error, code: 'closed', requestId: 'r' });

const coursesOf = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    fixtureCourse({ id: `course-${at + 1}`, title: `Course ${at + 1}`, lessonCount: 1, codes: [] }),
  );

async function openList(device: Device, address = paths.courses) {
  const page = await renderScreen(address, device);
  const titles = () => textsOf(page.main.queryAllByRole('heading', { level: 2 }));
  const links = () =>
    page.main
      .queryAllByRole('link')
      .map((link) => link.getAttribute('href') ?? '')
      .filter((path) => /^\/courses\/./.test(path));
  return { ...page, titles, links };
}

describe('the list of courses', () => {
  it('shows the published courses and links to them', async () => {
    const draft = fixtureCourse({ id: 'knots', title: 'Knots', status: 'unpublished' });
    const device = await openDevice('visitor', [fixtureCourse(), fixtureCourse({ id: 'stars' }), draft]);
    const { main, links } = await openList(device);
    await main.findAllByText('Reading the tides');
    expect(links()).toEqual([paths.course('tides'), paths.course('stars')]);
    expect(main.getAllByText('Ines Holm')).toHaveLength(2);
  });

  it('says that there are none, and looks again', async () => {
    const device = await openDevice('visitor', []);
    const { main, links } = await openList(device);
    await main.findByRole('heading', { name: messages.noCourses });
    expect(links()).toEqual([]);
  });

  it.each([
    ['fails', false],
    ['cannot be reached', true],
  ])('says on a new device that the server %s', async (_, isOffline) => {
    const device = await openDevice('visitor');
    if (isOffline) goOffline(device);
    else device.network.planAt.set(endpoints.listCourses.path, SILENT_FAILURE);
    const { main } = await openList(device);
    await showsLoadFailure(main, messages.coursesFailed);
  });

  it.each([
    ['the server’s sentence', { status: 503, body: errorBody(SENTENCE) }, SENTENCE],
    ['the default without one', SILENT_FAILURE, `${messages.coursesFailed}.`],
    ['that there is no response', 'offline', `${messages.networkError}.`],
  ] as const)('shows the stored list when it cannot be fetched, and %s', async (_, fault, sentence) => {
    const device = await openDevice('visitor');
    await refreshCatalogue();
    if (fault === 'offline') goOffline(device);
    else device.network.planAt.set(LIST, fault);
    const { main, links } = await openList(device);
    await waitFor(() => expect(links()).toHaveLength(2));
    const note = await main.findByText(sentence);
    expect(note.parentElement?.textContent).toMatch(/This is the list saved on this device\./);
  });

  it('shows the list although the browser stores nothing, and does not claim that it does', async () => {
    const device = await openDevice('visitor');
    const allow = blockDatabases();
    const { links, close } = await openList(device);
    await waitFor(() => expect(links()).toHaveLength(2));
    close();
    // The next screen would share a request that is under way.
    await refreshCatalogue();
    goOffline(device);
    const again = await openList(device);
    await again.main.findByText(`${messages.networkError}.`);
    expect(again.links()).toHaveLength(2);
    expect(again.main.queryByText(/saved on this device/)).toBeNull();
    allow();
  });

  it('fetches the list again on request', async () => {
    const device = await openDevice('visitor');
    await refreshCatalogue();
    device.network.planAt.set(endpoints.listCourses.path, SILENT_FAILURE);
    const { main, press } = await openList(device);
    await press(/try again/i);
    await waitFor(() => expect(main.queryByText(new RegExp(messages.coursesFailed))).toBeNull());
  });

  it('shows a long list in pages, the page in the address', async () => {
    const device = await openDevice('visitor', coursesOf(COURSES_PER_PAGE + 2));
    const { links, press } = await openList(device);
    await waitFor(() => expect(links()).toHaveLength(COURSES_PER_PAGE));
    await press(/next/i);
    await waitFor(() =>
      expect(links()).toEqual(
        [COURSES_PER_PAGE + 1, COURSES_PER_PAGE + 2].map((n) => paths.course(`course-${n}`)),
      ),
    );
    expect(location.search).toBe('?page=2');
    await press(/previous/i);
    await waitFor(() => expect(links()).toHaveLength(COURSES_PER_PAGE));
  });
});

describe('the note about missing courses', () => {
  it('repairs the list, which changes nothing of the user, and links to support', async () => {
    const device = await openDevice('visitor');
    const { main, press } = await openList(device);
    await main.findByText(/clearing your browser’s cache or using an incognito window/);
    const support = main.getByRole('link', { name: 'Contact support' });
    expect(support.getAttribute('href')).toBe(paths.support);
    await main.findAllByText('Reading the tides');
    device.network.seen.length = 0;
    await press('Repair');
    await main.findByText(/Your data is unchanged/);
    expect(device.network.seen.map(({ path }) => path)).toContain(LIST);
  });

  it('says that a repair failed', async () => {
    const device = await openDevice('visitor');
    await refreshCatalogue();
    goOffline(device);
    const { main, press } = await openList(device);
    await main.findByText(new RegExp(messages.networkError));
    await press('Repair');
    const notice = await main.findByText('Repair failed');
    expect(notice.closest('[role=alert]')?.textContent).toContain('Nothing was deleted.');
  });
});
