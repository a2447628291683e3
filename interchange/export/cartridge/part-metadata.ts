import { type CourseCopy, courseTitle, LANGUAGE } from '../pages/course-copy.ts';
import { cleanText, el, type Markup, titleOr } from '../pages/markup.ts';
import type { CartridgeVersion } from './cartridge-version.ts';

/** Metadata in LOM (IEEE 1484.12.3); `lomm` is the prefix of those of the course, `lomr` that of those of its parts. */
type Prefix = 'lomm' | 'lomr';

/** The metadata of the course: its title, its texts, its language and its author. */
export function courseMetadata(course: CourseCopy): Markup {
  const { description, previewContent, instructor } = course.outline;
  const general = el(
    'lomm:general',
    {},
    el('lomm:title', {}, textIn('lomm', courseTitle(course))),
    el('lomm:language', {}, LANGUAGE),
    descriptionIn('lomm', description),
    descriptionIn('lomm', previewContent),
  );
  return el('lomm:lom', {}, general, authorOf(titleOr(instructor, '')));
}

/** The metadata of a module or a lesson: its description; null without one, and in a version that has none. */
export function partMetadata(description: string, { describesParts }: CartridgeVersion): Markup {
  const described = describesParts ? descriptionIn('lomr', description) : null;
  return described === null
    ? null
    : el('metadata', {}, el('lomr:lom', {}, el('lomr:general', {}, described)));
}

function descriptionIn(prefix: Prefix, description: string): Markup {
  const text = cleanText(description).trim();
  return text === '' ? null : el(`${prefix}:description`, {}, textIn(prefix, text));
}

const textIn = (prefix: Prefix, text: string): Markup => el(`${prefix}:string`, { language: LANGUAGE }, text);

function authorOf(name: string): Markup {
  if (name === '') return null;
  const role = el('lomm:role', {}, el('lomm:value', {}, 'author'));
  return el('lomm:lifeCycle', {}, el('lomm:contribute', {}, role, el('lomm:entity', {}, vcardOf(name))));
}

/** LOM names people by vCard 3.0. */
function vcardOf(name: string): string {
  const escaped = name.replace(/[\\,;]/g, '\\$&');
  return `BEGIN:VCARD\nVERSION:3.0\nFN:${escaped}\nN:${escaped}\nEND:VCARD`;
}
