import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { unlock } from '#e2e/sync/testing/world.ts';
import { paths } from '#pwa/paths.ts';
import { refreshUser } from '#pwa/session/session.ts';
import { refreshCatalogue } from '#pwa/sync/pull/refresh-catalogue.ts';
import { type Device, goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { SILENT_FAILURE, showsLoadFailure, textsOf } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { messages } from '#schema/messages/messages.ts';

async function openCourse(device: Device, courseId = 'tides') {
  const page = await renderScreen(paths.course(courseId), device);
  const lessonLinks = () =>
    page.main
      .queryAllByRole('link', { hidden: true })
      .map((link) => link.getAttribute('href') ?? '')
      .filter((path) => path.includes('?lesson='));
  return { ...page, lessonLinks };
}

describe('a course', () => {
  it('shows a visitor its modules with locked lessons, and the way to activate it', async () => {
    const { main, lessonLinks } = await openCourse(await openDevice('visitor'));
    await main.findByRole('heading', { level: 1, name: 'Reading the tides' });
    const modules = main.getAllByRole('group');
    expect(modules.map((module) => module.querySelector('summary')?.textContent)).toEqual([
      expect.stringContaining('Ebb'),
      expect.stringContaining('Flood'),
    ]);
    expect(modules.map((module) => module.hasAttribute('open'))).toEqual([true, false]);
    const lessons = textsOf(modules.flatMap((module) => [...module.querySelectorAll('li')]));
    expect(lessons).toEqual([1, 2, 3, 4].map((n) => expect.stringContaining(`Lesson ${n}${n} min`)));
    expect(lessonLinks()).toEqual([]);
    expect(main.getAllByText('Locked:')).toHaveLength(4);
    const included = main.getByRole('region', { name: 'What’s Included' });
    expect(included.textContent).toContain('4 lessons in 2 modules');
    const activate = main.getByRole('link', { name: /activate/i });
    expect(activate.getAttribute('href')).toBe(paths.activate('tides'));
  });

  it('shows a learner who has it links to its lessons', async () => {
    const device = await openDevice('alice');
    await unlock(device, device.server.people.alice, 'tides', 'TIDES-CODE-1');
    await refreshUser();
    const { main, lessonLinks } = await openCourse(device);
    const go = await main.findByRole('link', { name: 'Continue Learning' });
    expect(go.getAttribute('href')).toBe(paths.learn('tides'));
    expect(main.queryByText('Locked:')).toBeNull();
    expect(lessonLinks()).toEqual([1, 2, 3, 4].map((n) => paths.learn('tides', `tides-lesson-${n}`)));
  });

  it('says that there is no such course', async () => {
    const { main } = await openCourse(await openDevice('visitor'), 'no-such-course');
    await main.findByRole('heading', { level: 1, name: messages.courseNotFoundTitle });
  });

  it.each([
    ['fails', false],
    ['cannot be reached', true],
  ])('says on a new device that the server %s', async (_, isOffline) => {
    const device = await openDevice('visitor');
    if (isOffline) goOffline(device);
    else device.network.planAt.set('/api/courses/tides', SILENT_FAILURE);
    const { main } = await openCourse(device);
    await showsLoadFailure(main, messages.courseFailed);
  });

  it('shows the stored course without a network, and that it may be outdated', async () => {
    const device = await openDevice('visitor');
    await refreshCatalogue();
    goOffline(device);
    const { main } = await openCourse(device);
    await main.findByRole('heading', { level: 1, name: 'Reading the tides' });
    await waitFor(() => expect(main.getByRole('status').textContent).toContain(messages.courseFailed));
    expect(main.getAllByRole('group')).toHaveLength(2);
  });
});
