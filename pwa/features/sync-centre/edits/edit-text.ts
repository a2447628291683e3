import { type Command, describeCommand } from '#schema/commands/all-commands.ts';
import { isReadableField, nameField } from '#schema/entities/field-rules.ts';

/** The typed text of commands that edit no field of an entity. */
const OTHER_TYPED: ReadonlySet<string> = new Set([
  'type',
  'url',
  'name',
  'subject',
  'orderNumber',
  'message',
]);
/** Nothing else in a command (ids, versions, activation codes) is readable. */
const isTyped = (field: string): boolean => isReadableField(field) || OTHER_TYPED.has(field);

/** The clipboard text of an edit: its sentence and the typed text, never an activation code. */
export function textOfEdit(command: Command): string {
  const { args } = command;
  const fields = 'changes' in args ? args.changes : args;
  const lines = Object.entries(fields).flatMap(([field, value]) =>
    isTyped(field) && isText(value) ? [`${capitalize(nameField(field))}: ${value}`] : [],
  );
  return [describeCommand(command), ...lines].join('\n');
}

function isText(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
