import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportFrom, importFile, otherInstallation } from '#e2e/sync/testing/course-file-world.ts';
import { importLinked } from '#e2e/sync/testing/linked-files-world.ts';
import { encodeText } from '#interchange/course-file/digest.ts';
import { writeZipForTest } from '#interchange/testing/pack-for-test.ts';
import { paths } from '#pwa/paths.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { type Device, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { offerImportWorker } from '#pwa/testing/screens/import-worker.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';

offerImportWorker();

let bytes: Uint8Array<ArrayBuffer>;
let device: Device;

beforeEach(async () => {
  bytes = new Uint8Array((await exportFrom(await otherInstallation(), 'tides')).bytes);
  device = await openDevice('admin', []);
});

const fileOf = (content: BlobPart, name = 'Reading the tides.carrel') => new File([content], name);

async function openImport() {
  const page = await renderScreen(paths.adminImport, device);
  const { main, user } = page;
  const choose = async (file: File) => user.upload(await main.findByLabelText('Course file'), file);
  const press = async (name: string | RegExp) => user.click(await main.findByRole('button', { name }));
  const openLessons = async (module: string) =>
    user.click(
      await main.findByText(
        (_, element) =>
          element?.tagName === 'SUMMARY' && element.textContent === `Choose lessons of ${module}`,
      ),
    );
  return { ...page, choose, press, openLessons };
}

const coursesOnServer = () =>
  device.server.deps.db.selectFrom('courses').select(['title', 'status']).execute();
const unsent = async () => (device.store === null ? [] : listUnsent(device.store));

describe('the import screen', () => {
  it('shows what is in a file before anything is stored', async () => {
    const { main, choose, openLessons } = await openImport();
    await choose(fileOf(bytes));
    await main.findByRole('heading', { level: 2, name: 'Reading the tides' });
    main.getByText(
      /^Carrel · 2 modules · 4 lessons · 1 practice quiz with 7 questions · 1 test with 1 question · 6 files \(\d+ kB\)$/,
    );
    const contents = within(await main.findByRole('list', { name: 'Contents' }));
    contents.getByRole('checkbox', { name: 'Ebb 2 lessons' });
    contents.getByRole('checkbox', { name: 'Flood 2 lessons' });
    await openLessons('Flood');
    within(await contents.findByRole('list', { name: 'Lessons of Flood' })).getByText('Lesson 3');
    expect(await unsent()).toEqual([]);
  });

  it('imports only the chosen lessons, with the changed texts', async () => {
    goOffline(device);
    const { main, user, choose, press, openLessons } = await openImport();
    await choose(fileOf(bytes));
    await openLessons('Flood');
    const flood = await main.findByRole('checkbox', { name: 'Flood 2 lessons' });
    await user.click(await main.findByRole('checkbox', { name: 'Lesson 3' }));
    expect(flood).toHaveProperty('indeterminate', true);
    await user.click(main.getByRole('checkbox', { name: 'Ebb 2 lessons' }));
    await openLessons('Ebb');
    expect(await main.findByRole('checkbox', { name: 'Lesson 1' })).toHaveProperty('checked', false);
    await user.clear(main.getByLabelText('Title'));
    await user.type(main.getByLabelText('Title'), 'Floods');
    await press('Import');
    await main.findByText('“Floods” is saved on this device');
    const commands = (await unsent()).map(({ command }) => command);
    const modules = commands.flatMap(({ kind, args }) => (kind === 'course.import' ? args.modules : []));
    expect(modules.map(({ lessons }) => lessons.map(({ title }) => title))).toEqual([['Lesson 4']]);
  });

  it('imports nothing without a title, and says so', async () => {
    const { main, user, choose, press } = await openImport();
    await choose(fileOf(bytes));
    await user.clear(await main.findByLabelText('Title'));
    await press('Import');
    expect((await main.findByRole('alert')).textContent).toContain('The course was not imported');
    expect(await unsent()).toEqual([]);
  });

  it('imports a page of another program, and keeps what it reported', async () => {
    const { main, choose, press } = await openImport();
    const html = '<h1>Of tides</h1><p>The <img src="moon.png"> pulls.</p><script>steal()</script>';
    await choose(fileOf(html, 'tides.html'));
    await main.findByText('“moon.png” is named here but is not in the file.');
    await press('Import');
    const history = within(await main.findByRole('region', { name: 'Imported on this device' }));
    history.getByText('“moon.png” is named here but is not in the file.');
    await waitFor(async () => {
      const [lesson] = await device.server.deps.db.selectFrom('lessonContents').select('content').execute();
      expect(lesson?.content).toBe('<p>The  pulls.</p>');
    });
  });

  it('names every file of a folder that is left out', async () => {
    const { main, user, choose } = await openImport();
    const files = {
      'a.md': '# A\n\nText.',
      'b.md': '# B\n\nText.',
      'x.png': 'x',
      'y.png': 'y',
      'z.png': 'z',
    };
    const entries = Object.entries(files).map(([name, text]) => ({ name, bytes: encodeText(text) }));
    await choose(fileOf(new Uint8Array(writeZipForTest(entries)), 'notes.zip'));
    await user.click(await main.findByText('x.png and 2 other places'));
    main.getByText('y.png');
    main.getByText('z.png');
  });

  it('imports a pasted list of links', async () => {
    const { main, user, press } = await openImport();
    await user.click(main.getByLabelText('Links'));
    await user.paste('Videos:\nEbb\thttps://youtu.be/abcdefghijk\nFlood\thttps://a.example/flood');
    await press('Read the links');
    const contents = within(await main.findByRole('list', { name: 'Contents' }));
    contents.getByRole('checkbox', { name: 'Videos 2 lessons' });
  });

  it('imports a course without a network, and sends it when the network is back', async () => {
    goOffline(device);
    const { main, choose, press } = await openImport();
    await choose(fileOf(bytes));
    await press('Import');
    await main.findByText('“Reading the tides” is saved on this device');
    expect(await coursesOnServer()).toEqual([]);
    const open = main.getByRole('link', { name: 'Open the course' });
    expect(open.getAttribute('href')).toMatch(/^\/admin\/courses\/[0-9a-f-]{36}$/);
    goOnline(device);
    const imported = [{ title: 'Reading the tides', status: 'unpublished' }];
    await waitFor(async () => expect(await coursesOnServer()).toEqual(imported));
  });

  it('says when the same file was imported before, and imports it as a second course', async () => {
    goOffline(device);
    const { main, choose, press } = await openImport();
    await choose(fileOf(bytes));
    await press('Import');
    await press('Import another');
    await choose(fileOf(bytes));
    await main.findByText(/^You imported this file on \d+ \w+\.$/);
    await press('Import');
    await main.findByText('“Reading the tides” is saved on this device');
    const creates = (await unsent()).filter(({ command }) => command.kind === 'course.import');
    expect(creates).toHaveLength(2);
  });

  it.each<[string, (file: Uint8Array<ArrayBuffer>) => BlobPart, string]>([
    ['no course file', () => 'hello', 'This is not a course file of Carrel.'],
    ['cut off', (file) => file.slice(0, 100_000), 'This is not a course file of Carrel.'],
    [
      'damaged',
      (file) => {
        const damaged = file.slice();
        damaged.fill(9, 200_000, 200_010);
        return damaged;
      },
      'This file is damaged.',
    ],
  ])('says that a file is %s, and takes another one', async (_, change, sentence) => {
    const { main, choose } = await openImport();
    await choose(fileOf(change(bytes), 'other.carrel'));
    const alert = await main.findByRole('alert');
    expect(alert.textContent).toContain('“other.carrel” cannot be imported');
    expect(alert.textContent).toContain(sentence);
    await choose(fileOf(bytes));
    await main.findByRole('heading', { level: 2, name: 'Reading the tides' });
    expect(main.queryByRole('alert')).toBeNull();
  });

  it('forgets a file that is not wanted', async () => {
    const { main, choose, press } = await openImport();
    await choose(fileOf(bytes));
    await press('Cancel');
    expect(main.queryByRole('heading', { level: 2 })).toBeNull();
    expect(await unsent()).toEqual([]);
  });
});

