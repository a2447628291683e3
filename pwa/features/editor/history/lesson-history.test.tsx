import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { faults } from '#e2e/sync/testing/network.ts';
import { findLessonHistory } from '#pwa/store/admin/history.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { type Device, goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { changeElsewhere } from '#pwa/testing/screens/edited-device.ts';
import { textsOf } from '#pwa/testing/screens/expectations.ts';
import { draftCourse, openFirstLesson } from '#pwa/testing/screens/open-editor.ts';

const LESSON = 'lessons/tides-lesson-1';

/** A device of an admin, after another one has changed title and text of the first lesson. */
async function openChanged() {
  const device = await openDevice('admin', [draftCourse()]);
  await changeElsewhere(device, 'PUT', LESSON, { title: 'Low water', content: '<p>Low comes first.</p>' });
  await changeElsewhere(device, 'PUT', LESSON, { content: '<p>High comes <b>last</b>.</p>' });
  return device;
}

/** The editor of the lesson with its history open. */
async function openHistory(device: Device, title = 'Low water') {
  const editor = await openFirstLesson(device, title);
  const { press, dialog, user } = editor;
  await press('History');
  const history = await dialog();
  const versions = () => history.queryAllByRole('listitem');
  /** Opens a version, counted from the newest one. */
  const openVersion = async (at: number) => {
    const version = (await history.findAllByRole('listitem'))[at];
    if (version === undefined) throw new Error(`There is no version ${at}`);
    await user.click(within(version).getAllByRole('button')[0] ?? version);
    return within(version);
  };
  const view = async (name: string) => user.click(history.getByRole('button', { name }));
  /** The removed and the added texts. */
  const differences = () =>
    (['deletion', 'insertion'] as const).map((role) => textsOf(history.queryAllByRole(role)));
  return { ...editor, history, versions, openVersion, view, differences };
}

/** Resolves when the texts of the newest versions are on the device: they are fetched after the list. */
const untilStored = (versions: number) =>
  waitFor(async () => {
    const stored = await findLessonHistory(openPrivateStore('admin'), 'tides-lesson-1');
    const newest = stored?.revisions.slice(0, versions) ?? [];
    expect(newest).toHaveLength(versions);
    for (const { omittedCharacters } of newest) expect(omittedCharacters).toBeUndefined();
  });

/** A device without a network that has the history of the lesson. */
async function visitAndDisconnect() {
  const device = await openChanged();
  const { close } = await openHistory(device);
  await untilStored(2);
  close();
  goOffline(device);
  return device;
}

describe('the history of a lesson', () => {
  it('lists its versions, newest first, with author, change and time', async () => {
    const { history, versions } = await openHistory(await openChanged());
    await history.findAllByRole('listitem');
    const [newest, first] = textsOf(versions());
    expect(versions()).toHaveLength(2);
    expect(newest).toContain('admin Ashdown changed the text of lesson “Low water”');
    expect(first).toContain('admin Ashdown changed the title and the text of lesson “Low water”');
    expect([newest, first].map((text) => /version (\d)/.exec(text ?? '')?.[1])).toEqual(['3', '2']);
    expect(newest).toMatch(/\d\d:\d\d/);
  });

  it('shows what a version changed, and what has changed since', async () => {
    const { openVersion, view, differences, history } = await openHistory(await openChanged());
    await openVersion(1);
    await waitFor(() => expect(differences()[1]?.join(' ')).toBe('Low water Low comes first'));
    await view('Compare with current');
    const sinceThen = [
      ['High', 'last'],
      ['Low', 'first'],
    ];
    await waitFor(() => expect(differences()).toEqual(sinceThen));
    await view('Full text');
    expect(history.getByText('Low comes first.')).toBeTruthy();
    expect(differences()).toEqual([[], []]);
  });

  it('marks a change of the markup alone, in the HTML source', async () => {
    const device = await openChanged();
    await changeElsewhere(device, 'PUT', LESSON, { content: '<p>High comes last.</p>' });
    const { openVersion, differences, history } = await openHistory(device);
    await openVersion(0);
    await history.findByText('The text is the same; the HTML markup differs.');
    expect(differences()[0]?.join('')).toContain('<b>');
  });

  it('restores a version into the draft, which can be undone and is sent with Save Course', async () => {
    const { openVersion, user, history, main, press, save, field, firstLesson, dialog } = await openHistory(
      await openChanged(),
    );
    const version = await openVersion(1);
    await user.click(await version.findByRole('button', { name: 'Restore this version' }));
    expect(history.queryAllByRole('listitem')).toEqual([]);
    const text = () => main.getByRole('textbox', { name: 'Content' }).textContent;
    await waitFor(() => expect(text()).toBe('Low comes first.'));
    expect(field('Lesson title').value).toBe('Low water');
    expect((await firstLesson())?.content).toBe('<p>High comes <b>last</b>.</p>');
    const strip = within(main.getByRole('region', { name: 'State of your changes' }));
    await user.click(strip.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(text()).toBe('High comes last.'));
    await user.click(strip.getByRole('button', { name: 'Redo' }));
    await save();
    await waitFor(async () => expect((await firstLesson())?.content).toBe('<p>Low comes first.</p>'));
    await press('History');
    const again = await dialog();
    await waitFor(() => expect(again.getAllByRole('listitem')).toHaveLength(3));
  });

  it('has nothing to restore in the current version', async () => {
    const { openVersion, view, history } = await openHistory(await openChanged());
    const version = await openVersion(0);
    await view('Compare with current');
    await history.findByText('This is the current version.');
    expect(version.queryByRole('button', { name: 'Restore this version' })).toBeNull();
  });

  it('offers the text that lost in a conflict', async () => {
    const device = await openChanged();
    const rejected = {
      ...{ courseId: 'tides', entity: 'lesson', entityId: 'tides-lesson-1', entityTitle: 'Low water' },
      fields: { content: '<p>Never shown.</p>' },
    };
    await changeElsewhere(device, 'POST', 'history', rejected);
    const { openVersion, user, main, versions } = await openHistory(device);
    const version = await openVersion(0);
    expect(versions()[0]?.textContent).toContain('Rejected');
    await user.click(await version.findByRole('button', { name: 'Use this text' }));
    const text = () => main.getByRole('textbox', { name: 'Content' }).textContent;
    await waitFor(() => expect(text()).toBe('Never shown.'));
  });

  it('says that nothing has changed yet', async () => {
    const { history } = await openHistory(await openDevice('admin', [draftCourse()]), 'Lesson 1');
    await history.findByText('No changes recorded for this lesson.');
  });

  it('fetches older versions on request, and says when it cannot', async () => {
    const device = await openDevice('admin', [draftCourse()]);
    for (let at = 1; at <= 60; at += 1)
      await changeElsewhere(device, 'PUT', LESSON, { description: `Change ${at}` });
    const { history, versions, user } = await openHistory(device, 'Lesson 1');
    const more = await history.findByRole('button', { name: 'Show older versions' });
    const shown = versions().length;
    device.network.isDown = true;
    await user.click(more);
    await history.findByText(/^Older versions/);
    device.network.isDown = false;
    dispatchEvent(new Event('online'));
    await user.click(await history.findByRole('button', { name: 'Show older versions' }));
    await waitFor(() => expect(versions()).toHaveLength(60));
    expect(shown).toBeLessThan(60);
    expect(history.queryByRole('button', { name: 'Show older versions' })).toBeNull();
  });
});

