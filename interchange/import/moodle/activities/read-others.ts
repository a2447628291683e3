import { type ImportReport, reasons } from '#interchange/import/import-report.ts';
import { quizReasons } from '#interchange/import/quizzes/quiz-reasons.ts';
import { hasContent } from '#interchange/import/text/plain-text.ts';
import { titleOfHtml } from '#interchange/import/text/titles.ts';
import type { ListedActivity } from '../backup-info.ts';
import { moodleReasons } from '../moodle-reasons.ts';
import { firstLanguage } from '../moodle-text.ts';
import { valueAt } from '../read-backup-xml.ts';
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

const nameOf = ({ kind }: Pick<Activity, 'kind'>): string => NAMES.get(kind) ?? kind;

const PACKAGES: ReadonlySet<string> = new Set(['scorm', 'imscp']);
/** Activities of groups, and tools of other systems. */
const TOOLS: ReadonlySet<string> = new Set(
  'choice feedback survey workshop data lti chat bigbluebuttonbn attendance certificate customcert'.split(
    ' ',
  ),
);

/**
 * Reports an activity of a kind that is left out whole, and returns whether it is one. Its own file is never opened, as
 * it contains what learners did.
 */
export function leaveOutUnread(listed: ListedActivity, report: ImportReport): boolean {
  const { kind } = listed;
  const reason =
    kind === 'qbank'
      ? quizReasons.bank
      : PACKAGES.has(kind)
        ? moodleReasons.package(nameOf(listed))
        : TOOLS.has(kind)
          ? reasons.activity(nameOf(listed))
          : null;
  if (reason !== null) report.add('leftOut', titleOfHtml(firstLanguage(listed.title), kind), reason);
  return reason !== null;
}

/** Without people that answer, an activity is its text. */
export function readIntro(activity: Activity): ActivityLesson[] {
  const { element, report, title } = activity;
  const isNews = valueAt(element, 'type') === 'news';
  const html = activity.intro + activity.html(element, 'activity', 'activityattachment');
  if (isNews || !hasContent(html)) return leaveOut(activity);
  report.add('simplified', title, moodleReasons.onlyText(nameOf(activity)));
  return activity.single({ html, attachments: activity.attachments('introattachment') });
}

function leaveOut(activity: Activity): ActivityLesson[] {
  activity.report.add('leftOut', activity.title, reasons.activity(nameOf(activity)));
  return [];
}

export function leaveOutPackage(activity: Activity): ActivityLesson[] {
  activity.report.add('leftOut', activity.title, moodleReasons.package(nameOf(activity)));
  return [];
}
