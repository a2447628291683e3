import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import { noteCourseDeletion } from '../drafts/open-editor.ts';
import { noteDropped, noteSeen } from '../run/oracle.ts';
import { type EditorContext, findShownContent, listShownCourses } from './edits.ts';

/** Performs one admin action on a whole course: its codes, its status, its delete. */
export async function changeCourse(context: EditorContext): Promise<void> {
  const { random, run, store } = context;
  const courses = await listShownCourses(context);
  noteSeen(run.oracle, store.userId, courses);
  if (courses.length === 0) return;
  const way = random.pick([addCodes, addCodes, changeStatus, changeStatus, deleteCourse, undoDeletion]);
  await way(context, random.pick(courses));
}

async function addCodes(
  { app, store, random, run }: EditorContext,
  course: AdminCourseOutline,
): Promise<void> {
  const codes = Array.from({ length: 1 + random.below(3) }, () => `CODE-${run.seed}-${++run.markerCount}`);
  await app.editor.enqueueCodes(store.userId, course, codes);
  run.codes.push(...codes.map((code) => ({ courseId: course.id, code })));
}

async function changeStatus(
  { app, store, random }: EditorContext,
  course: AdminCourseOutline,
): Promise<void> {
  await app.adminCommands.enqueueCourseStatus(
    store.userId,
    course,
    random.pick(['published', 'unpublished']),
  );
}

/** Its content and the unsent edits in it are deleted with it. */
async function deleteCourse(context: EditorContext, course: AdminCourseOutline): Promise<void> {
  const { app, store, random, run } = context;
  if (random.below(2) === 0) return;
  const lessons = course.modules.flatMap((module) => module.lessons);
  const contents = await Promise.all(lessons.map(({ id }) => findShownContent(context, id)));
  const unsent = await app.outboxRows.listUnsent(store);
  const ofCourse = unsent.filter(
    ({ command: { args } }) => 'courseId' in args && args.courseId === course.id,
  );
  noteDropped(run.oracle, [course, contents, ofCourse]);
  noteCourseDeletion(run, store.userId, course.id);
  await app.adminCommands.enqueueCourseDelete(store.userId, course);
}

/** Undoes an unsent delete. */
async function undoDeletion({ app, store }: EditorContext): Promise<void> {
  const unsent = await app.outboxRows.listUnsent(store);
  const deletion = unsent.find(({ command }) => command.kind === 'course.delete');
  if (deletion !== undefined) await app.adminCommands.undoCommand(deletion.id);
}
