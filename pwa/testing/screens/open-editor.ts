import { screen, waitFor, within } from '@testing-library/dom';
import { expect } from 'vitest';
import { coursesOnServer } from '#e2e/sync/testing/editor-world.ts';
import { paths } from '#pwa/paths.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { type Device, openDevice } from './device.ts';
import { finishEffects } from './finish-effects.ts';
import { renderScreen } from './render-screen.ts';

/** The editor of a course, or of a new one, and the course on the server. */
export async function openEditor(device: Device, courseId: string | null = 'tides') {
  const address = courseId === null ? paths.adminNewCourse : paths.adminCourse(courseId);
  const page = await renderScreen(address, device);
  const { main, user } = page;
  const findSave = () => screen.findByRole('button', { name: 'Save Course' });
  await findSave();
  finishEffects();
  const field = <Field extends HTMLElement = HTMLInputElement>(label: string) =>
    main.getByLabelText<Field>(label);
  const course = async (title?: string) =>
    (await coursesOnServer(device)).find((one) =>
      title === undefined ? one.id === courseId : one.title === title,
    );
  const modules = async () => (await course())?.modules ?? [];
  const dialog = async () => within(await screen.findByRole('dialog'));
  /** Presses the button of the open dialog that is not a way out of it. */
  const confirm = async () => {
    const buttons = (await dialog()).getAllByRole('button');
    const last = buttons.at(-1);
    if (last !== undefined) await user.click(last);
  };
  /** The button is in the bar of a wide window, and in the page of a narrow one. It takes no press while it saves. */
  const save = async () => {
    await waitFor(async () => expect((await findSave()).getAttribute('aria-busy')).toBeNull());
    await user.click(await findSave());
  };
  /** Opens a module or a lesson by its title, unless the editor opened it already. */
  const open = async (title: string) => {
    const toggle = await main.findByRole('button', { name: new RegExp(`^\\d+ ·\\s*${title}$`) });
    if (toggle.getAttribute('aria-expanded') !== 'true') await user.click(toggle);
  };
  return { ...page, field, course, modules, dialog, confirm, save, open };
}

/** A draft with two modules of one lesson each, which may have a video. */
export function draftCourse() {
  const course = fixtureCourse({ id: 'tides', title: 'Tides', status: 'unpublished', lessonCount: 2 });
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => ({ ...lesson, type: 'video' as const })),
  }));
  return { ...course, modules };
}

/** The editor of that draft with its first lesson open, and the lesson on the server. */
export async function openFirstLesson(given?: Device, title = 'Lesson 1') {
  const device = given ?? (await openDevice('admin', [draftCourse()]));
  const editor = await openEditor(device);
  const firstLesson = async () => (await editor.course())?.modules[0]?.lessons[0];
  await editor.open('Ebb');
  await editor.open(title);
  await editor.main.findByLabelText('Lesson title');
  return { ...editor, device, firstLesson };
}
