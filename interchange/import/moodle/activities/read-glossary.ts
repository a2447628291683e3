import { escapeHtml, hasContent } from '#interchange/import/text/plain-text.ts';
import { titleOfHtml } from '#interchange/import/text/titles.ts';
import { childrenOf, findElement, type XmlElement } from '#interchange/import/xml.ts';
import { moodleReasons } from '../moodle-reasons.ts';
import { firstLanguage } from '../moodle-text.ts';
import { valueAt } from '../read-backup-xml.ts';
import type { Activity, ActivityLesson } from './activity.ts';

/**
 * One lesson with the entries of teachers in alphabetical order, and the files that are attached to them. What learners
 * wrote stays in the backup.
 */
export function readGlossary(glossary: Activity): ActivityLesson[] {
  const list = findElement(glossary.element, 'entries');
  const entries = list === undefined ? [] : childrenOf(list, 'entry');
  const ofTeachers = entries.filter((entry) => valueAt(entry, 'teacherentry') === '1');
  if (ofTeachers.length < entries.length)
    glossary.report.add('simplified', glossary.title, moodleReasons.entries);
  const sorted = ofTeachers.map((entry) => ({ name: conceptOf(entry), entry })).toSorted(byName);
  const definitions = sorted.map(({ name, entry }) => definitionOf(glossary, name, entry)).join('');
  const html = glossary.intro + (definitions === '' ? '' : `<dl>${definitions}</dl>`);
  const attachments = sorted.flatMap(({ entry }) => glossary.attachments('attachment', idOf(entry)));
  return hasContent(html) || attachments.length > 0 ? glossary.single({ html, attachments }) : [];
}

interface Named {
  readonly name: string;
}

const byName = (one: Named, other: Named): number => one.name.localeCompare(other.name);

const idOf = (entry: XmlElement): string => entry.attributes.get('id') ?? '';

const conceptOf = (entry: XmlElement): string => titleOfHtml(firstLanguage(valueAt(entry, 'concept')), '');

function definitionOf(glossary: Activity, name: string, entry: XmlElement): string {
  const html = glossary.html(entry, 'definition', 'entry', idOf(entry));
  return `<dt>${escapeHtml(name)}</dt><dd>${html}</dd>`;
}