describe('an import in the sync centre', () => {
  async function openCentre() {
    goOffline(device);
    await importFile(bytes);
    return renderScreen(paths.syncCentre, device);
  }

  it('is one entry with its progress, and can be paused and resumed', async () => {
    const { main, user } = await openCentre();
    await main.findByText('Import “Reading the tides”: the course, 3 files and 1 edit wait');
    expect(
      within(main.getByRole('region', { name: /^waiting to sync/i })).queryAllByRole('listitem'),
    ).toEqual([]);
    await user.click(main.getByRole('button', { name: 'Pause' }));
    await main.findByRole('button', { name: 'Resume' });
    goOnline(device);
    expect(await coursesOnServer()).toEqual([]);
    await user.click(main.getByRole('button', { name: 'Resume' }));
    await waitFor(async () => expect(await coursesOnServer()).toHaveLength(1));
    await main.findByText('No edits are waiting.');
  });

  it('counts a linked file once, and lets one of its resources be discarded alone', async () => {
    goOffline(device);
    await importLinked(3);
    const attaching = async () =>
      (await unsent()).filter(({ command: { kind } }) => kind === 'resource.attach');
    const refused = { state: 'refused', lastStatus: 404, lastProblem: 'The lesson is gone.' } as const;
    await device.store?.database.outbox.update((await attaching())[0]?.order ?? 0, refused);
    const { main, user } = await renderScreen(paths.syncCentre, device);
    await main.findByText('Import “Tides”: the course and 1 file wait');
    const card = within(await main.findByRole('listitem'));
    await user.click(card.getByRole('button', { name: 'Discard' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await attaching()).toHaveLength(2));
    // Not discarded with it. Between two waits the file is tried again.
    await waitFor(async () =>
      expect(await device.store?.uploads.toArray()).toMatchObject([{ state: 'waiting' }]),
    );
  });

  it('is discarded after a confirmation', async () => {
    const { main, user } = await openCentre();
    await user.click(await main.findByRole('button', { name: 'Discard' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Discard' }));
    await main.findByText('No edits are waiting.');
    expect(await unsent()).toEqual([]);
  });
});
