import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { problemOf } from '#pwa/testing/screens/expectations.ts';
import { draftCourse, openEditor, openFirstLesson } from '#pwa/testing/screens/open-editor.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';

const openTides = async () => openEditor(await openDevice('admin', [draftCourse()]));

describe('the form of a lesson', () => {
  it('is sent with Save Course', async () => {
    const { user, field, fill, save, firstLesson } = await openFirstLesson();
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
    const { main, user, field, fill } = await openFirstLesson();
    await user.selectOptions(field('Type'), 'text');
    expect(main.queryByLabelText('Video URL')).toBeNull();
    await user.selectOptions(field('Type'), 'video');
    await fill(field('Video URL'), 'https://vimeo.com/123456');
    await user.selectOptions(field('Type'), 'text');
    expect(field('Video URL').value).toBe('https://vimeo.com/123456');
    expect(main.getByText(/of the type Text, but has a video/)).toBeTruthy();
  });

  it('reads a duration that is no number as 0', async () => {
    const { user, field, fill, save, firstLesson } = await openFirstLesson();
    await fill(field('Duration (minutes)'), 'long');
    await user.tab();
    expect(field('Duration (minutes)').value).toBe('0');
    await save();
    await waitFor(async () => expect((await firstLesson())?.duration).toBe(0));
  });

  it('marks a lesson for deletion after a confirmation', async () => {
    const { main, press, dialog, user, confirm, save, modules } = await openFirstLesson();
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
    const { main, press, dialog, user, save, modules } = await openFirstLesson();
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
    const { main, press, field, fill, modules, device } = await openFirstLesson();
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
    const { main, user, field, fill, firstLesson } = await openFirstLesson();
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
    const { main, user, field, firstLesson } = await openFirstLesson();
    await user.click(field('Video URL'));
    await user.paste(typed);
    expect(problemOf(field('Video URL'))).toBe('');
    await user.tab();
    await main.findByText(adminMessages.videoUrlUpdated);
    expect((await firstLesson())?.videoUrl).toBe(address);
  });

  it('says why learners will see a link', async () => {
    const { main, field, fill } = await openFirstLesson();
    await fill(field('Video URL'), 'https://vimeo.com/showcase/1234567');
    await main.findByText('Learners see a link to vimeo.com: this is not the address of a single video.');
    await fill(field('Video URL'), 'https://cdn.example/tides.wmv');
    await main.findByText('Learners see a link to cdn.example: no browser plays this kind of file.');
  });

  it('lists the earlier versions of a lesson', async () => {
    const { main, field, fill, save, firstLesson, dialog, press } = await openFirstLesson();
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
