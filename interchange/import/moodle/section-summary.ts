import { type ImportedLesson, lessonOf } from '../imported-course.ts';
import { descriptionOf, hasContent, hasMedia, textOfHtml } from '../text/plain-text.ts';
import { titleOfHtml } from '../text/titles.ts';
import { firstLanguage, htmlOf } from './moodle-text.ts';
import { valueAt } from './read-backup-xml.ts';
import type { Section } from './sections.ts';
import { areaPath } from './stored-files.ts';

/** The text above a section. */
export interface SectionSummary {
  readonly title: string;
  /** Null without a text. */
  readonly lesson: ImportedLesson | null;
  /** Plain text; empty for a text that is more than a description. */
  readonly description: string;
}

/** A longer text is a lesson. */
const DESCRIPTION_CHARACTERS = 1_000;

/** `contextId`: of the course, to which the files of sections belong. */
export function readSummary({ element, sectionId, ...section }: Section, contextId: string): SectionSummary {
  const unnamed = section.number === 0 ? 'General' : `Section ${section.number}`;
  const title = titleOfHtml(firstLanguage(section.title), unnamed);
  if (element === null) return { title, lesson: null, description: '' };
  const folder = areaPath({ contextId, component: 'course', area: 'section', itemId: sectionId });
  const text = firstLanguage(valueAt(element, 'summary'));
  const html = htmlOf(text, valueAt(element, 'summaryformat'), folder);
  const isMore = hasMedia(html) || textOfHtml(html).length > DESCRIPTION_CHARACTERS;
  return {
    title,
    lesson: hasContent(html) ? lessonOf({ key: `sections/${sectionId}`, title, html }) : null,
    description: isMore ? '' : descriptionOf(html),
  };
}
