import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { createVideoFile } from '#e2e/sync/testing/upload-world.ts';
import { goOffline, goOnline } from '#pwa/testing/screens/device.ts';
import { problemOf } from '#pwa/testing/screens/expectations.ts';
import { openFirstLesson } from '#pwa/testing/screens/open-editor.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';

describe('the resources of a lesson', () => {
  const open = async () => {
    const editor = await openFirstLesson();
    const list = () => within(editor.main.getByRole('region', { name: /^Resources/ }));
    const resources = async () =>
      (await editor.firstLesson())?.resources.map(({ title, type, url }) => [title, type, url]);
    const fillIn = async (text: string) => {
      const field = within(await screen.findByRole('dialog')).getByRole<HTMLInputElement>('textbox');
      await editor.fill(field, text);
      await editor.confirm();
      return field;
    };
    return { ...editor, list, resources, fillIn };
  };

  it('are added by three dialogs, each of which checks its text', async () => {
    const { main, list, press, fillIn, confirm, dialog, user, resources } = await open();
    await press('Add Resource');
    expect(problemOf(await fillIn(' '))).not.toBe('');
    await fillIn('Tide table');
    await user.selectOptions((await dialog()).getByRole('combobox'), 'link');
    await confirm();
    expect(problemOf(await fillIn('not an address'))).not.toBe('');
    await fillIn('https://tides.example.org/table');
    await main.findByText(adminMessages.resourceAdded);
    expect(await resources()).toContainEqual(['Tide table', 'link', 'https://tides.example.org/table']);
    const link = await list().findByRole('link', { name: /Tide table/ });
    expect(link.getAttribute('href')).toBe('https://tides.example.org/table');
  });

  it('keep what was typed in a dialog when the person goes back', async () => {
    const { press, fillIn, dialog, user } = await open();
    await press('Add Resource');
    await fillIn('Tide table');
    await user.click((await dialog()).getByRole('button', { name: 'Back' }));
    expect((await dialog()).getByRole<HTMLInputElement>('textbox').value).toBe('Tide table');
  });

  it('are deleted at once after a confirmation', async () => {
    const { main, list, user, dialog, confirm, resources } = await open();
    await user.click(list().getByRole('button', { name: /^Delete/ }));
    expect((await dialog()).getByText(adminMessages.resourceDeleteConfirmation)).toBeTruthy();
    expect(
      (await dialog()).getByText(/It can be restored from the audit log until \d+ \w+ \d{4}/),
    ).toBeTruthy();
    await confirm();
    await main.findByText(adminMessages.resourceDeleted);
    expect(await resources()).toEqual([]);
    await waitFor(() => expect(list().queryAllByRole('listitem')).toEqual([]));
  });
});

describe('a file that becomes a resource', () => {
  const pdf = (name = 'Tide table.pdf') =>
    new File(['%PDF-1.7\n', 'x'.repeat(3_000)], name, { type: 'application/pdf' });

  async function open() {
    const editor = await openFirstLesson();
    const { user, field, firstLesson } = editor;
    const choose = (file: File) => user.upload(field('File of Lesson 1: PDF or video'), file);
    const resources = async () =>
      (await firstLesson())?.resources
        .filter(({ sizeBytes }) => sizeBytes !== null)
        .map(({ title, type, sizeBytes }) => [title, type, sizeBytes]);
    return { ...editor, choose, resources };
  }

  it('waits on the device without a network, and is added when it is back', async () => {
    const { device, main, choose, resources, user, dialog, fill, confirm } = await open();
    goOffline(device);
    await choose(pdf());
    await choose(createVideoFile(200_000, 'ebb.mp4'));
    const waiting = within(await main.findByLabelText('Upload of Tide table.pdf', { selector: 'section' }));
    await waiting.findByText('Waiting for a connection: 3 kB');
    await within(main.getByRole('region', { name: /^Resources/ })).findByText('Tide table', {
      selector: '[dir]',
    });
    await user.click(main.getByRole('button', { name: /^Rename\s*Tide table$/ }));
    await fill((await dialog()).getByLabelText('Resource title'), 'Tides of 2026');
    await confirm();
    goOnline(device);
    await waitFor(async () =>
      expect(await resources()).toEqual([
        ['Tides of 2026', 'pdf', 3_009],
        ['ebb', 'video', 200_000],
      ]),
    );
  });

  it.each([
    ['of another kind', new File(['PK'], 'Slides.pptx'), adminMessages.resourceFileOther],
    [
      'that is no PDF within',
      new File(['PK'], 'a.pdf', { type: 'application/pdf' }),
      adminMessages.resourceFileOther,
    ],
    ['that is empty', new File([], 'a.pdf', { type: 'application/pdf' }), adminMessages.fileEmpty],
  ])('%s is refused with what to do', async (_, file, sentence) => {
    const { main, choose, device, resources } = await open();
    await choose(file);
    await main.findByText(sentence);
    expect([await device.store?.uploadBytes.count(), await resources()]).toEqual([0, []]);
  });
});

describe('the file of a resource', () => {
  const pdf = (text: string) =>
    new File([`%PDF-1.7\n${text.padEnd(3_000)}`], `${text}.pdf`, { type: 'application/pdf' });

  /** A lesson with an uploaded PDF. */
  async function open() {
    const editor = await openFirstLesson();
    const { main, user, field, firstLesson } = editor;
    await user.upload(field('File of Lesson 1: PDF or video'), pdf('Tides of 2026'));
    await main.findByRole('button', { name: /^Replace file…\s*Tides of 2026$/ });
    const onServer = async () => (await firstLesson())?.resources.find(({ sizeBytes }) => sizeBytes !== null);
    const choose = (file: File) => user.upload(field('New file of Tides of 2026'), file);
    return { ...editor, onServer, choose };
  }

  it('is replaced by another, which waits beside it without a network, and keeps its title', async () => {
    const { device, main, choose, onServer } = await open();
    const before = await onServer();
    goOffline(device);
    await choose(pdf('Tides of 2027'));
    const waiting = within(
      await main.findByLabelText('Upload of Tides of 2027.pdf', { selector: 'section' }),
    );
    await waiting.findByText('Waiting for a connection: 3 kB');
    main.getByText('Until the new file is saved, learners have the one before.');
    goOnline(device);
    await main.findByText(adminMessages.fileReplaced);
    const after = await onServer();
    expect(after).toMatchObject({ id: before?.id, title: 'Tides of 2026', version: 2 });
    await waitFor(() =>
      expect(main.queryByLabelText('Upload of Tides of 2027.pdf', { selector: 'section' })).toBeNull(),
    );
  });

  it('is not replaced by a file of another kind, and only an uploaded file is', async () => {
    const { device, main, choose, onServer } = await open();
    // The fixture's resource has an address.
    expect(main.getAllByRole('button', { name: /^Replace file…/ })).toHaveLength(1);
    await choose(
      new File([await createVideoFile(9_000).arrayBuffer()], 'a.pdf', { type: 'application/pdf' }),
    );
    await main.findByText(adminMessages.resourceFileOther);
    await choose(new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' }));
    await main.findByText(adminMessages.fileReplaced);
    await waitFor(async () =>
      expect([await device.store?.uploadBytes.count(), (await onServer())?.version]).toEqual([0, 2]),
    );
  });
});
