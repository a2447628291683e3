import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import type { CourseStatus } from '#schema/courses/course.ts';
import { findScheduleProblem, scheduleSentences, timesRemovedBy } from '#schema/courses/schedule.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

/** The value of an input of the type `datetime-local`, in the zone of the device: `2026-12-03T09:00`; '' for null. */
export function toLocalTime(instant: string | null): string {
  if (instant === null) return '';
  const date = new Date(instant);
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The instant of such a value; null for '', and for a text that is no time. */
export function fromLocalTime(text: string): string | null {
  // Browsers differ in how they read half a time.
  if (!LOCAL_TIME.test(text)) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const LOCAL_TIME = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

type Edited = Pick<AdminCourseOutline, 'status' | 'isTemplate' | 'publishAt' | 'unpublishAt'>;

/**
 * The course with a status, and without the time that this status makes void.
 *
 * @param seen the course without its drafts
 */
export function withStatus<Course extends Edited>(
  course: Course,
  seen: Edited,
  status: CourseStatus,
): Course {
  return { ...course, ...timesRemovedBy({ ...course, status: seen.status }, { status }), status };
}

type Problems = Readonly<Record<'publishAt' | 'unpublishAt', string | null>>;

/**
 * Why the times of a course cannot be saved, by field. A time that was saved may have passed in the meantime.
 *
 * @param seen the course without its drafts
 * @param now in milliseconds since the epoch
 */
export function findTimeProblems(
  course: Edited,
  seen: Pick<Edited, 'publishAt' | 'unpublishAt'>,
  now: number,
): Problems {
  const isPast = (name: keyof Problems) => {
    const time = course[name];
    return time !== null && time !== seen[name] && Date.parse(time) <= now;
  };
  const problem = findScheduleProblem(course);
  const sentence = problem === null ? null : scheduleSentences[problem];
  const ofPublishing = problem === 'order' ? null : sentence;
  return {
    publishAt: isPast('publishAt') ? adminMessages.schedulePast : ofPublishing,
    unpublishAt: isPast('unpublishAt') ? adminMessages.schedulePast : problem === 'order' ? sentence : null,
  };
}
