import { type Command, describeCommand } from '#schema/commands/all-commands.ts';
import { nameField } from '#schema/entities/field-labels.ts';

/** The typed text; nothing else in a command (ids, versions, activation codes) is readable. */
const TYPED: ReadonlySet<string> = new Set([
  'title',
  'description',
  'instructor',
  'previewContent',
  'content',
  'duration',
  'type',
  'status',
  'videoUrl',
  'url',
  'name',
  'subject',
  'orderNumber',
  'message',
]);

/** The clipboard text of an edit: its sentence and the typed text, never an activation code. */
export function textOfEdit(command: Command): string {
  const { args } = command;
  const fields = 'changes' in args ? args.changes : args;
  const lines = Object.entries(fields).flatMap(([field, value]) =>
    TYPED.has(field) && isText(value) ? [`${capitalize(nameField(field))}: ${value}`] : [],
  );
  return [describeCommand(command), ...lines].join('\n');
}

function isText(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
