import { titleInside } from '#interchange/import/text/titles.ts';
import type { Activity, ActivityLesson } from './activity.ts';

/** A text between activities. Moodle's own name for it is its begin. */
export function readLabel(label: Activity): ActivityLesson[] {
  const html = label.intro;
  return label.single({ html, title: titleInside(html, label.title) });
}
