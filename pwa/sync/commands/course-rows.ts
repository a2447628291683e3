import * as v from 'valibot';
import { draftPrefix, removeDraftRows } from '#pwa/store/account/drafts.ts';
import {
  putAdminCourseOutline,
  putAdminCourseRows,
  removeAdminCourseRows,
  storeFirstCodes,
} from '#pwa/store/admin/admin-courses.ts';
import type { AdminCourseOutline, AdminCourseRow } from '#pwa/store/database/admin-rows.ts';
import type { CommandOf } from '#schema/commands/all-commands.ts';
import { timesRemovedBy } from '#schema/courses/schedule.ts';
import { EditedCourse } from '#schema/editor/editor.ts';
import { given } from '#schema/editor/given.ts';
import { pick } from '#schema/entities/by-name.ts';
import { type CourseFields, courseEntity } from '#schema/entities/course-entity.ts';
import { UploadCodesReply } from '#schema/learning/codes.ts';
import type { AckReply, DeviceCommand } from './device-command.ts';
import { recreateCourse } from './recreate/recreate-course.ts';

const CourseReply = v.object({ course: EditedCourse });

type CourseFieldsCommand = CommandOf<
  'course.create' | 'course.duplicate' | 'course.update' | 'course.setStatus' | 'course.attachThumbnail'
>;

const noCodes = { total: 0, unused: 0, used: 0 };

/** A course that only an unsent command creates; it has version 0. */
export function newCourse({ args, createdAt }: CommandOf<'course.create'>): AdminCourseOutline {
  const { courseId: id, ...fields } = args;
  return {
    ...courseEntity.defaults,
    ...fields,
    ...{ id, version: 0, createdAt, updatedAt: createdAt },
    enrollmentCount: 0,
    modules: [],
    codeStats: noCodes,
  };
}

/** A copy that only an unsent command creates. Its rows will have version 1, so they can be edited at once. */
export function copiedCourse({ args, createdAt }: CommandOf<'course.duplicate'>): AdminCourseOutline {
  const { courseId: id, fromCourseId: _from, fromTitle: _title, ...fields } = args;
  return {
    ...courseEntity.defaults,
    ...fields,
    ...{ id, version: 1, createdAt, updatedAt: createdAt },
    enrollmentCount: 0,
    codeStats: noCodes,
  };
}

export const createCourse: DeviceCommand<'course.create'> = {
  recreate: null,
  applyAck: putCourseFields,
  applyAckToStore: async (tx, { courses }, { command, reply }) => {
    const { courseId } = command.args;
    if (courses.has(courseId) || reply.isOvertaken) return;
    const { course } = v.parse(CourseReply, reply.output);
    // A minimal reply omits the rest; if another device has already added to it, the next pull returns that.
    const { modules = [], enrollmentCount = 0, activationCodes = [], codeStats = noCodes, ...own } = course;
    await putAdminCourseRows(tx, { ...own, modules, enrollmentCount, activationCodes, codeStats });
    const created = await tx.adminCourses.get(courseId);
    if (created !== undefined) courses.set(courseId, created);
  },
};

export const duplicateCourse: DeviceCommand<'course.duplicate'> = {
  recreate: null,
  applyAck: putCourseFields,
  // The rows below the course are the command's until the next pull.
  applyAckToStore: async (tx, { courses }, { command, reply }) => {
    const { courseId } = command.args;
    if (courses.has(courseId) || reply.isOvertaken) return;
    await putAdminCourseOutline(tx, copiedCourse(command));
    const copied = await tx.adminCourses.get(courseId);
    if (copied !== undefined) courses.set(courseId, copied);
  },
};

export const updateCourse: DeviceCommand<'course.update'> = {
  recreate: recreateCourse,
  overlay: (course, { args: { changes } }) => withChanges(course, changes),
  applyAck: putCourseFields,
};

export const setCourseStatus: DeviceCommand<'course.setStatus'> = {
  recreate: null,
  overlay: (course, { args: { status } }) => withChanges(course, { status }),
  applyAck: putCourseFields,
};

export const attachThumbnail: DeviceCommand<'course.attachThumbnail'> = {
  recreate: null,
  applyAck: putCourseFields,
};

export const deleteCourse: DeviceCommand<'course.delete'> = {
  recreate: null,
  overlay: () => null,
  applyAckToStore: async (tx, { courses }, { command: { args } }) => {
    await removeAdminCourseRows(tx, args.courseId);
    // A deleted course's drafts can no longer be submitted.
    await removeDraftRows(tx, draftPrefix(args.courseId));
    courses.delete(args.courseId);
  },
};

export const uploadCodes: DeviceCommand<'codes.upload'> = {
  recreate: null,
  applyAckToStore: async (tx, { courses }, { command: { args }, reply }) => {
    const { allCodes, codeStats } = v.parse(UploadCodesReply, reply.output);
    if (reply.isReplayed) return;
    const course = courses.get(args.courseId);
    if (course !== undefined) courses.set(course.id, { ...course, codeStats });
    await storeFirstCodes(tx, args.courseId, allCodes);
  },
};

/** The course as the server will have it: a change of the status removes a time. */
function withChanges(course: AdminCourseOutline, changes: CourseFields): AdminCourseOutline {
  return { ...course, ...timesRemovedBy(course, changes), ...given(changes) };
}

/** A course's own fields; its modules, lessons and resources have their own responses. */
function putCourseFields(row: AdminCourseRow, _: CourseFieldsCommand, { output }: AckReply): AdminCourseRow {
  const reply = v.safeParse(CourseReply, output);
  return reply.success ? changeCourse(row, reply.output.course) : row;
}

function changeCourse(row: AdminCourseRow, course: EditedCourse): AdminCourseRow {
  if (row.version > course.version) return row;
  const { version, updatedAt } = course;
  return { ...row, ...pick(course, courseEntity.fieldNames), version, updatedAt };
}
