import type { AdminCourseOutline } from '../../../pwa/store/admin-rows.ts';
import { type Desk, shownContent, shownCourses } from './edits.ts';
import { noteDropped, noteSeen } from './witness.ts';

/** Performs one admin action on a whole course: its codes, its status, its delete. */
export async function careForCourse(desk: Desk): Promise<void> {
  const { random, life, store } = desk;
  const courses = await shownCourses(desk);
  noteSeen(life.witness, store.userId, courses);
  if (courses.length === 0) return;
  const way = random.pick([addCodes, addCodes, changeStatus, changeStatus, deleteCourse, takeBack]);
  await way(desk, random.pick(courses));
}

async function addCodes({ app, store, random, life }: Desk, course: AdminCourseOutline): Promise<void> {
  const codes = Array.from({ length: 1 + random.below(3) }, () => `CODE-${life.seed}-${++life.words}`);
  await app.editor.enqueueCodes(store.userId, course, codes);
  life.codes.push(...codes.map((code) => ({ courseId: course.id, code })));
}

async function changeStatus({ app, store, random }: Desk, course: AdminCourseOutline): Promise<void> {
  await app.adminCommands.enqueueCourseStatus(
    store.userId,
    course,
    random.pick(['published', 'unpublished']),
  );
}

/** Its content and the unsent edits in it are deleted with it. */
async function deleteCourse(desk: Desk, course: AdminCourseOutline): Promise<void> {
  const { app, store, random, life } = desk;
  if (random.below(2) === 0) return;
  const lessons = course.modules.flatMap((module) => module.lessons);
  const contents = await Promise.all(lessons.map(({ id }) => shownContent(desk, id)));
  const unsent = await app.outboxRows.listUnsent(store);
  const ofCourse = unsent.filter(
    ({ command: { args } }) => 'courseId' in args && args.courseId === course.id,
  );
  noteDropped(life.witness, [course, contents, ofCourse]);
  await app.adminCommands.enqueueCourseDelete(store.userId, course);
}

/** Undoes an unsent delete. */
async function takeBack({ app, store }: Desk): Promise<void> {
  const unsent = await app.outboxRows.listUnsent(store);
  const deletion = unsent.find(({ command }) => command.kind === 'course.delete');
  if (deletion !== undefined) await app.adminCommands.undoCommand(deletion.id);
}
