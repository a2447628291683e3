import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import { type ImportReport, reasons } from '../import-report.ts';
import { type ImportedCourse, type ImportedLesson, lessonOf } from '../imported-course.ts';
import type { ForeignQuiz } from '../quizzes/foreign-quiz.ts';
import { hasContent } from '../text/plain-text.ts';
import { titleInside, titleOfHtml } from '../text/titles.ts';
import { contentOf } from './content.ts';
import type { InnerReader } from './inner-reader.ts';
import { type JsonObject, objectsOf } from './json.ts';
import { slideHtml, slidesOf } from './libraries/slides.ts';
import { CONTENT_FILE, PACKAGE_FILE } from './package-files.ts';
import { packageInfoOf, readJson } from './package-info.ts';
import { PartReader } from './part-reader.ts';

/** A part of a package that becomes a lesson. */
interface Part {
  /** Empty for a part without one. */
  readonly title: string;
  read(reader: InnerReader): string;
}

/** Reads a package: its content only, never its libraries. Throws ImportError for one without lessons. */
export async function readPackage({ tree, name, report }: ImportSource): Promise<ImportedCourse> {
  const [packageFile, contentFile] = [tree.find(PACKAGE_FILE), tree.find(CONTENT_FILE)];
  if (packageFile === undefined || contentFile === undefined) throw new ImportError('nothing');
  const info = packageInfoOf(await readJson(packageFile));
  const title = titleOfHtml(info.title, name);
  const params = await readJson(contentFile);
  const content = { library: info.mainLibrary, params, metadata: { title } };
  const lessons = partsOf(content).flatMap((part, at, { length }) =>
    readLesson(part, length === 1 ? title : `Lesson ${at + 1}`, at, report),
  );
  if (lessons.length === 0) throw new ImportError('nothing');
  return {
    ...{ title, description: info.credits, instructor: info.authors, picture: null },
    modules: [{ title, description: '', lessons }],
  };
}

/** The chapters of a book, the slides of a presentation; any other package is one lesson. */
function partsOf(value: JsonObject): Part[] {
  const { library, params, title } = contentOf(value);
  if (library === 'H5P.InteractiveBook')
    return objectsOf(params.chapters).map((chapter) => ({
      title: contentOf(chapter).title,
      read: (reader) => reader.html(chapter),
    }));
  if (library === 'H5P.CoursePresentation')
    return slidesOf(params).map((slide) => ({
      title: slide.title,
      read: (reader) => slideHtml(slide, reader),
    }));
  return [{ title, read: (reader) => reader.html(value) }];
}

function readLesson(part: Part, fallback: string, at: number, report: ImportReport): ImportedLesson[] {
  const reader = new PartReader(report);
  const html = part.read(reader);
  const { attachments, questions } = reader;
  const title = titleOfHtml(part.title, '') || titleInside(html, fallback);
  const quizzes: ForeignQuiz[] = questions.length === 0 ? [] : [{ title, use: 'practice', questions }];
  if (hasContent(html) || attachments.length + quizzes.length > 0)
    return [
      lessonOf({
        key: `lessons/${at + 1}`,
        title,
        html,
        path: CONTENT_FILE,
        attachments,
        ...(quizzes.length > 0 && { quizzes }),
      }),
    ];
  if (!reader.hasLeftOut) report.add('leftOut', title, reasons.empty);
  return [];
}
