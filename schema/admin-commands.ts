import * as v from 'valibot';
import { CourseStatus } from './course.ts';
import { Id } from './id.ts';
import { Role } from './user.ts';

/** A course and its version as the admin saw it: an edit by somebody else since then is a conflict. */
const seenCourse = { courseId: Id, courseTitle: v.string(), courseVersion: v.number() };

/** `isFinish`: by "Mark as Finished" of the workspace, which saves the status `unpublished` (section 4). */
export const CourseStatusArgs = v.object({
  ...seenCourse,
  status: CourseStatus,
  isFinish: v.optional(v.boolean(), false),
});
export type CourseStatusArgs = v.InferOutput<typeof CourseStatusArgs>;

export const CourseDeleteArgs = v.object(seenCourse);
export type CourseDeleteArgs = v.InferOutput<typeof CourseDeleteArgs>;

export const RoleArgs = v.object({ userId: Id, userName: v.string(), role: Role });
export type RoleArgs = v.InferOutput<typeof RoleArgs>;

export function describeCourseStatus({ courseTitle, status, isFinish }: CourseStatusArgs): string {
  if (isFinish) return `Mark “${courseTitle}” as finished`;
  return status === 'published' ? `Publish “${courseTitle}”` : `Unpublish “${courseTitle}”`;
}

export function describeRole({ userName, role }: RoleArgs): string {
  return role === 'admin' ? `Make ${userName} an admin` : `Make ${userName} a user`;
}

/** The If-Match header of an edit of the version that was seen. */
export function ifMatch(version: number): Readonly<Record<string, string>> {
  return { 'If-Match': `"${version}"` };
}
