import { webAddress } from '../pages/addresses.ts';
import type { CopiedLesson } from '../pages/course-copy.ts';
import { resourceTitle, webVideoAddress } from '../pages/lesson-parts.ts';
import { el, xmlDocument } from '../pages/markup.ts';
import { type CartridgeVersion, INSTANCE, schemaLocations } from './cartridge-version.ts';

/** A link of a lesson to another site. */
export interface LessonLink {
  readonly title: string;
  readonly href: string;
}

/** The links of a lesson: its video on another site first, then its resources. */
export function linksOf(lesson: CopiedLesson): LessonLink[] {
  const video = webVideoAddress(lesson);
  const resources = lesson.resources.flatMap((resource) => {
    const href = 'url' in resource ? webAddress(resource.url) : null;
    return href === null || 'captions' in resource ? [] : [{ title: resourceTitle(resource), href }];
  });
  return video === null ? resources : [{ title: `${lesson.title}: video`, href: video }, ...resources];
}

/** The document of a link. It opens in a window of its own: many sites refuse to be shown in a frame. */
export function linkDocument({ title, href }: LessonLink, { link }: CartridgeVersion): string {
  const attributes = {
    xmlns: link.namespace,
    'xmlns:xsi': INSTANCE,
    'xsi:schemaLocation': schemaLocations([link]),
  };
  const url = el('url', { href, target: '_blank' });
  return xmlDocument(el('webLink', attributes, el('title', {}, title), url));
}
