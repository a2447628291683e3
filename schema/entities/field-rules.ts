import { partKinds } from '../sync/row-kinds.ts';
import { codeBatchEntity } from './code-batch-entity.ts';

const entities = [...Object.values(partKinds).map(({ entity }) => entity), codeBatchEntity];
const rules = new Map(entities.flatMap(({ fieldRules }) => Object.entries(fieldRules)));

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
