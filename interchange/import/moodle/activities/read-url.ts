import { valueAt } from '../read-backup-xml.ts';
import type { Activity, ActivityLesson } from './activity.ts';

/** An address below an introduction. */
export function readUrl(activity: Activity): ActivityLesson[] {
  const url = valueAt(activity.element, 'externalurl');
  const attachments = url === '' ? [] : [{ title: activity.title, url }];
  return activity.single({ html: activity.intro, attachments });
}
