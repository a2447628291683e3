import { FileTree, MovedFile, type TreeFile } from '#interchange/archive/file-tree.ts';
import { openInnerZip } from '#interchange/archive/open-inner-zip.ts';
import { encodeText } from '#interchange/course-file/digest.ts';
import { CONTENT_FILE, CONTENT_FOLDER, PACKAGE_FILE } from '#interchange/import/h5p/package-files.ts';
import { readPackage } from '#interchange/import/h5p/read-package.ts';
import { ImportError } from '#interchange/import/import-error.ts';
import { valueAt } from '../read-backup-xml.ts';
import { type Activity, type ActivityLesson, partTitle } from './activity.ts';
import { leaveOutPackage } from './read-others.ts';

/** Moodle's own activity: the package is a file of the backup. */
export async function readH5pActivity(activity: Activity): Promise<ActivityLesson[]> {
  const { files } = activity;
  const path = activity.filesOf('package')[0]?.path ?? '';
  const file = files.tree.find(path);
  if (file === undefined) return leaveOutPackage(activity);
  return readOrReport(activity, async () => {
    const tree = await openInnerZip(file);
    files.addPackage(
      tree.below(CONTENT_FOLDER).files.map((one) => new MovedFile(one, `${path}/${one.path}`)),
    );
    return lessonsOf(activity, tree, path);
  });
}

/** The plugin `hvp`: the backup has the content of the package and its files, not the package. */
export async function readHvp(activity: Activity): Promise<ActivityLesson[]> {
  const { element, instanceId } = activity;
  const info = {
    title: activity.title,
    mainLibrary: valueAt(element, 'machine_name'),
    license: valueAt(element, 'license'),
    licenseVersion: valueAt(element, 'license_version'),
    source: valueAt(element, 'source'),
  };
  const content = valueAt(element, 'json_content');
  const tree = new FileTree([
    new TextFile(PACKAGE_FILE, JSON.stringify(info)),
    new TextFile(CONTENT_FILE, content),
  ]);
  return readOrReport(activity, () => lessonsOf(activity, tree, activity.folderOf('content', instanceId)));
}

/** A package that cannot be read leaves the rest of the backup as it is. */
async function readOrReport(
  activity: Activity,
  read: () => Promise<ActivityLesson[]>,
): Promise<ActivityLesson[]> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    activity.report.add('leftOut', activity.title, error.message);
    return [];
  }
}

/** `folder`: where the content of the package is in the tree of the course. */
async function lessonsOf(activity: Activity, tree: FileTree, folder: string): Promise<ActivityLesson[]> {
  const { report, title: name } = activity;
  const { modules, description } = await readPackage({ tree, name, report });
  const lessons = modules.flatMap((module) => module.lessons);
  const move = (path: string) => `${folder}/${path.slice(CONTENT_FOLDER.length)}`;
  return lessons.map((lesson, at) => {
    const texts = at === 0 ? activity.introduce(lesson.html) : { description: '', html: lesson.html };
    const about = [texts.description, at === 0 ? description : ''].filter((text) => text !== '').join('\n');
    return {
      partIds: [],
      lesson: {
        ...{ key: activity.keyOf(lesson.key), html: texts.html, description: about, path: move(lesson.path) },
        ...(lesson.quizzes && { quizzes: lesson.quizzes }),
        title: lessons.length === 1 ? name : partTitle(activity, lesson.title),
        attachments: lesson.attachments.map((one) =>
          'file' in one ? { ...one, file: move(one.file) } : one,
        ),
      },
    };
  });
}

class TextFile implements TreeFile {
  readonly path: string;
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(path: string, text: string) {
    this.path = path;
    this.#bytes = new Uint8Array(encodeText(text));
  }

  get sizeBytes(): number {
    return this.#bytes.length;
  }

  async readBytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#bytes;
  }
}
