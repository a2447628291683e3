import { codeBatchEntity } from './code-batch-entity.ts';
import { courseEntity } from './course-entity.ts';
import { lessonEntity } from './lesson-entity.ts';
import { moduleEntity } from './module-entity.ts';
import { questionEntity } from './question-entity.ts';
import { quizEntity } from './quiz-entity.ts';

const rules = new Map(
  [courseEntity, moduleEntity, lessonEntity, quizEntity, questionEntity, codeBatchEntity].flatMap(
    ({ fieldRules }) => Object.entries(fieldRules),
  ),
);

/** The user-facing labels of the fields of an editable row. */
export function nameField(field: string): string {
  return rules.get(field)?.label ?? field;
}

/** Whether the user types the field of an editable row as text. */
export function isTextField(field: string): boolean {
  return rules.get(field)?.input === 'text';
}

/** Whether the user enters the field of an editable row, and can read its value. */
export function isReadableField(field: string): boolean {
  return (rules.get(field)?.input ?? null) !== null;
}
