import { readText } from '../../../archive/read-text.ts';
import { ImportError } from '../../import-error.ts';
import type { Activity, ActivityLesson } from './activity.ts';

const PAGE = /\.x?html?$/i;

/** A file: a page of HTML becomes the text of the lesson, any other file an attachment. */
export async function readResource(resource: Activity): Promise<ActivityLesson[]> {
  const [main] = resource.filesOf('content');
  const html = main !== undefined && PAGE.test(main.name) ? await readHtml(resource, main.path) : null;
  if (main !== undefined && html !== null)
    return resource.single({ ...resource.introduce(''), html, path: main.path });
  return readFolder(resource);
}

/** Null for a page that is not in the backup, or too large. */
async function readHtml({ files, report }: Activity, path: string): Promise<string | null> {
  const file = files.tree.find(path);
  if (file === undefined) return null;
  try {
    return await readText(file);
  } catch (error) {
    if (!(error instanceof ImportError && error.problem === 'textTooLarge')) throw error;
    report.add('leftOut', path.slice(path.lastIndexOf('/') + 1), error.message);
    return null;
  }
}

/** Files below an introduction. */
export const readFolder = (folder: Activity): ActivityLesson[] =>
  folder.single({ html: folder.intro, attachments: folder.attachments('content') });
