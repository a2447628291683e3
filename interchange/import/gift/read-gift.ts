import { readText } from '#interchange/archive/read-text.ts';
import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import type { ImportedCourse } from '../imported-course.ts';
import { BankCourse } from '../quizzes/bank-course.ts';
import { parseGift } from './parse-gift.ts';

/** Reads questions in GIFT: a course with a lesson of practice for each category. Throws ImportError. */
export async function readGift({ tree, name, report }: ImportSource): Promise<ImportedCourse> {
  const [file] = tree.files;
  if (file === undefined) throw new ImportError('nothing');
  const bank = new BankCourse(name, report);
  for (const part of parseGift(await readText(file))) {
    if ('category' in part) bank.begin(part.category);
    else bank.add(part, part.name);
  }
  return bank.build();
}
