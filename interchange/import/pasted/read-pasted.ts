import { ImportError } from '../import-error.ts';
import type { ImportReport } from '../import-report.ts';
import { type Attachment, type ImportedCourse, type ImportedModule, lessonOf } from '../imported-course.ts';
import { titleOf } from '../text/titles.ts';

const sentences = {
  long: 'This line is longer than 2,000 characters.',
  noAddress: 'There is no address that begins with https:// in this line.',
  insecure: 'The address in this line does not begin with https://.',
  several: 'There is more than one address in this line. Write one address a line.',
};

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/gi;
const MARKDOWN_LINK = /^(?:[-*+]\s+|\d+[.)]\s+)?\[(.*)\]\(\s*<?(https?:\/\/.+?)>?(?:\s+"[^"]*")?\s*\)$/i;
/** What is between a title and its address, and marks of a list before them. */
const SEPARATOR = /[\s,;|:–—-]+$/;
const BULLET = /^(?:[-*+•]\s+|\d{1,3}[.)]\s+)/;
const LINES_MAX = 5_000;
const LINE_MAX_CHARACTERS = 2_000;

/** What a line of the list says; null for an empty one. */
type Line =
  | { readonly kind: 'lesson'; readonly title: string; readonly url: string }
  | { readonly kind: 'module'; readonly title: string }
  | { readonly kind: 'unread'; readonly reason: string }
  | null;

/**
 * Reads a pasted list as a course: a line with an address becomes a lesson, whose title is before the address, behind
 * it, or the address itself. A line that begins with `#`, or one behind an empty line that ends with `:`, begins a
 * module. Lines that cannot be read are reported with their number. `name` is the title of the course. Throws
 * ImportError without any lesson.
 */
export function readPasted(
  text: string,
  { name, report }: { readonly name: string; readonly report: ImportReport },
): ImportedCourse {
  const title = titleOf(name, 'Links');
  const modules: { title: string; lessons: ImportedModule['lessons'][number][] }[] = [];
  let isAfterEmpty = true;
  let count = 0;
  const lines = text.split(/\r\n?|\n/);
  if (lines.length > LINES_MAX) throw new ImportError('tooManyLines');
  lines.forEach((written, at) => {
    const line = readLine(written, isAfterEmpty);
    isAfterEmpty = line === null;
    if (line?.kind === 'module') modules.push({ title: line.title, lessons: [] });
    if (line?.kind === 'unread') report.add('leftOut', `Line ${at + 1}`, line.reason);
    if (line?.kind !== 'lesson') return;
    if (modules.length === 0) modules.push({ title, lessons: [] });
    count += 1;
    const attachments: Attachment[] = [{ title: line.title, url: line.url }];
    modules.at(-1)?.lessons.push(lessonOf({ key: `link-${count}`, title: line.title, attachments }));
  });
  for (const module of modules) {
    if (module.lessons.length === 0)
      report.add('leftOut', module.title, 'There is no link below this heading.');
  }
  if (count === 0) throw new ImportError('noLinks');
  const filled = modules.filter(({ lessons }) => lessons.length > 0);
  return {
    title,
    description: '',
    instructor: '',
    picture: null,
    modules: filled.map((module) => ({ ...module, description: '' })),
  };
}

function readLine(written: string, isAfterEmpty: boolean): Line {
  const line = written.replaceAll('\uFEFF', '').trim();
  if (line === '') return null;
  if (line.length > LINE_MAX_CHARACTERS) return { kind: 'unread', reason: sentences.long };
  const [, label, target] = MARKDOWN_LINK.exec(line) ?? [];
  if (label !== undefined && target !== undefined) return lessonOfLine(label, target);
  const addresses = line.match(ADDRESS) ?? [];
  const [address] = addresses;
  if (address === undefined) return headingOf(line, isAfterEmpty);
  if (addresses.length > 1) return { kind: 'unread', reason: sentences.several };
  const start = line.indexOf(address);
  const before = line
    .slice(0, start)
    .replace(/[<(["]$/, '')
    .replace(SEPARATOR, '')
    .replace(BULLET, '');
  const after = line.slice(start + address.length).replace(/^[>)\]"]?[\s,;|:–—-]*/, '');
  return lessonOfLine(before.trim() || after.trim(), address);
}

function lessonOfLine(label: string, written: string): Line {
  const url = trimAddress(written);
  if (!/^https:/i.test(url)) return { kind: 'unread', reason: sentences.insecure };
  const unquoted = label.replace(/^(["'])(.*)\1$/, '$2');
  return { kind: 'lesson', title: titleOf(unquoted, titleOfAddress(url)), url };
}

/** An address without the punctuation of its sentence; a closing bracket stays if it has an opening one. */
function trimAddress(address: string): string {
  const trimmed = address.replace(/[.,;:!?]+$/, '');
  return trimmed.endsWith(')') && !trimmed.includes('(') ? trimAddress(trimmed.slice(0, -1)) : trimmed;
}

const titleOfAddress = (url: string): string =>
  titleOf(url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, ''), 'Link');

function headingOf(line: string, isAfterEmpty: boolean): Line {
  const [, marked] = /^#{1,6}\s*(.*)$/.exec(line) ?? [];
  const [, ended] = isAfterEmpty ? (/^(.+):$/.exec(line) ?? []) : [];
  const title = titleOf(marked ?? ended ?? '', '');
  return title === '' ? { kind: 'unread', reason: sentences.noAddress } : { kind: 'module', title };
}
