import { readText } from '#interchange/archive/read-text.ts';
import { isOfOnePart } from '#interchange/import/import-error.ts';
import { hasContent, textOfHtml } from '#interchange/import/text/plain-text.ts';
import { moodleReasons } from '../moodle-reasons.ts';
import type { StoredFile } from '../stored-files.ts';
import type { Activity, ActivityLesson } from './activity.ts';

const PAGE = /\.x?html?$/i;
const SCRIPT = /\.m?js$/i;
/** A page of a program shows less until its scripts run. */
const PROGRAM_CHARACTERS = 300;

const isPage = ({ name, type }: StoredFile): boolean => PAGE.test(name) || type === 'text/html';

/** A file: a page of HTML becomes the text of the lesson, any other file an attachment. */
export async function readResource(resource: Activity): Promise<ActivityLesson[]> {
  const files = resource.filesOf('content');
  const main = files[0];
  const html = main !== undefined && isPage(main) ? await readHtml(resource, main) : null;
  if (main === undefined || html === null) return readAttachments(resource);
  const isProgram =
    textOfHtml(html).length < PROGRAM_CHARACTERS && files.some(({ name }) => SCRIPT.test(name));
  if (isProgram) return leaveOutProgram(resource);
  return resource.single({ ...resource.introduce(''), html, path: main.path });
}

/** The main file is called as the activity. */
function readAttachments(resource: Activity): ActivityLesson[] {
  const { title, intro } = resource;
  const [main, ...others] = resource.attachments('content');
  return resource.single({ html: intro, attachments: main ? [{ ...main, title }, ...others] : [] });
}

function leaveOutProgram(resource: Activity): ActivityLesson[] {
  const { intro, report, title } = resource;
  const isText = hasContent(intro);
  report.add(isText ? 'simplified' : 'leftOut', title, moodleReasons.program);
  return isText ? resource.single({ html: intro }) : [];
}

/** Null for a page that is not in the backup, or too large. */
async function readHtml({ files, report }: Activity, { name, path }: StoredFile): Promise<string | null> {
  const file = files.tree.find(path);
  if (file === undefined) return null;
  try {
    return await readText(file);
  } catch (error) {
    if (!isOfOnePart(error)) throw error;
    report.add('leftOut', name, error.message);
    return null;
  }
}

/** Files below an introduction. */
export const readFolder = (folder: Activity): ActivityLesson[] =>
  folder.single({ html: folder.intro, attachments: folder.attachments('content') });
