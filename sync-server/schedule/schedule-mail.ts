import { composeMail, type MailContent, oneLine } from '../mail/mail-content.ts';
import type { DueResult, ScheduleFailure } from './apply-due.ts';

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** The most modules that are named. */
const MODULES_NAMED = 10;

interface Failed extends DueResult {
  readonly outcome: ScheduleFailure;
  readonly publicUrl: string | undefined;
}

/** Tells an admin that a course was not published at its time, why, and what to do. */
export function scheduleMail({ course, outcome, emptyModules, publicUrl }: Failed): MailContent {
  const title = oneLine(course.title);
  const page = `/admin/courses/${encodeURIComponent(course.id)}`;
  const where = publicUrl === undefined ? 'Open the course in the admin pages' : `Open ${publicUrl}${page}`;
  const time = course.publishAt === null ? '' : ` at ${moment.format(new Date(course.publishAt))} UTC`;
  return composeMail({
    subject: `“${title}” was not published`,
    parts: [
      `The course “${title}” was to be published${time}. It was not, and visitors do not see it.`,
      reasonOf(outcome, emptyModules),
      `${where} to publish it or to choose another time. This time was removed, so there is no further attempt and no further message.`,
    ],
  });
}

function reasonOf(outcome: ScheduleFailure, emptyModules: readonly string[]): string {
  if (outcome === 'missed')
    return 'The server could do it only after the time at which the course was to be unpublished again.';
  if (outcome === 'template') return 'It is a template. Create a course from it, and publish that one.';
  if (emptyModules.length === 0)
    return 'It has no modules. A course can be published once it has modules and every module has lessons.';
  const named = emptyModules.slice(0, MODULES_NAMED).map((title) => `“${oneLine(title)}”`);
  const more = emptyModules.length > named.length ? ` and ${emptyModules.length - named.length} more` : '';
  const what = emptyModules.length === 1 ? 'This module has' : 'These modules have';
  return `${what} no lessons: ${named.join(', ')}${more}.`;
}
