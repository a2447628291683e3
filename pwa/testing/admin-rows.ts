import type { Command } from '#schema/commands/all-commands.ts';
import type { AdminCourse } from '#schema/editor/editor.ts';
import { courseEntity } from '#schema/entities/course-entity.ts';
import { lessonRowDefaults } from '#schema/entities/lesson-entity.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import type { OutboxRow } from '../store/account/outbox.ts';
import { emptyPage } from '../store/account/pulled-page.ts';
import { noteFetched } from '../store/admin/admin.ts';
import { storeFirstCodes } from '../store/admin/admin-courses.ts';
import { adminPullTables, noteModules, putAdminCourses } from '../store/admin/pull-admin.ts';
import { write } from '../store/database/access.ts';
import type { AdminCourseOutline } from '../store/database/admin-rows.ts';
import type { PrivateStore } from '../store/database/private-store.ts';
import { rowsOfCourse } from '../store/server-rows/course-rows.ts';
import { partTables, putParts } from '../store/server-rows/part-rows.ts';

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

/** Writes a whole course as the pull does, in place of what is here of it. */
export function putAdminCourse(store: PrivateStore, { activationCodes, modules, ...own }: AdminCourse) {
  const tables = [...adminPullTables(store), ...partTables(store), store.state];
  return write(store, tables, async (tx) => {
    const { position = `a${await tx.adminCourses.count()}` } = (await tx.adminCourses.get(own.id)) ?? {};
    for (const { name } of partTables(tx)) await tx.table(name).where({ courseId: own.id }).delete();
    await putAdminCourses(tx, [{ ...own, position }]);
    await putParts(tx, { ...emptyPage.rows, ...rowsOfCourse(own.id, modules) }, { isSweep: true });
    await noteModules(tx, [own.id]);
    await storeFirstCodes(tx, own.id, activationCodes);
    await noteFetched(tx, 'courses', at);
  });
}
