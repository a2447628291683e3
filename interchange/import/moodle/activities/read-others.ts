import { reasons } from '#interchange/import/import-report.ts';
import { hasContent } from '#interchange/import/plain-text.ts';
import { moodleReasons } from '../moodle-reasons.ts';
import { valueAt } from '../moodle-xml.ts';
import type { Activity, ActivityLesson } from './activity.ts';

/** Activities by Moodle's names, as people call them. Others have their own name. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    assign: 'assignment',
    bigbluebuttonbn: 'online meeting',
    data: 'database',
    lti: 'external tool',
    imscp: 'IMS content package',
    scorm: 'SCORM',
    h5pactivity: 'H5P',
    hvp: 'H5P',
  }),
);

const nameOf = ({ kind }: Activity): string => NAMES.get(kind) ?? kind;

/** Without people that answer, an activity is its text. */
export function readIntro(activity: Activity): ActivityLesson[] {
  const { element, report, title } = activity;
  const isNews = valueAt(element, 'type') === 'news';
  const html = activity.intro + activity.html(element, 'activity', 'activityattachment');
  if (isNews || !hasContent(html)) return leaveOut(activity);
  report.add('simplified', title, moodleReasons.onlyText(nameOf(activity)));
  return activity.single({ html, attachments: activity.attachments('introattachment') });
}

export function leaveOut(activity: Activity): ActivityLesson[] {
  activity.report.add('leftOut', activity.title, reasons.activity(nameOf(activity)));
  return [];
}

export function leaveOutQuiz({ report, title }: Activity): ActivityLesson[] {
  report.add('leftOut', title, reasons.quiz);
  return [];
}

export function leaveOutPackage(activity: Activity): ActivityLesson[] {
  activity.report.add('leftOut', activity.title, moodleReasons.package(nameOf(activity)));
  return [];
}
