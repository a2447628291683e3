import type { ImportedLesson } from '../imported-course.ts';
import { textOfHtml } from '../text/plain-text.ts';

/** A lesson, or a label: a text between lessons. */
export interface Draft {
  readonly lesson: ImportedLesson;
  readonly isLabel: boolean;
}

const LABEL_CHARACTERS = 500;
const FRAME = /<(video|audio|iframe|object|embed)[\s/>]/i;

/** A longer text, or one with a video, is a lesson of its own. */
const isShort = ({ html }: ImportedLesson): boolean =>
  !FRAME.test(html) && textOfHtml(html).length <= LABEL_CHARACTERS;

/**
 * Short labels are the begin of the lesson that follows, as they introduce it; those at the end are the end of the last
 * lesson. Without a lesson, and before a page with addresses of its own, they are a lesson.
 */
export function joinLabels(drafts: readonly Draft[]): ImportedLesson[] {
  const lessons: ImportedLesson[] = [];
  let labels: ImportedLesson[] = [];
  for (const { lesson, isLabel } of drafts) {
    if (isLabel && isShort(lesson)) labels.push(lesson);
    else {
      const canBegin = lesson.path === '';
      if (!canBegin) lessons.push(...asLesson(labels));
      lessons.push(canBegin ? { ...lesson, html: htmlOf(labels) + lesson.html } : lesson);
      labels = [];
    }
  }
  const last = lessons.at(-1);
  if (last === undefined || last.path !== '') return [...lessons, ...asLesson(labels)];
  return [...lessons.slice(0, -1), { ...last, html: last.html + htmlOf(labels) }];
}

const htmlOf = (labels: readonly ImportedLesson[]): string => labels.map(({ html }) => html).join('');

const asLesson = ([first, ...others]: readonly ImportedLesson[]): ImportedLesson[] =>
  first === undefined ? [] : [{ ...first, html: first.html + htmlOf(others) }];
