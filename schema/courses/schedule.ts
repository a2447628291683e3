import { adminMessages } from '../messages/admin-messages.ts';
import type { CourseStatus } from './course.ts';

/** The fields that decide whether and when a course is published. Times are ISO instants in UTC, or null. */
export interface ScheduledCourse {
  readonly status: CourseStatus;
  readonly isTemplate: 0 | 1;
  readonly publishAt: string | null;
  readonly unpublishAt: string | null;
}

type Changes = { readonly [Name in keyof ScheduledCourse]?: ScheduledCourse[Name] | undefined };

/**
 * The times that a change of the status removes, unless the change states them: to publish a course by hand does what
 * its `publishAt` was for, and to unpublish it what its `unpublishAt` was for.
 */
export function timesRemovedBy(course: ScheduledCourse, changes: Changes): Partial<ScheduledCourse> {
  const { status = course.status } = changes;
  if (status === course.status) return {};
  const name = status === 'published' ? 'publishAt' : 'unpublishAt';
  return course[name] === null || changes[name] !== undefined ? {} : { [name]: null };
}

export type ScheduleProblem = 'isTemplate' | 'isPublished' | 'order';

/** The sentence for a schedule that no course may have. */
export const scheduleSentences = {
  isTemplate: adminMessages.scheduleTemplate,
  isPublished: adminMessages.schedulePublished,
  order: adminMessages.scheduleOrder,
} as const satisfies Record<ScheduleProblem, string>;

/** Why a course may not have its times; null if it may. Times in the past are allowed: they are due. */
export function findScheduleProblem(course: ScheduledCourse): ScheduleProblem | null {
  const { status, isTemplate, publishAt, unpublishAt } = course;
  if (isTemplate === 1 && (publishAt !== null || unpublishAt !== null)) return 'isTemplate';
  if (status === 'published' && publishAt !== null) return 'isPublished';
  return publishAt !== null && unpublishAt !== null && unpublishAt <= publishAt ? 'order' : null;
}
