import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { createVideoFile } from '#e2e/sync/testing/upload-world.ts';
import { goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { problemOf } from '#pwa/testing/screens/expectations.ts';
import { draftCourse, openEditor, openFirstLesson } from '#pwa/testing/screens/open-editor.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';

async function openTides() {
  const editor = await openEditor(await openDevice('admin', [draftCourse()]));
  const modules = async () => (await editor.course())?.modules ?? [];
  return { ...editor, modules };
}

async function openLesson() {
  const editor = await openFirstLesson();
  const modules = async () => (await editor.course())?.modules ?? [];
  return { ...editor, modules };
}

describe('the modules of a course', () => {
  it('are added at once', async () => {
    const { main, press, modules } = await openTides();
    await press('Add Module');
    await main.findByText(adminMessages.moduleAdded);
    await waitFor(async () =>
      expect((await modules()).map(({ title }) => title)).toEqual(['Ebb', 'Flood', 'New Module']),
    );
  });

  it('are renamed with Save Course', async () => {
    const { open, field, fill, save, modules } = await openTides();
    await open('Ebb');
    await fill(field('Module title'), 'Low water');
    await fill(field('Module description'), 'Where the water goes');
    await save();
    await waitFor(async () =>
      expect((await modules())[0]).toMatchObject({ title: 'Low water', description: 'Where the water goes' }),
    );
  });

  it('are deleted with Save Course, after a confirmation', async () => {
    const { main, open, press, dialog, confirm, save, modules } = await openTides();
    await open('Ebb');
    await press('Delete Module');
    expect((await dialog()).getByText(adminMessages.moduleDeleteConfirmation)).toBeTruthy();
    expect(
      (await dialog()).getByText(/its lessons with their files can be restored .* until \d+ \w+ \d{4}/),
    ).toBeTruthy();
    await confirm();
    await main.findByText(adminMessages.moduleMarked);
    expect(await modules()).toHaveLength(2);
    await save();
    await waitFor(async () => expect((await modules()).map(({ title }) => title)).toEqual(['Flood']));
  });

  it('are not there yet in a course without them', async () => {
    const device = await openDevice('admin', [
      { ...fixtureCourse({ id: 'tides', status: 'unpublished' }), modules: [] },
    ]);
    const { main, press, course } = await openEditor(device);
    expect(main.getByRole('heading', { name: 'No Modules Yet' })).toBeTruthy();
    expect(main.queryByRole('button', { name: 'Preview' })).toBeNull();
    await press('Add Module');
    await waitFor(async () => expect((await course())?.modules).toHaveLength(1));
    await main.findByRole('button', { name: 'Add First Lesson' });
  });

  it('are added with their first lesson, which opens, without a network too', async () => {
    const device = await openDevice('admin', [
      { ...fixtureCourse({ id: 'tides', status: 'unpublished' }), modules: [] },
    ]);
    const { main, press, course } = await openEditor(device);
    goOffline(device);
    await press('Add module and lesson');
    await main.findByLabelText('Lesson title');
    goOnline(device);
    await waitFor(async () =>
      expect((await course())?.modules).toMatchObject([
        { title: 'New Module', lessons: [{ title: 'New Lesson' }] },
      ]),
    );
  });
});

describe('the form of a lesson', () => {
  it('is sent with Save Course', async () => {
    const { user, field, fill, save, firstLesson } = await openLesson();
    await fill(field('Lesson title'), 'Slack water');
    await fill(field('Lesson description'), 'An hour');
    await fill(field('Duration (minutes)'), '12');
    await user.selectOptions(field('Type'), 'video');
    await save();
    await waitFor(async () =>
      expect(await firstLesson()).toMatchObject({
        ...{ title: 'Slack water', description: 'An hour', duration: 12, type: 'video' },
      }),
    );
  });

  it('has video fields for a video, and for a text only while a video is there', async () => {
    const { main, user, field, fill } = await openLesson();
    await user.selectOptions(field('Type'), 'text');
    expect(main.queryByLabelText('Video URL')).toBeNull();
    await user.selectOptions(field('Type'), 'video');
    await fill(field('Video URL'), 'https://vimeo.com/123456');
    await user.selectOptions(field('Type'), 'text');
    expect(field('Video URL').value).toBe('https://vimeo.com/123456');
    expect(main.getByText(/of the type Text, but has a video/)).toBeTruthy();
  });

  it('reads a duration that is no number as 0', async () => {
    const { user, field, fill, save, firstLesson } = await openLesson();
    await fill(field('Duration (minutes)'), 'long');
    await user.tab();
    expect(field('Duration (minutes)').value).toBe('0');
    await save();
    await waitFor(async () => expect((await firstLesson())?.duration).toBe(0));
  });

  it('marks a lesson for deletion after a confirmation', async () => {
    const { main, press, dialog, user, confirm, save, modules } = await openLesson();
    await press('Delete Lesson');
    expect((await dialog()).getByText(adminMessages.lessonDeleteConfirmation)).toBeTruthy();
    expect((await dialog()).getByText(/^It is deleted when you save .* until \d+ \w+ \d{4}\.$/)).toBeTruthy();
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await press('Delete Lesson');
    await confirm();
    await main.findByText(adminMessages.lessonMarked);
    await save();
    await waitFor(async () => expect((await modules())[0]?.lessons).toEqual([]));
  });

  it('moves a lesson to another module, which opens, and moves it back with Undo', async () => {
    const { main, press, dialog, user, save, modules } = await openLesson();
    await press('Move to module…');
    await user.selectOptions((await dialog()).getByLabelText('To the end of module'), 'Flood');
    await user.click((await dialog()).getByRole('button', { name: 'Move' }));
    const flood = () => main.getByRole('button', { name: /Flood$/ }).closest('li') ?? document.body;
    const inFlood = () => within(flood()).queryByRole('button', { name: /Lesson 1$/ });
    await waitFor(() => expect(inFlood()?.getAttribute('aria-expanded')).toBe('true'));
    await press('Undo');
    await waitFor(() => expect(inFlood()).toBeNull());
    await press('Redo');
    await save();
    await waitFor(async () =>
      expect((await modules()).map(({ lessons }) => lessons.map(({ title }) => title))).toEqual([
        [],
        ['Lesson 2', 'Lesson 1'],
      ]),
    );
  });

  it('moves a lesson by keys past the ends of its module, and says where it is', async () => {
    const { main, user, open, save, modules } = await openTides();
    await open('Ebb');
    const titleOf = (index: number) =>
      main.getByRole('button', { name: new RegExp(`^${index} ·\\s*Lesson 1$`) });
    const key = async (name: string) => user.keyboard(`{Alt>}{${name}}{/Alt}`);
    titleOf(1).focus();
    // There is no module before.
    await key('ArrowUp');
    expect(main.getByRole('button', { name: 'Move up “Lesson 1”' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    expect(
      main.getByRole('button', { name: 'Move down “Lesson 1”' }).getAttribute('aria-disabled'),
    ).toBeNull();
    await key('ArrowDown');
    await main.findByText('“Lesson 1” moved to module “Flood”, position 1 of 2');
    await waitFor(() => expect(document.activeElement).toBe(titleOf(1)));
    await key('ArrowDown');
    await main.findByText('“Lesson 1” moved to position 2 of 2');
    await waitFor(() => expect(document.activeElement).toBe(titleOf(2)));
    await key('ArrowUp');
    await save();
    await waitFor(async () =>
      expect((await modules()).map(({ lessons }) => lessons.map(({ title }) => title))).toEqual([
        [],
        ['Lesson 1', 'Lesson 2'],
      ]),
    );
    titleOf(1).focus();
    await key('ArrowUp');
    await main.findByText('“Lesson 1” moved to module “Ebb”, position 1 of 1');
    await waitFor(() => expect(document.activeElement).toBe(titleOf(1)));
    main.getByRole('button', { name: /^1 ·\s*Lesson 2$/ }).focus();
    await key('ArrowUp');
    await main.findByText('“Lesson 2” moved to module “Ebb”, position 2 of 2');
  });

  it('duplicates a lesson with its unsaved changes, its text and its resources, also offline', async () => {
    const { main, press, field, fill, modules, device } = await openLesson();
    await fill(field('Lesson title'), 'Slack water');
    goOffline(device);
    await press('Duplicate Lesson');
    await main.findByRole('button', { name: /Slack water \(copy\)$/ });
    goOnline(device);
    await waitFor(async () => expect((await modules())[0]?.lessons).toHaveLength(2));
    const [lesson, copy] = (await modules())[0]?.lessons ?? [];
    expect(copy).toMatchObject({ title: 'Slack water (copy)', content: lesson?.content });
    expect(copy?.resources.map(({ title, url }) => [title, url])).toEqual(
      lesson?.resources.map(({ title, url }) => [title, url]),
    );
    expect(lesson?.title).toBe('Lesson 1');
  });

  it('adds a lesson at once', async () => {
    const { main, press, modules, open } = await openTides();
    await open('Ebb');
    await press('Add Lesson');
    await main.findByText(adminMessages.lessonAdded);
    await waitFor(async () =>
      expect((await modules())[0]?.lessons.map(({ title }) => title)).toEqual(['Lesson 1', 'New Lesson']),
    );
  });

  it('sends the address of a video when it is complete, and no invalid one', async () => {
    const { main, user, field, fill, firstLesson } = await openLesson();
    const video = field('Video URL');
    await fill(video, 'not an address');
    await user.tab();
    expect(problemOf(video)).not.toBe('');
    expect((await firstLesson())?.videoUrl).toBeNull();
    await fill(video, 'https://vimeo.com/1234567');
    await user.tab();
    await main.findByText(adminMessages.videoUrlUpdated);
    expect((await firstLesson())?.videoUrl).toBe('https://vimeo.com/1234567');
  });

  it.each([
    ['youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
    [
      '<iframe width="560" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=x" title="YouTube video player"></iframe>',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    ],
  ])('reads the address of a video in %j', async (typed, address) => {
    const { main, user, field, firstLesson } = await openLesson();
    await user.click(field('Video URL'));
    await user.paste(typed);
    expect(problemOf(field('Video URL'))).toBe('');
    await user.tab();
    await main.findByText(adminMessages.videoUrlUpdated);
    expect((await firstLesson())?.videoUrl).toBe(address);
  });

  it('says why learners will see a link', async () => {
    const { main, field, fill } = await openLesson();
    await fill(field('Video URL'), 'https://vimeo.com/showcase/1234567');
    await main.findByText('Learners see a link to vimeo.com: this is not the address of a single video.');
    await fill(field('Video URL'), 'https://cdn.example/tides.wmv');
    await main.findByText('Learners see a link to cdn.example: no browser plays this kind of file.');
  });

  it('lists the earlier versions of a lesson', async () => {
    const { main, field, fill, save, firstLesson, dialog, press } = await openLesson();
    await fill(field('Lesson title'), 'Slack water');
    await save();
    await waitFor(async () => expect((await firstLesson())?.title).toBe('Slack water'));
    await waitFor(() => expect(main.queryByText(adminMessages.unsavedChanges)).toBeNull());
    await press(/history/i);
    const history = await dialog();
    await waitFor(() => expect(history.getAllByRole('listitem').length).toBeGreaterThan(0));
    expect(history.getAllByRole('listitem')[0]?.textContent).toContain('admin Ashdown');
  });
});

describe('the resources of a lesson', () => {
  const open = async () => {
    const editor = await openLesson();
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
    expect(list().queryAllByRole('listitem')).toEqual([]);
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

const withoutDuration = () => {
  const course = fixtureCourse({
    id: 'tides',
    status: 'unpublished',
    lessonCount: 2,
    lessonHtml: `<p>${'low '.repeat(600)}</p>`,
  });
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => ({ ...lesson, type: 'video' as const })),
  }));
  return openDevice('admin', [{ ...course, modules }]);
};
async function openWithoutDuration() {
  const editor = await openFirstLesson(await withoutDuration());
  await editor.fill(editor.field('Duration (minutes)'), '0');
  return editor;
}

function hiddenVideo(): Element {
  const found = document.querySelector('video[hidden]');
  if (found === null) throw new Error('The length of the video is not read');
  return found;
}

describe('the duration of a lesson', () => {
  it('is proposed from the words of the text, and only set when the proposal is taken', async () => {
    const { main, user, field, save, firstLesson } = await openWithoutDuration();
    const proposal = await main.findByRole('button', { name: 'Use 3 min, the time to read the text' });
    expect(field('Duration (minutes)').value).toBe('0');
    await user.click(proposal);
    expect(field('Duration (minutes)').value).toBe('3');
    await waitFor(() => expect(main.queryByRole('button', { name: /^Use 3 min/ })).toBeNull());
    await save();
    await waitFor(async () => expect((await firstLesson())?.duration).toBe(3));
  });

  it('is proposed from the length of a chosen video instead', async () => {
    const { device, main, user, field, fill } = await openWithoutDuration();
    goOffline(device);
    await user.upload(field('Video file of Lesson 1'), createVideoFile(200_000));
    const video = await waitFor(() => hiddenVideo());
    Object.defineProperty(video, 'duration', { value: 437 });
    fireEvent.loadedMetadata(video);
    await main.findByRole('button', { name: 'Use 7 min, the length of the video' });
    await fill(field('Duration (minutes)'), '9');
    await waitFor(() => expect(main.queryByRole('button', { name: /^Use \d/ })).toBeNull());
  });
});

describe('the duration of a lesson whose video cannot be measured', () => {
  const READING = 'Use 3 min, the time to read the text, without the video';

  it('is proposed from the words of the text beside an embedded video, in one press, and can be edited', async () => {
    const { main, user, field, fill } = await openWithoutDuration();
    await fill(field('Video URL'), 'https://vimeo.com/1234567');
    await user.tab();
    await user.click(await main.findByRole('button', { name: READING }));
    expect(field('Duration (minutes)').value).toBe('3');
    await fill(field('Duration (minutes)'), '12');
    expect(field('Duration (minutes)').value).toBe('12');
  });

  it.each([
    ['has no length', fireEvent.loadedMetadata],
    ['cannot be read', fireEvent.error],
  ])('is proposed from the words if a chosen video %s', async (_, report) => {
    const { device, main, user, field } = await openWithoutDuration();
    goOffline(device);
    await user.upload(field('Video file of Lesson 1'), createVideoFile(200_000));
    const video = await waitFor(() => hiddenVideo());
    expect(main.queryByRole('button', { name: /^Use 3 min/ })).toBeNull();
    Object.defineProperty(video, 'duration', { value: Number.POSITIVE_INFINITY });
    report(video);
    await main.findByRole('button', { name: READING });
  });
});

describe('a video of another site', () => {
  it('is shown while its address is typed, and nothing is requested before it is played', async () => {
    const { main, user, field, fill } = await openFirstLesson();
    await fill(field('Video URL'), 'https://youtu.be/dQw4w9WgXcQ');
    const play = await main.findByRole('button', { name: 'Play from YouTube' });
    expect(main.getByText(/^This video is on YouTube and needs a connection/)).toBeTruthy();
    expect(document.querySelector('iframe')).toBeNull();
    await user.click(play);
    expect(document.querySelector('iframe')?.src).toMatch(
      /^https:\/\/www\.youtube(-nocookie)?\.com\/embed\//,
    );
  });
});
