import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { openDevice } from '#pwa/testing/screens/device.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { featuredCourses } from './featured.ts';

async function openFeatured(ids: readonly string[]) {
  const courses = ids.map((id) => fixtureCourse({ id, title: `Title of ${id}`, lessonCount: 2, codes: [] }));
  const { main } = await renderScreen(paths.home, await openDevice('visitor', courses));
  const region = () => main.queryByRole('region', { name: 'Featured courses' });
  const titles = () => {
    const shown = region();
    return (
      shown &&
      within(shown)
        .getAllByRole('heading', { level: 3 })
        .map((title) => title.textContent)
    );
  };
  return { region, titles };
}

describe('the featured courses', () => {
  it('are the three fixed ones', async () => {
    const { titles } = await openFeatured(['course-1', 'course-2', 'course-3', 'tides']);
    await waitFor(() => expect(titles()).toEqual(featuredCourses.map(({ title }) => title)));
  });

  it('are those that the school has', async () => {
    const { titles } = await openFeatured(['tides', 'course-2']);
    await waitFor(() => expect(titles()).toEqual(['Numbers for small shops']));
  });

  it('are the first courses of a school that has none of them', async () => {
    const { titles, region } = await openFeatured(['tides', 'stars', 'knots', 'ropes']);
    await waitFor(() => expect(titles()).toEqual(['Title of tides', 'Title of stars', 'Title of knots']));
    expect(region()?.textContent).toContain('2 lessons');
  });

  it('are left out where the school has no course', async () => {
    const { region } = await openFeatured([]);
    await waitFor(() => expect(region()).toBeNull());
  });
});
