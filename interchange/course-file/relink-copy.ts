import { copiedId } from '#schema/courses/copied-id.ts';
import { findLinkedLesson, lessonAddress, replaceAddresses } from './lesson-links.ts';

interface Copying {
  readonly fromCourseId: string;
  /** The copy's. */
  readonly courseId: string;
}

/** Returns a lesson's HTML for a copy of its course: links between the lessons lead to those of the copy. */
export function relinkCopy(html: string, { fromCourseId, courseId }: Copying): string {
  if (!html.includes(`/courses/${fromCourseId}/learn`)) return html;
  return replaceAddresses(html, (address) => {
    const linked = findLinkedLesson(address);
    if (linked?.courseId !== fromCourseId) return null;
    return lessonAddress({ courseId, lessonId: copiedId(courseId, linked.lessonId) });
  });
}
