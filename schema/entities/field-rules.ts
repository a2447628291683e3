import { courseEntity } from './course-entity.ts';
import { lessonEntity } from './lesson-entity.ts';
import { moduleEntity } from './module-entity.ts';

const labels = new Map(
  [courseEntity, moduleEntity, lessonEntity].flatMap(({ fieldRules }) =>
    Object.entries(fieldRules).map(([field, { label }]) => [field, label] as const),
  ),
);

/** The user-facing labels of the fields of a course, module or lesson. */
export function nameField(field: string): string {
  return labels.get(field) ?? field;
}
