import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { draftCourse, openEditor } from '#pwa/testing/screens/open-editor.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';

const openTides = async () => openEditor(await openDevice('admin', [draftCourse()]));

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