/** The newest version, whose text is too long to be fetched with the list, and how often a version was fetched. */
async function openLong() {
  const device = await openDevice('admin', [draftCourse()]);
  await changeElsewhere(device, 'PUT', LESSON, { content: `<p>${'tide '.repeat(50_000)}</p>` });
  await changeElsewhere(device, 'PUT', LESSON, { content: `<p>${'ebbs '.repeat(50_000)}</p>` });
  const fetched = () => device.network.seen.filter(({ path }) => path.includes('/api/admin/history/'));
  return { fetched, ...(await openHistory(device, 'Lesson 1')) };
}

describe('a long text in the history', () => {
  it('is fetched when its version is opened, and stays on the device', async () => {
    const { device, fetched, openVersion, differences, history, close } = await openLong();
    await history.findAllByRole('listitem');
    expect(fetched()).toEqual([]);
    await openVersion(0);
    await waitFor(() => expect(differences()[1]?.join('')).toContain('ebbs'));
    expect(fetched()).toHaveLength(1);
    await untilStored(1);
    close();
    goOffline(device);
    const again = await openHistory(device, 'Lesson 1');
    await again.openVersion(0);
    expect(again.differences()[1]?.join('')).toContain('ebbs');
  });

  it('that was not loaded is not restored: offline the version says so', async () => {
    const { device, openVersion, history } = await openLong();
    await history.findAllByRole('listitem');
    goOffline(device);
    const version = await openVersion(1);
    await version.findByText('The text of this version is not on this device. Connect to load it.');
    expect(version.queryByRole('button', { name: 'Restore this version' })).toBeNull();
  });

  it('can be requested again after a failure', async () => {
    const { device, openVersion, differences, history, user } = await openLong();
    await history.findAllByRole('listitem');
    device.network.plan = [faults.error500];
    const version = await openVersion(0);
    await version.findByText('The text of this version could not be loaded');
    await user.click(version.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(differences()[1]?.join('')).toContain('ebbs'));
  });
});

describe('the history without the server', () => {
  it('shows the versions of an earlier visit without a network', async () => {
    const device = await visitAndDisconnect();
    const { openVersion, differences, versions } = await openHistory(device);
    await openVersion(0);
    expect(versions()).toHaveLength(2);
    expect(differences()[1]).not.toEqual([]);
  });

  it('compares no version with a text that is not on the device', async () => {
    const device = await visitAndDisconnect();
    await openPrivateStore('admin').database.lessonContents.delete('tides-lesson-1');
    const { openVersion, view, history } = await openHistory(device);
    const version = await openVersion(1);
    await view('Compare with current');
    await history.findByText(/^The current text is not downloaded yet/);
    expect(version.queryByRole('button', { name: 'Restore this version' })).toBeNull();
  });

  it('needs a connection for a lesson that was not visited', async () => {
    const device = await openChanged();
    (await openFirstLesson(device, 'Low water')).close();
    goOffline(device);
    const { history } = await openHistory(device);
    await history.findByText('The history needs a connection');
    expect(history.queryAllByRole('listitem')).toEqual([]);
  });

  it('says that the server failed', async () => {
    const device = await openChanged();
    device.network.planAt.set(`/api/admin/${LESSON}/history?without=html`, faults.error500);
    const { history } = await openHistory(device);
    await history.findByText('The history could not be loaded');
  });
});
