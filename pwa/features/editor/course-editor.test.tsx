import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { type Device, failAllCalls, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { isAt, showsLoadFailure } from '#pwa/testing/screens/expectations.ts';
import { openEditor } from '#pwa/testing/screens/open-editor.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { CODE_FILE_MAX_BYTES } from '#schema/limits.ts';
import { adminMessages, lowCodesMessage } from '#schema/messages/admin-messages.ts';
import { messages } from '#schema/messages/messages.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';

const LIMIT = 'Warn below this number of unused codes';

/** Edits the course without the device's knowledge. */
async function sendEdit({ server }: Device, body: object): Promise<void> {
  await server.request('/api/admin/courses/tides', { method: 'PUT', as: server.people.admin, body });
}

const draft = () => fixtureCourse({ id: 'tides', title: 'Tides', status: 'unpublished' });

describe('the form of a new course', () => {
  it('asks for title, description and instructor, and loses nothing', async () => {
    const device = await openDevice('admin');
    const { main, field, fill, save, press } = await openEditor(device, null);
    await fill(field('Title'), 'Knots');
    await save();
    await main.findByText(adminMessages.courseFieldsMissing);
    expect(field('Title').value).toBe('Knots');
    const invalid = () => main.queryAllByText(/^Enter an? /).map(({ textContent }) => textContent);
    expect(invalid()).toEqual(['Enter an instructor', 'Enter a description']);
    await waitFor(() => expect(document.activeElement).toBe(field('Instructor')));
    expect(field('Instructor').getAttribute('aria-required')).toBe('true');
    await fill(field('Instructor'), 'Ada Brook');
    await waitFor(() => expect(invalid()).toEqual(['Enter a description']));
    expect(main.getByRole('heading', { name: 'Save Course First' })).toBeTruthy();
    await press('Add Module');
    await main.findByText(adminMessages.moduleNeedsCourse);
    expect(device.network.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('creates the course on the server and goes on with it', async () => {
    const { field, fill, save, course } = await openEditor(await openDevice('admin'), null);
    await fill(field('Title'), 'Knots');
    await fill(field('Instructor'), 'Ada Brook');
    await fill(field('Description'), 'Ten that hold');
    await save();
    await waitFor(async () =>
      expect(await course('Knots')).toMatchObject({ instructor: 'Ada Brook', status: 'unpublished' }),
    );
    await isAt(paths.adminCourse((await course('Knots'))?.id ?? ''));
  });

  it('restores the text that was typed and not saved', async () => {
    const device = await openDevice('admin');
    const first = await openEditor(device, null);
    await first.fill(first.field('Title'), 'Knots');
    first.close();
    const second = await openEditor(device, null);
    await waitFor(() => expect(second.field('Title').value).toBe('Knots'));
  });
});

describe('the details of a course', () => {
  it('are sent with Save Course', async () => {
    const { main, field, fill, save, course } = await openEditor(await openDevice('admin', [draft()]));
    expect(field('Title').value).toBe('Tides');
    await fill(field('Title'), 'High and low');
    await fill(field('Preview content'), 'Look');
    expect(main.getByText(adminMessages.unsavedChanges)).toBeTruthy();
    expect((await course())?.title).toBe('Tides');
    await save();
    await waitFor(async () =>
      expect(await course()).toMatchObject({ title: 'High and low', previewContent: 'Look' }),
    );
    await waitFor(() => expect(main.queryByText(adminMessages.unsavedChanges)).toBeNull());
  });

  it('cannot be saved without title, description and instructor', async () => {
    const { main, user, field, save, course } = await openEditor(await openDevice('admin', [draft()]));
    for (const label of ['Title', 'Description', 'Instructor']) {
      await user.clear(field(label));
      await save();
      await main.findByText(adminMessages.courseFieldsMissing);
    }
    expect(await course()).toMatchObject({ title: 'Tides', instructor: 'Ines Holm' });
  });

  it('are saved on the device without a network, and sent when it is back', async () => {
    const device = await openDevice('admin', [draft()]);
    await refreshAdminCourses();
    goOffline(device);
    const { field, fill, save, course } = await openEditor(device);
    await fill(field('Title'), 'High and low');
    await save();
    await waitFor(async () => expect(await device.store?.outbox.count()).toBe(1));
    expect((await course())?.title).toBe('Tides');
    goOnline(device);
    await waitFor(async () => expect((await course())?.title).toBe('High and low'));
  });

  it('publish and unpublish the course', async () => {
    const { press, course } = await openEditor(await openDevice('admin', [draft()]));
    await press('Publish');
    await waitFor(async () => expect((await course())?.status).toBe('published'));
    await press('Unpublish');
    await waitFor(async () => expect((await course())?.status).toBe('unpublished'));
  });

  it('take no file as a thumbnail that is no image', async () => {
    const { main, user, field } = await openEditor(await openDevice('admin', [draft()]));
    await user.upload(field('Thumbnail file'), new File(['text'], 'cover.txt', { type: 'text/plain' }));
    await main.findByText(adminMessages.thumbnailNotImage);
    expect(field('Thumbnail URL').value).toBe('');
  });

  it('are deleted with the course after a confirmation', async () => {
    const { main, dialog, user, confirm } = await openEditor(await openDevice('admin', [draft()]));
    // On a narrow screen it is in a popover, which jsdom does not open.
    const pressDelete = () => user.click(main.getByRole('button', { name: 'Delete Course', hidden: true }));
    await pressDelete();
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await pressDelete();
    await confirm();
    await isAt(paths.adminWorkspace);
  });

  it('of a published course cannot be deleted', async () => {
    const { main } = await openEditor(await openDevice('admin'));
    expect(main.queryByRole('button', { name: 'Delete Course', hidden: true })).toBeNull();
  });
});

describe('a template', () => {
  it('offers no status and no times, and says why', async () => {
    const device = await openDevice('admin', [draft()]);
    await sendEdit(device, { isTemplate: 1 });
    const { main } = await openEditor(device);
    await main.findByText(/A template is not published/);
    expect(main.queryByRole('button', { name: 'Publish' })).toBeNull();
    for (const label of ['Status', 'Publish at', 'Unpublish at'])
      expect(main.queryByLabelText(label)).toBeNull();
  });
});

describe('the editor', () => {
  it.each([
    ['fails', false],
    ['cannot be reached', true],
  ])('says on a new device that the server %s', async (_, isOffline) => {
    const device = await openDevice('admin');
    if (isOffline) goOffline(device);
    else failAllCalls();
    const { main } = await renderScreen(paths.adminCourse('tides'), device);
    await showsLoadFailure(main, messages.courseFailed);
  });
});

it('the permission to pass files on is off, and saved with the course', async () => {
  const { main, user, save, course } = await openEditor(
    await openDevice('admin', [fixtureCourse({ id: 'tides' })]),
  );
  const box = await main.findByRole<HTMLInputElement>('checkbox', {
    name: 'Learners may pass downloaded files on to each other',
  });
  expect([box.checked, (await course())?.sharesFiles]).toEqual([false, 0]);
  await user.click(box);
  await save();
  await waitFor(async () => expect((await course())?.sharesFiles).toBe(1));
  await waitFor(() => expect(box.checked).toBe(true));
});

describe('the limit of few codes', () => {
  const few = fixtureCourse({ id: 'tides', codes: ['CODE-1', 'CODE-2'] });

  it('is saved with the course, and the warning follows it', async () => {
    const { main, field, fill, save, course } = await openEditor(await openDevice('admin', [few]));
    await main.findByText(lowCodesMessage(2));
    await fill(field(LIMIT), '2');
    await waitFor(() => expect(main.queryByText(lowCodesMessage(2))).toBeNull());
    await save();
    await waitFor(async () => expect((await course())?.lowCodesBelow).toBe(2));
  });

  it.each([
    ['nothing', '0'],
    ['-3', '0'],
    ['99999', '10000'],
  ])('is a number, whatever is typed: %s', async (text, shown) => {
    const { field, fill, user } = await openEditor(await openDevice('admin', [few]));
    await fill(field(LIMIT), text);
    await user.tab();
    await waitFor(() => expect(field(LIMIT).value).toBe(shown));
  });
});

describe('the activation codes', () => {
  const codesOf = (count: number) => Array.from({ length: count }, (_, at) => `CODE-${at + 1}`);
  const open = async (codes: readonly string[] = []) => {
    const device = await openDevice('admin', [fixtureCourse({ id: 'tides', codes })]);
    const page = await openEditor(device);
    const section = within(page.main.getByRole('region', { name: 'Activation Codes' }));
    const upload = async (text: BlobPart, name = 'codes.txt', sizeBytes?: number) => {
      const file = new File([text], name, { type: 'text/plain' });
      if (sizeBytes !== undefined) Object.defineProperty(file, 'size', { value: sizeBytes });
      await page.user.upload(section.getByLabelText(/^file/i), file);
    };
    const stored = async () =>
      (await device.server.deps.db.selectFrom('activationCodes').select('code').execute())
        .map(({ code }) => code)
        .sort();
    const batches = () =>
      device.server.deps.db
        .selectFrom('codeBatches')
        .select(['name', 'count'])
        .where('createdBy', '=', 'admin')
        .execute();
    return { ...page, device, section, upload, stored, batches };
  };

  it('are read from a file and shown, and sent when the admin says so', async () => {
    const { section, press, upload, stored, batches } = await open();
    expect(section.getByRole('heading', { name: 'No Activation Codes' })).toBeTruthy();
    await upload('\uFEFFcode\n"AB-1",x\nAB-2\tx\n\nAB-1\n', 'codes.csv');
    const result = within(await section.findByLabelText('Codes in the file'));
    expect(result.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      ...['AB-1', 'AB-2', '1 line: duplicate code.'],
    ]);
    expect(await stored()).toEqual([]);
    await press('Add 2 codes');
    await waitFor(async () => expect(await stored()).toEqual(['AB-1', 'AB-2']));
    await waitFor(() => expect(section.queryByRole('heading', { name: 'No Activation Codes' })).toBeNull());
    expect(section.queryByLabelText('Codes in the file')).toBeNull();
    expect(await batches()).toEqual([{ name: 'codes.csv', count: 2 }]);
  });

  it.each(['utf-16le', 'utf-16be'] as const)(
    'are read from a text that Excel stored as %s',
    async (encoding) => {
      const { upload, press, stored } = await open();
      const bytes = Buffer.from('\uFEFFcode\towner\r\nAB-1\tä\r\nAB-2\t\r\n', 'utf16le');
      await upload(new Uint8Array(encoding === 'utf-16le' ? bytes : bytes.swap16()));
      await press('Add 2 codes');
      await waitFor(async () => expect(await stored()).toEqual(['AB-1', 'AB-2']));
    },
  );

  it('are read from a text that Excel stored in the encoding of Windows', async () => {
    const { section, upload } = await open();
    await upload(Buffer.from('Gutschein f\xfcr\nK\xc4-1\nK\xc4-2', 'latin1'), 'codes.csv');
    const result = within(await section.findByLabelText('Codes in the file'));
    expect(result.getByText('KÄ-1')).toBeTruthy();
    expect(result.getByText('Gutschein für')).toBeTruthy();
  });

  it('are listed in part, with the lines that are left out and why', async () => {
    const { main, section, press, user, upload, stored, batches } = await open(['OLD-1']);
    const codes = codesOf(25);
    await upload(['KEY-0001', ...codes, codes[0], 'x'.repeat(129)].join('\n'), 'codes.csv');
    const result = within(await section.findByLabelText('Codes in the file'));
    for (const sentence of [
      '25 codes in “codes.csv”',
      '... and 15 more codes',
      '1 line: duplicate code.',
      '1 line: longer than 128 characters.',
    ])
      expect(result.getByText((_, element) => element?.textContent === sentence)).toBeTruthy();
    expect(result.getAllByRole('listitem')).toHaveLength(10 + 2);
    await user.click(result.getByRole('checkbox', { name: /the first line, KEY-0001, is a header/i }));
    await press('Add 26 codes');
    await main.findByText('26 activation codes added');
    expect(await stored()).toHaveLength(27);
    await section.findByText((_, element) => element?.textContent === '27 left of 27');
    expect(await batches()).toEqual([{ name: 'codes.csv', count: 26 }]);
  });

  it('may be in another column, which is asked for if the first has something else', async () => {
    const { section, press, user, upload, stored } = await open();
    await upload('"voucher_id","voucher_code","amount"\r\n"17","SEA-0001","10"\r\n"18","SEA-0002","10"\r\n');
    const result = within(await section.findByLabelText('Codes in the file'));
    expect(result.getByText(/^2 look like numbers in a row or short numbers, such as 17/)).toBeTruthy();
    expect(result.getByRole('button', { name: 'Add 2 codes anyway' })).toBeTruthy();
    await user.selectOptions(result.getByLabelText('Column with the codes'), '3: amount (10)');
    await result.findByRole('button', { name: 'Add 1 code anyway' });
    await press('Use column 2: voucher_code (SEA-0001)');
    await waitFor(() => expect(document.activeElement).toBe(result.getByLabelText('Column with the codes')));
    await press('Add 2 codes');
    await waitFor(async () => expect(await stored()).toEqual(['SEA-0001', 'SEA-0002']));
  });

  it('stay out if the admin cancels, and can be chosen again', async () => {
    const { section, press, upload, stored } = await open();
    await upload('Lena\nTom');
    await press('Cancel');
    expect(section.queryByLabelText('Codes in the file')).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Activation Codes'));
    await upload('AB-1');
    await press('Add 1 code');
    await waitFor(async () => expect(await stored()).toEqual(['AB-1']));
  });

  it('wait on the device without a network, and arrive as one batch', async () => {
    const { device, section, press, upload, stored, batches } = await open();
    goOffline(device);
    await upload('Code;Käufer\r\nSEA-1;Lena\r\nSEA-2;Tom\r\n', 'käufe.csv');
    await press('Add 2 codes');
    await section.findByText('2 codes are saved on this device, not sent yet.');
    expect(await stored()).toEqual([]);
    goOnline(device);
    await waitFor(async () => expect(await stored()).toEqual(['SEA-1', 'SEA-2']));
    expect(await batches()).toEqual([{ name: 'käufe.csv', count: 2 }]);
  });

  it('show the first twenty and how many more there are', async () => {
    const { section } = await open(codesOf(23));
    await section.findByText('CODE-1');
    expect(section.getAllByRole('listitem')).toHaveLength(20);
    expect(section.getByText('... and 3 more codes')).toBeTruthy();
  });

  it.each([
    ['another type', 'AB-1', 'codes.pdf', undefined, adminMessages.codeFileType],
    ['too large', 'AB-1', 'codes.txt', CODE_FILE_MAX_BYTES + 1, adminMessages.codeFileTooLarge],
    ['without codes', '\n  \n', 'codes.txt', undefined, adminMessages.codesNone],
  ])('are not read from a file of %s', async (_, text, name, size, sentence) => {
    const { main, upload, stored } = await open(['OLD-1']);
    await upload(text, name, size);
    await main.findByText(sentence);
    expect(await stored()).toEqual(['OLD-1']);
  });
});
