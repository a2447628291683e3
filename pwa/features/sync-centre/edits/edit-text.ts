import type { Titles } from '#pwa/store/account/titles.ts';
import { type Command, describeCommand } from '#schema/commands/all-commands.ts';
import { isReadableField, nameField } from '#schema/entities/field-rules.ts';
import { countOf } from '#schema/messages/count.ts';

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

/** What an edit does. Progress names its first lesson, if the device knows the lesson's title. */
export function describeEdit(command: Command, { lessons }: Titles): string {
  if (command.kind !== 'progress.save') return describeCommand(command);
  const [first, ...others] = command.args.entries;
  const lesson = first && lessons.get(first.lessonId);
  if (lesson === undefined) return describeCommand(command);
  const more = others.length === 0 ? '' : ` and ${countOf(others.length, 'other lesson')}`;
  return `Save your progress in “${lesson.title}”${more}`;
}

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
