import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { leavePrivateStore } from '#pwa/store/database/private-store.ts';
import { saveDraft } from '#pwa/sync/outbox/save-draft.ts';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { type Device, failAllCalls, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { showsLoadFailure } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { messages } from '#schema/messages/messages.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';

const courses = () => [
  fixtureCourse({ id: 'tides', title: 'Tides' }),
  fixtureCourse({ id: 'stars', title: 'Stars', status: 'unpublished' }),
  { ...fixtureCourse({ id: 'knots', title: 'Knots', status: 'unpublished' }), modules: [] },
];

async function openWorkspace(device: Device, tab: string | null = 'unfinished') {
  const address = tab === null ? paths.adminWorkspace : `${paths.adminWorkspace}?tab=${tab}`;
  const page = await renderScreen(address, device);
  const { main, user } = page;
  const titles = () => main.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  const shows = (...expected: string[]) => waitFor(() => expect(titles()).toEqual(expected));
  const choose = async (name: RegExp) => user.click(await main.findByRole('tab', { name }));
  const action = (name: RegExp) => main.getByRole('button', { name });
  const dialog = async () => within(await screen.findByRole('dialog'));
  return { ...page, titles, shows, choose, action, dialog };
}

const statusOf = async ({ server }: Device, id: string) =>
  (await server.deps.db.selectFrom('courses').select('status').where('id', '=', id).executeTakeFirst())
    ?.status;

/** The formats in which the server has exported courses. */
const exportedFormats = ({ server }: Device): string[] =>
  server.log.flatMap((line) =>
    line.includes('course exported') ? (/"format":"([^"]+)"/.exec(line)?.[1] ?? []) : [],
  );

