import { paths } from '#pwa/paths.ts';
import { type Course, flattenLessons } from '#schema/courses/course.ts';

/** The address of the first lesson of a course; of the course if it is not known. */
export function firstLessonOf(courseId: string, course: Course | null): string {
  const [first] = course === null ? [] : flattenLessons(course);
  return paths.learn(courseId, first?.id);
}
