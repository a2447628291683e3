import { type Command, changesOf, hasRejectedText } from '#schema/commands/all-commands.ts';
import type { FieldValue, FieldValues } from '#schema/editor/merge.ts';
import type { Entity } from '#schema/entities/entity.ts';
import { isTextField, nameField } from '#schema/entities/field-rules.ts';
import { partKindNames, partKinds } from '#schema/sync/row-kinds.ts';
import type { OutboxRow } from '../store/database/rows.ts';
import { isCreate, isDeletion, isEdit, ownRow, parseCurrent } from '../sync/commands/command-target.ts';
import { isOfTarget } from '../sync/conflicts/moved-into-deleted.ts';

/** A field that both sides changed. */
export interface FieldConflict {
  readonly field: string;
  /** Its label on screens. */
  readonly name: string;
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
  /** The field that is decided with it, as one: the right answer with the choices of a question. */
  readonly partner?: FieldConflict;
}

/**
 * The decision that the user has to make.
 * fields: both changed them. deleteChanged: mine deletes a row that the other user changed since.
 * moveDeleted: mine moves a lesson into a module that the other user deleted.
 * editDeleted: mine changes (or adds to) a row that the other user deleted.
 */
export type ConflictFacts =
  | {
      readonly kind: 'fields';
      readonly what: string;
      readonly fields: readonly FieldConflict[];
      /** Whether the history stores my values that are not chosen. */
      readonly isStored: boolean;
    }
  | { readonly kind: 'deleteChanged'; readonly what: string }
  | { readonly kind: 'moveDeleted'; readonly what: string }
  | { readonly kind: 'editDeleted'; readonly what: string; readonly mine: readonly FieldConflict[] };

/** Reads a refused edit; null if it is no conflict, or one that this version cannot read. */
export function readConflict({
  command,
  conflict,
}: Pick<OutboxRow, 'command' | 'conflict'>): ConflictFacts | null {
  if (conflict === undefined) return null;
  const what = nameOf(command);
  if (isOfTarget(conflict)) return { kind: 'moveDeleted', what };
  if (conflict.reason === 'deleted')
    return { kind: 'editDeleted', what: nameOfDeleted(command), mine: listTexts(command) };
  if (isDeletion(command)) return { kind: 'deleteChanged', what };
  const theirs = parseCurrent(command, conflict.current);
  if (!isEdit(command) || theirs === null) return null;
  const mine = changesOf(command) ?? {};
  const fields = conflict.fields.map((field) => pair(field, mine, theirs.fields));
  return { kind: 'fields', what, fields: joinAnswers(fields), isStored: hasRejectedText(command.kind) };
}

function pair(field: string, mine: FieldValues, theirs: FieldValues): FieldConflict {
  return { field, name: nameField(field), mine: mine[field] ?? null, theirs: theirs[field] ?? null };
}

/** The choices of a question and its right answer are one field: neither can be read without the other. */
function joinAnswers(fields: readonly FieldConflict[]): FieldConflict[] {
  const key = fields.find(({ field }) => field === 'key');
  return fields.flatMap((one) => {
    if (one === key) return [];
    return one.field === 'choices' && key !== undefined
      ? [{ ...one, name: `${one.name} and ${key.name}`, partner: key }]
      : [one];
  });
}

/** My texts that would be lost by choosing theirs; a place is no text. */
function listTexts(command: Command): FieldConflict[] {
  if (isCreate(command)) {
    const entity = entities[ownRow(command)?.split('/')[0] ?? ''];
    const values = Object.entries(entity?.readValues(command.args) ?? {});
    return listNamed(Object.fromEntries(values.filter(([field]) => isTextField(field))));
  }
  return listNamed(changesOf(command) ?? {});
}

const entities: Readonly<Record<string, Entity>> = Object.fromEntries(
  partKindNames.map((kind) => [kind, partKinds[kind].entity]),
);

const PLACE = ['position', 'moduleId'];

function listNamed(values: FieldValues): FieldConflict[] {
  return Object.keys(values)
    .filter((field) => !PLACE.includes(field) && values[field] !== undefined && values[field] !== '')
    .map((field) => pair(field, values, {}));
}

/** Names the deleted row: the edited one, or the parent of one that was to be created. */
function nameOfDeleted(command: Command): string {
  const { args } = command;
  if (!isCreate(command)) return nameOf(command);
  if ('quizUse' in args) return nameOfQuiz(args);
  return 'lessonTitle' in args ? `lesson “${args.lessonTitle}”` : nameOf(command);
}

const nameOfQuiz = ({ quizUse, quizTitle }: { readonly quizUse: string; readonly quizTitle: string }) =>
  `${quizUse} “${quizTitle}”`;

/** Such as `lesson “Tides”`, for use in a sentence. */
function nameOf({ kind, args }: Command): string {
  if (kind === 'codeBatch.update') return `codes “${args.batchName}”`;
  if ('quizUse' in args) {
    return 'questionId' in args ? `question in ${nameOfQuiz(args)}` : nameOfQuiz(args);
  }
  const entity = kind.split('.')[0] ?? '';
  const title = ['lessonTitle', 'moduleTitle', 'courseTitle', 'resourceTitle', 'title']
    .filter((key) => key === 'title' || key.startsWith(entity))
    .map((key) => (key in args ? Reflect.get(args, key) : undefined))
    .find((value) => typeof value === 'string');
  return `${entity} “${title ?? ''}”`;
}