describe('the workspace', () => {
  it('sorts the courses into three tabs and counts them', async () => {
    const { main, shows, choose } = await openWorkspace(await openDevice('admin', courses()));
    await shows('Knots');
    expect(main.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Unfinished Works1 course',
      'Unpublished Works1 course',
      'Published Works1 course',
    ]);
    await choose(/^Unpublished/);
    await shows('Stars');
    await choose(/^Published/);
    await shows('Tides');
  });

  it('opens with the first tab that has a course, and stays there when its last one leaves', async () => {
    const device = await openDevice('admin', courses().slice(0, 2));
    const { user, main, shows, action } = await openWorkspace(device, null);
    await shows('Stars');
    await user.click(action(/^Publish/));
    await shows();
    expect(main.getByRole('tab', { selected: true }).textContent).toMatch(/^Unpublished/);
  });

  it('opens with the tab and the order that this device remembers, if the tab has a course', async () => {
    const many = courses().slice(0, 2);
    const device = await openDevice('admin', [...many, fixtureCourse({ id: 'ebb', title: 'Ebb' })]);
    const first = await openWorkspace(device, null);
    await first.choose(/^Published/);
    await first.user.selectOptions(first.main.getByLabelText('Sort by'), 'Title');
    await first.shows('Ebb', 'Tides');
    first.close();
    const second = await openWorkspace(device, null);
    await second.shows('Ebb', 'Tides');
    await second.choose(/^Unfinished/);
    second.close();
    const third = await openWorkspace(device, null);
    await third.shows('Stars');
    await third.user.selectOptions(third.main.getByLabelText('Sort by'), 'Last edited');
  });

  it('offers each course its actions', async () => {
    const { main, shows, choose } = await openWorkspace(await openDevice('admin', courses()));
    const actions = () =>
      main
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
        .filter((name) => /Tides|Stars|Knots/.test(name ?? ''));
    await shows('Knots');
    expect(actions()).toEqual(['Mark as Finished Knots', 'Delete Knots', 'More Knots']);
    await choose(/^Unpublished/);
    await shows('Stars');
    expect(actions()).toEqual(['Publish Stars', 'Delete Stars', 'More Stars']);
    await choose(/^Published/);
    await shows('Tides');
    expect(actions()).toEqual(['Unpublish Tides', 'More Tides']);
    const edit = main.getByRole('link', { name: /^Edit/ });
    expect(edit.getAttribute('href')).toBe(paths.adminCourse('tides'));
  });

  it('shows the draft of a course, leads to its record, and discards it after asking', async () => {
    const device = await openDevice('admin', courses());
    const { store } = device;
    if (store === null) throw new Error('The admin has no store');
    await saveDraft('admin', 'editor/knots/module/m1', {});
    await saveDraft('admin', 'editor/new/course', {});
    const { main, shows, user, dialog, action } = await openWorkspace(device);
    await shows('Knots');
    const goOn = await main.findByRole('link', { name: /^Continue *the draft of Knots/ });
    expect(goOn.getAttribute('href')).toBe(paths.adminCourse('knots', 'm1'));
    await main.findByRole('link', { name: /^Continue *the draft of New course/ });
    await user.click(action(/^Discard *the draft of Knots/));
    await user.click((await dialog()).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(main.queryByRole('link', { name: /^Continue.*Knots/ })).toBeNull());
    await waitFor(async () =>
      expect(await store.drafts.toCollection().primaryKeys()).toEqual(['editor/new/course']),
    );
  });

  it('publishes and unpublishes a course on the server', async () => {
    const device = await openDevice('admin', courses());
    const { user, shows, choose, action } = await openWorkspace(device, 'unpublished');
    await shows('Stars');
    await user.click(action(/^Publish/));
    await shows();
    await waitFor(async () => expect(await statusOf(device, 'stars')).toBe('published'));
    await choose(/^Published/);
    await shows('Tides', 'Stars');
    await user.click(action(/^Unpublish\s*Tides/));
    await waitFor(async () => expect(await statusOf(device, 'tides')).toBe('unpublished'));
  });

  it('says that a course without modules is not finished', async () => {
    const device = await openDevice('admin', courses());
    const { user, main, shows, action } = await openWorkspace(device);
    await shows('Knots');
    main.getByText(/^No modules yet/);
    await user.click(action(/^Mark as Finished/));
    expect((await main.findByRole('alert')).textContent).toBe(adminMessages.finishWorkspaceRefused);
    await shows('Knots');
  });

  it('shows an admin who signs in again nothing that was read before', async () => {
    const before = await openWorkspace(await openDevice('admin', courses()));
    await before.shows('Knots');
    before.close();
    leavePrivateStore('admin');
    const { titles } = await openWorkspace(await openDevice('admin', []));
    expect(titles()).toEqual([]);
  });

  it('of a school without courses says what comes first', async () => {
    const { main } = await renderScreen(paths.adminWorkspace, await openDevice('admin', []));
    await main.findByText('No courses yet. Create the first, or import one.');
  });

  it('deletes a course after a confirmation, and can undo it', async () => {
    const device = await openDevice('admin', courses());
    const { user, main, shows, action, dialog } = await openWorkspace(device, 'unpublished');
    await shows('Stars');
    await user.click(action(/^Delete/));
    await user.click((await dialog()).getByRole('button', { name: 'Close' }));
    await shows('Stars');
    await user.click(action(/^Delete/));
    await user.click((await dialog()).getByRole('button', { name: /^Delete/ }));
    await shows();
    await user.click(await main.findByRole('button', { name: /^Undo/ }));
    await shows('Stars');
    expect(await statusOf(device, 'stars')).toBe('unpublished');
  });

  it('duplicates a course without a network, opens the copy, and sends it when the network is back', async () => {
    const device = await openDevice('admin', courses());
    await refreshAdminCourses();
    goOffline(device);
    const { user, main, shows, action } = await openWorkspace(device, 'published');
    await shows('Tides');
    await user.click(action(/^More/));
    await user.click(action(/^Duplicate/));
    await main.findByDisplayValue('Copy of Tides');
    await main.findByText('Lesson 1');
    goOnline(device);
    const copies = () =>
      device.server.deps.db
        .selectFrom('courses')
        .select('status')
        .where('title', '=', 'Copy of Tides')
        .execute();
    await waitFor(async () => expect(await copies()).toEqual([{ status: 'unpublished' }]));
  });

  it('offers a template to create courses from it, and not to publish it', async () => {
    const device = await openDevice('admin', courses());
    const { user, main, shows, action } = await openWorkspace(device, 'unpublished');
    await shows('Stars');
    await user.click(action(/^More/));
    await user.click(action(/^Use as a template/));
    await main.findByText('Template');
    expect(main.queryByRole('button', { name: /^Publish/ })).toBeNull();
    await waitFor(async () => {
      const rows = device.server.deps.db.selectFrom('courses').select('isTemplate').where('id', '=', 'stars');
      expect(await rows.execute()).toEqual([{ isTemplate: 1 }]);
    });
    await user.click(action(/^New from this/));
    await main.findByDisplayValue('Stars');
  });

  it('shows when a course will be published', async () => {
    const device = await openDevice('admin', courses());
    const { main, shows, action } = await openWorkspace(device, 'unpublished');
    await shows('Stars');
    const body = { publishAt: '2031-12-03T08:00:00.000Z' };
    const as = device.server.people.admin;
    await device.server.request('/api/admin/courses/stars', { method: 'PUT', as, body });
    await refreshAdminCourses();
    await main.findByText(/^Will be published on \d+ Dec 2031 at .*UTC\)?$/);
    expect(action(/^Publish/)).toBeTruthy();
  });

  it.each([
    [/^Course file/, 'carrel'],
    [/^Book/, 'epub'],
    [/^Website/, 'site'],
    [/^Common Cartridge 1.3/, 'cartridge'],
    [/^Common Cartridge 1.1/, 'cartridge-1.1'],
  ])('exports a course as the chosen format: %s', async (name, format) => {
    const device = await openDevice('admin', courses());
    const { user, shows, action, dialog } = await openWorkspace(device, 'published');
    await shows('Tides');
    await user.click(action(/^More/));
    await user.click(action(/^Export/));
    await user.click((await dialog()).getByRole('radio', { name }));
    await user.click((await dialog()).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(exportedFormats(device)).toEqual([format]);
  });

  it('says which formats have the right answers of tests, and which leave them out', async () => {
    const { user, shows, action, dialog } = await openWorkspace(
      await openDevice('admin', courses()),
      'published',
    );
    await shows('Tides');
    await user.click(action(/^More/));
    await user.click(action(/^Export/));
    const described = async (name: RegExp, description: RegExp) =>
      (await dialog()).getByRole('radio', { name, description });
    await described(/^Book/, /tests are without answers/);
    await described(/^Website/, /tests are without answers/);
    const warning = async () => (await dialog()).queryByText(/never to learners/);
    for (const [name, isWarned] of [
      [/^Course file/, true],
      [/^Book/, false],
      [/^Website/, false],
      [/^Common Cartridge 1.3/, true],
      [/^Common Cartridge 1.1/, true],
    ] as const) {
      await user.click((await dialog()).getByRole('radio', { name }));
      expect((await warning()) !== null).toBe(isWarned);
    }
  });

  it('says why a course cannot be exported without a network, and can try again', async () => {
    const device = await openDevice('admin', courses());
    await refreshAdminCourses();
    goOffline(device);
    const { user, shows, action, dialog } = await openWorkspace(device, 'published');
    await shows('Tides');
    await user.click(action(/^More/));
    await user.click(action(/^Export/));
    await user.click((await dialog()).getByRole('button', { name: 'Export' }));
    const alert = await (await dialog()).findByRole('alert');
    expect(alert.textContent).toBe(`The course could not be exported${messages.networkError}`);
    goOnline(device);
    await user.click((await dialog()).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('finds courses by title, description and instructor, in every tab', async () => {
    const { main, fill, titles, shows, choose } = await openWorkspace(await openDevice('admin', courses()));
    await shows('Knots');
    await fill(main.getByRole('searchbox'), 'STAR');
    await shows();
    await choose(/^Unpublished/);
    await shows('Stars');
    await fill(main.getByRole('searchbox'), 'holm');
    await waitFor(() => expect(titles()).toEqual(['Stars']));
  });

  it('says that a tab is empty', async () => {
    const { main, shows } = await openWorkspace(await openDevice('admin', []), 'published');
    await main.findAllByRole('tab');
    // The screen opens with what it showed this admin last.
    await shows();
    expect((await main.findByRole('tabpanel')).textContent).not.toBe('');
  });

  it('shows a long tab in pages', async () => {
    const many = Array.from({ length: 25 }, (_, at) =>
      fixtureCourse({ id: `c${at}`, title: `Course ${at}`, lessonCount: 1, codes: [] }),
    );
    const { titles, shows, press } = await openWorkspace(await openDevice('admin', many), 'published');
    await waitFor(() => expect(titles()).toHaveLength(24));
    await press(/next/i);
    await shows('Course 24');
  });

  it('does not report a failure without a network once the network is back', async () => {
    const device = await openDevice('admin', courses());
    await refreshAdminCourses();
    goOffline(device);
    const { main } = await openWorkspace(device);
    await main.findByRole('button', { name: 'Try again' });
    goOnline(device);
    const line = await main.findByText(/^Updated/);
    expect(line.textContent).not.toMatch(/saved on this device|Error/);
  });

  it.each([
    ['fails', false],
    ['cannot be reached', true],
  ])('says on a new device that the server %s', async (_, isOffline) => {
    const device = await openDevice('admin');
    if (isOffline) goOffline(device);
    else failAllCalls();
    const { main } = await openWorkspace(device);
    await showsLoadFailure(main, messages.adminDataFailed);
  });

  it('works without a network, and sends when it is back', async () => {
    const device = await openDevice('admin', courses());
    await refreshAdminCourses();
    goOffline(device);
    const { user, shows, action } = await openWorkspace(device, 'unpublished');
    await shows('Stars');
    await user.click(action(/^Publish/));
    await shows();
    expect(await statusOf(device, 'stars')).toBe('unpublished');
    goOnline(device);
    await waitFor(async () => expect(await statusOf(device, 'stars')).toBe('published'));
  });
});
