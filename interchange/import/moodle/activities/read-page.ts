import type { Activity, ActivityLesson } from './activity.ts';

export function readPage(page: Activity): ActivityLesson[] {
  return page.single(page.introduce(page.html(page.element, 'content', 'content')));
}
