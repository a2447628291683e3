import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import type { ImportedCourse } from '../imported-course.ts';
import { firstLanguage } from '../moodle/moodle-text.ts';
import { BankCourse } from '../quizzes/bank-course.ts';
import { readQuestion } from '../quizzes/moodle/read-question.ts';
import { readQuestionXml } from '../quizzes/moodle/read-question-xml.ts';
import { titleOfHtml } from '../text/titles.ts';
import { childrenOf, readXml, textAt } from '../xml.ts';

/** Reads a bank of questions: a course with a lesson of practice for each category. Throws ImportError. */
export async function readMoodleXml({ tree, name, report }: ImportSource): Promise<ImportedCourse> {
  const [file] = tree.files;
  if (file === undefined) throw new ImportError('nothing');
  const bank = new BankCourse(name, report);
  for (const element of childrenOf(await readXml(file), 'question')) {
    if (element.attributes.get('type') === 'category')
      bank.begin(firstLanguage(textAt(element, 'category', 'text')));
    else {
      const question = readQuestionXml(element, firstLanguage);
      bank.add(readQuestion(question), titleOfHtml(question.name, ''));
    }
  }
  return bank.build();
}
