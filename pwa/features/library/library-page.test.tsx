import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { refreshCatalogue } from '#pwa/sync/pull/refresh-catalogue.ts';
import { type Device, goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { SILENT_FAILURE, showsLoadFailure } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { COURSES_PER_PAGE } from '#pwa/ui/lists/cut-page.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { categoryLabels, showingSentence } from './library-view.ts';

const six = ['Tides', 'Stars', 'Knots', 'Wind', 'Maps', 'Ropes'].map((title) =>
  fixtureCourse({ id: title.toLowerCase(), title, lessonCount: 1, codes: [] }),
);

async function openLibrary(device: Device, address: string = paths.library) {
  const page = await renderScreen(address, device);
  const { main, user } = page;
  const titles = () => main.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  const showsOnly = (...expected: string[]) => waitFor(() => expect(titles()).toEqual(expected));
  const search = main.getByRole<HTMLInputElement>('searchbox');
  const choose = (label: string) => user.click(main.getByRole('button', { name: label }));
  return { ...page, search, choose, titles, showsOnly };
}

describe('the library', () => {
  it('shows all resources and their number', async () => {
    const { main, showsOnly } = await openLibrary(await openDevice('visitor', six));
    await showsOnly('Tides', 'Stars', 'Knots', 'Wind', 'Maps', 'Ropes');
    expect(main.getByRole('heading', { level: 1 }).textContent).toBe('Digital Resource Library');
    expect(main.getByText(showingSentence(6))).toBeTruthy();
  });

  it('finds resources by title, description and instructor', async () => {
    const [tides, ...others] = six.slice(0, 2);
    const stars = others.map((course) => ({
      ...course,
      description: 'Night skies',
      instructor: 'Ada Brook',
    }));
    const courses = tides === undefined ? [] : [tides, ...stars];
    const { search, fill, main, showsOnly } = await openLibrary(await openDevice('visitor', courses));
    await showsOnly('Tides', 'Stars');
    for (const text of ['STAR', 'night', 'brook']) {
      await fill(search, text);
      await showsOnly('Stars');
      expect(main.getByText(showingSentence(1))).toBeTruthy();
    }
  });

  it('splits the list by position into categories, none of them a tool', async () => {
    const { choose, showsOnly } = await openLibrary(await openDevice('visitor', six));
    await choose(categoryLabels.courses);
    await showsOnly('Tides', 'Stars');
    await choose(categoryLabels.templates);
    await showsOnly('Knots', 'Wind');
    await choose(categoryLabels.bundles);
    await showsOnly('Maps', 'Ropes');
    await choose(categoryLabels.all);
    await showsOnly('Tides', 'Stars', 'Knots', 'Wind', 'Maps', 'Ropes');
  });

  it('says that nothing matches, and clears the filter', async () => {
    const { search, fill, choose, main, titles, press, showsOnly } = await openLibrary(
      await openDevice('visitor', six),
    );
    await fill(search, 'stars');
    await choose(categoryLabels.tools);
    await waitFor(() => expect(main.getByText(showingSentence(0))).toBeTruthy());
    expect(titles()).toHaveLength(1);
    expect(location.search).toBe('?search=stars&category=tools');
    await press(/clear search and/i);
    await showsOnly('Tides', 'Stars', 'Knots', 'Wind', 'Maps', 'Ropes');
    expect(search.value).toBe('');
  });

  it('restores search and category from the address', async () => {
    const device = await openDevice('visitor', six);
    const { search, showsOnly } = await openLibrary(device, `${paths.library}?search=st&category=courses`);
    await showsOnly('Stars');
    expect(search.value).toBe('st');
  });

  it('says that there are no resources at all', async () => {
    const { main, titles } = await openLibrary(await openDevice('visitor', []));
    await main.findByText(showingSentence(0));
    main.getByRole('heading', { name: 'No resources available' });
    expect(titles()).toHaveLength(1);
    expect(main.queryByRole('button', { name: /clear/i })).toBeNull();
  });

  it.each([
    ['fails', false],
    ['cannot be reached', true],
  ])('says on a new device that the server %s', async (_, isOffline) => {
    const device = await openDevice('visitor');
    if (isOffline) goOffline(device);
    else device.network.planAt.set(endpoints.listCourses.path, SILENT_FAILURE);
    const { main } = await openLibrary(device);
    await showsLoadFailure(main, messages.coursesFailed);
  });

  it('shows the stored list without a network', async () => {
    const device = await openDevice('visitor', six);
    await refreshCatalogue();
    goOffline(device);
    const { main, search, fill, showsOnly } = await openLibrary(device);
    const note = await main.findByText(`${messages.networkError}.`);
    expect(note.parentElement?.textContent).toContain('This is the list saved on this device.');
    await fill(search, 'maps');
    await showsOnly('Maps');
  });

  it('shows a long list in pages', async () => {
    const many = Array.from({ length: COURSES_PER_PAGE + 1 }, (_, at) =>
      fixtureCourse({ id: `c${at}`, title: `Course ${at}`, lessonCount: 1, codes: [] }),
    );
    const { press, titles, showsOnly } = await openLibrary(await openDevice('visitor', many));
    await waitFor(() => expect(titles()).toHaveLength(COURSES_PER_PAGE));
    await press(/next/i);
    await showsOnly(`Course ${COURSES_PER_PAGE}`);
  });
});
