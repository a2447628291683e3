import { type Course, flattenLessons } from '#schema/courses/course.ts';
import { countOf } from '#schema/messages/count.ts';

/** Formats the extent of a course: '12 lessons · 1 h 36 min', without the time if no lesson has one. */
export function courseExtent(course: Pick<Course, 'modules'>): string {
  const lessons = flattenLessons(course);
  const count = countOf(lessons.length, 'lesson');
  const minutes = lessons.reduce((sum, lesson) => sum + lesson.duration, 0);
  return minutes === 0 ? count : `${count} · ${hoursAndMinutes(minutes)}`;
}

function hoursAndMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`];
  return parts.filter(Boolean).join(' ');
}
