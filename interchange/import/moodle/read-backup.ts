import { FileTree } from '#interchange/archive/file-tree.ts';
import { isNeverRead } from '#interchange/archive/personal-files.ts';
import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import type { ImportedCourse, ImportedModule } from '../imported-course.ts';
import { descriptionOf } from '../text/plain-text.ts';
import { titleOfHtml } from '../text/titles.ts';
import { readXml } from '../xml.ts';
import { BACKUP_FILE } from './backup-file.ts';
import { readBackupInfo } from './backup-info.ts';
import { CourseReader } from './course-reader.ts';
import { LinkTargets, replaceLegacyFiles } from './moodle-links.ts';
import { firstLanguage } from './moodle-text.ts';
import { QuestionBank } from './question-bank.ts';
import { readBackupPart, valueAt } from './read-backup-xml.ts';
import { readSections } from './sections.ts';
import { StoredFiles } from './stored-files.ts';

/** Reads a backup. Throws ImportError for one without lessons. */
export async function readBackup({ tree: archive, name, report }: ImportSource): Promise<ImportedCourse> {
  const tree = new FileTree(archive.files.filter(({ path }) => !isNeverRead(path)));
  const listFile = tree.find(BACKUP_FILE);
  if (listFile === undefined) throw new ImportError('damaged');
  const info = readBackupInfo(await readXml(listFile));
  const course = await readBackupPart(tree, 'course/course.xml', report);
  const files = new StoredFiles(await readBackupPart(tree, 'files.xml', report), tree);
  const links = new LinkTargets();
  const sections = await readSections(info, tree, report);
  const contextId = course?.attributes.get('contextid') ?? '';
  let bank: Promise<QuestionBank> | null = null;
  const questionBank = () => (bank ??= QuestionBank.read(tree, report));
  const parts = { tree, report, files, links, sections, contextId, questionBank };
  const modules = await new CourseReader(parts).readModules();
  if (modules.length === 0) throw new ImportError('nothing');
  return {
    title: titleOfHtml(firstLanguage(valueAt(course, 'fullname') || info.title), name),
    description: descriptionOf(firstLanguage(valueAt(course, 'summary'))),
    instructor: '',
    picture: pictureOf(contextId, files),
    modules: modules.map((module) => withLinks(module, links, contextId)),
    tree: files.allFiles(),
  };
}

const PICTURE = /\.(png|jpe?g|gif|webp|svg)$/i;

function pictureOf(contextId: string, files: StoredFiles): string | null {
  const overview = files.list({ contextId, component: 'course', area: 'overviewfiles', itemId: '0' });
  return overview.find(({ name, path }) => PICTURE.test(name) && files.tree.find(path))?.path ?? null;
}

const withLinks = (module: ImportedModule, links: LinkTargets, contextId: string): ImportedModule => ({
  ...module,
  lessons: module.lessons.map((lesson) => ({
    ...lesson,
    html: replaceLegacyFiles(links.replaceLinks(lesson.html), contextId),
    ...(lesson.quizzes && {
      quizzes: lesson.quizzes.map((quiz) => ({
        ...quiz,
        questions: quiz.questions.map((question) => ({
          ...question,
          prompt: replaceLegacyFiles(links.replaceLinks(question.prompt), contextId),
        })),
      })),
    }),
  })),
});
