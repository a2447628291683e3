import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import { type ImportedCourse, lessonOf } from '../imported-course.ts';
import { readAssessment } from '../quizzes/qti12/read-assessment.ts';
import { readXml } from '../xml.ts';

/** Reads a file with one assessment, one bank or items as a lesson with a quiz. Throws ImportError. */
export async function readQti12({ tree, name, report }: ImportSource): Promise<ImportedCourse> {
  const [file] = tree.files;
  if (file === undefined) throw new ImportError('nothing');
  const options = { title: '', fallback: name, findBank: async () => null, drawn: { count: 0 } };
  const read = await readAssessment(await readXml(file), report, options);
  if (read === null || read.quiz.questions.length === 0) throw new ImportError('nothing');
  const { title } = read.quiz;
  const lesson = lessonOf({ key: file.path, title, html: read.html, quizzes: [read.quiz] });
  const about = { title, description: '', instructor: '', picture: null };
  return { ...about, modules: [{ title, description: '', lessons: [lesson] }] };
}
