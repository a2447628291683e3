import { Parser } from 'htmlparser2';
import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';
import { findMarkedText } from '#interchange/export/cartridge/page-marks.ts';
import type { Attachment } from '../imported-course.ts';
import { findAddressed } from '../manifest/manifest-paths.ts';
import { folderOf, isAbsolute } from '../paths.ts';
import { titleOfHtml } from '../text/titles.ts';

/** The text of a page that Carrel wrote, and what it shows around the text: its video, captions and resources. */
interface CarrelPage {
  readonly title: string;
  readonly html: string;
  readonly isFromCarrel: true;
  readonly attachments: readonly Attachment[];
}

/**
 * Reads the page of a lesson that Carrel wrote; null for the page of any other program.
 *
 * @param title from the table of contents, without what looks like a tag; may be empty
 * @param file of the page
 */
export function readCarrelPage(
  page: string,
  title: string,
  { file, tree }: { readonly file: TreeFile; readonly tree: FileTree },
): CarrelPage | null {
  const marked = findMarkedText(page);
  if (marked === null) return null;
  const { heading, named } = readAround(marked.around);
  const attachments = named.flatMap((one): Attachment[] => {
    const { title: text, address, isResource } = one;
    if (isAbsolute(address)) return [{ title: text, url: address, isResource }];
    const found = findAddressed(tree, folderOf(file.path), address);
    return found === undefined ? [] : [{ title: text, file: found.path, isResource }];
  });
  // A title that was changed in the other system counts.
  const isUnchanged = title === '' || titleOfHtml(heading) === title;
  const shown = isUnchanged ? heading : title;
  return { title: shown, html: marked.text, isFromCarrel: true, attachments };
}

interface Named {
  title: string;
  readonly address: string;
  readonly isResource: boolean;
}

/** The heading, and the addresses of videos, captions and resources in their order. */
function readAround(page: string): { readonly heading: string; readonly named: readonly Named[] } {
  const named: Named[] = [];
  let heading = '';
  let isInHeading = false;
  let isResource = false;
  let isInTitle = false;
  const parser = new Parser({
    onopentag: (name, { src, href, label = '', class: kind }) => {
      if (name === 'h1') isInHeading = true;
      if (name === 'section' && kind === 'resources') isResource = true;
      if (name === 'span') isInTitle = kind === 'title';
      if ((name === 'video' || name === 'track') && src !== undefined)
        named.push({ title: label, address: src, isResource });
      if (name === 'a' && kind === 'resource' && href !== undefined)
        named.push({ title: '', address: href, isResource });
    },
    ontext: (text) => {
      const last = named.at(-1);
      if (isInHeading) heading += text;
      if (isInTitle && last !== undefined) last.title += text;
    },
    onclosetag: (name) => {
      if (name === 'h1') isInHeading = false;
      if (name === 'span') isInTitle = false;
    },
  });
  parser.end(page);
  return { heading, named };
}
