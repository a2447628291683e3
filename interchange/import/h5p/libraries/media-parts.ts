import { escapeHtml } from '#interchange/import/text/plain-text.ts';
import { titleOfHtml } from '#interchange/import/text/titles.ts';
import type { H5pContent } from '../content.ts';
import type { H5pLibrary } from '../inner-reader.ts';
import { objectOf, objectsOf, stringOf } from '../json.ts';
import { fileOf, pictureHtml } from '../media.ts';

function imageHtml({ params, title, metadata }: H5pContent): string {
  const file = fileOf(params.file);
  const alt = stringOf(params.alt);
  if (file?.kind !== 'picture') return '';
  const caption = stringOf(params.title) || stringOf(params.caption);
  return pictureHtml(file, alt || title, caption, metadata);
}

function linkHtml({ params, title }: H5pContent): string {
  const link = objectOf(params.linkWidget);
  const url = `${stringOf(link.protocol)}${stringOf(link.url)}`;
  if (url === '') return '';
  const text = titleOfHtml(stringOf(params.title) || title, url);
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>`;
}

/** Pictures are in the text; videos and sounds beside it. */
export const mediaLibraries: Readonly<Record<string, H5pLibrary>> = {
  'H5P.Image': { read: imageHtml, outcome: 'same' },
  'H5P.Video': {
    read: ({ params, title }, reader) => {
      reader.attach(params.sources, title);
      for (const { track } of objectsOf(params.a11y)) reader.attach(track, title);
      return '';
    },
    outcome: 'same',
  },
  'H5P.Audio': {
    read: ({ params, title }, reader) => {
      reader.attach(params.files, title);
      return '';
    },
    outcome: 'same',
  },
  'H5P.Link': { read: linkHtml, outcome: 'same' },
};
