import type { Command } from '#schema/commands/all-commands.ts';
import type { AdminCourse } from '#schema/editor/editor.ts';
import { courseEntity } from '#schema/entities/course-entity.ts';
import { lessonRowDefaults } from '#schema/entities/lesson-entity.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import type { OutboxRow } from '../store/account/outbox.ts';
import { noteFetched } from '../store/admin/admin.ts';
import { adminCourseTables, storeFirstCodes } from '../store/admin/admin-courses.ts';
import { write } from '../store/database/access.ts';
import type { AdminCourseOutline } from '../store/database/admin-rows.ts';
import type { PrivateStore } from '../store/database/private-store.ts';

const at = '2026-11-21T08:00:00.000Z';

/** An admin's course with one module per number of lessons. */
export function adminCourseOf(
  id: string,
  lessons: readonly number[],
  parts: Partial<AdminCourseOutline> = {},
): AdminCourseOutline {
  return {
    ...courseEntity.defaults,
    id,
    title: `Title of ${id}`,
    description: '',
    instructor: 'Carol',
    enrollmentCount: 0,
    version: 1,
    createdAt: at,
    updatedAt: at,
    codeStats: { total: 0, unused: 0, used: 0 },
    modules: lessons.map((count, index) => ({
      id: `${id}-m${index + 1}`,
      title: `Module ${index + 1}`,
      description: '',
      version: 1,
      position: `a${index}`,
      lessons: Array.from({ length: count }, (_, place) => ({
        ...lessonRowDefaults,
        id: `${id}-m${index + 1}-l${place + 1}`,
        title: `Lesson ${place + 1}`,
        duration: 5,
        type: 'text',
        videoSizeBytes: null,
        resources: [],
        version: 1,
        position: `a${place}`,
      })),
    })),
    ...parts,
  };
}

type AdminEdit = Extract<Command, { kind: 'course.setStatus' | 'course.delete' | 'user.setRole' }>;
type Edit<Kind extends AdminEdit['kind']> = Pick<Extract<AdminEdit, { kind: Kind }>, 'kind' | 'args'>;
export type AnyEdit = Edit<'course.setStatus'> | Edit<'course.delete'> | Edit<'user.setRole'>;

/** An admin's queued edit. */
export function editRow(order: number, edit: AnyEdit, parts: Partial<OutboxRow> = {}): OutboxRow {
  const id = `019a0000-0000-7000-8000-${String(order).padStart(12, '0')}`;
  const command: Command = { id, userId: 'admin', version: FORMAT_VERSION, createdAt: at, ...edit };
  return {
    ...{ order, id, command, v: FORMAT_VERSION, state: 'waiting', attempts: 0 },
    ...{ nextAttemptAt: null, lastStatus: null, lastProblem: null, acknowledgedAt: null },
    ...parts,
  };
}

/** Writes a whole course as the pull does. */
export function putAdminCourse(store: PrivateStore, { activationCodes, modules, ...own }: AdminCourse) {
  const lessons = modules.flatMap((module) => module.lessons);
  const outlines = modules.map((module) => ({
    ...module,
    lessons: module.lessons.map(({ content: _, ...lesson }) => lesson),
  }));
  return write(store, [...adminCourseTables(store), store.state], async (tx) => {
    const known = await tx.adminCourses.get(own.id);
    const place = known?.place ?? (await tx.adminCourses.count());
    await tx.adminContents.where({ courseId: own.id }).delete();
    await tx.adminContents.bulkPut(
      lessons.map(({ id: lessonId, content, version }) => {
        return { lessonId, courseId: own.id, content, version, v: FORMAT_VERSION };
      }),
    );
    await storeFirstCodes(tx, own.id, activationCodes);
    await tx.adminCourses.put({ ...own, modules: outlines, place, v: FORMAT_VERSION });
    await noteFetched(tx, 'courses', at);
  });
}
