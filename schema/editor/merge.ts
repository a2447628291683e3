import { ownFileId } from '../courses/video.ts';
import { mergeBlocks } from './merge-blocks.ts';
import { mergeChoices } from './merge-choices.ts';

/**
 * Merge rules of a field: `ask` makes both edits a conflict, `blocks` merges HTML block by block, `choices` those of a
 * question by their ids, and both ask where that fails; `mine` applies the later edit (a move is seen at once and easily
 * repeated).
 */
export type MergeRule = 'ask' | 'blocks' | 'choices' | 'mine';

export type FieldValue = string | number | null;
/** Fields of a row by name; an undefined one is not part of the edit. */
export type FieldValues = Readonly<Record<string, FieldValue | undefined>>;

export interface ThreeWays {
  /** The base of mine: the fields that mine names, as they were seen. */
  readonly base: FieldValues;
  /** Only the fields that were edited. */
  readonly mine: FieldValues;
  /** The server's current row; may have fields that mine does not name. */
  readonly theirs: FieldValues;
}

export interface Merged {
  /** The merged value of every field of mine without a conflict. */
  readonly merged: Record<string, FieldValue>;
  /** Names of the fields in conflict, which the user compares and resolves. */
  readonly conflicts: string[];
}

/**
 * The three-way merge of a row, field by field (docs/sync.md, Merge), by the same rules on both sides:
 * - theirs is unchanged: mine. Mine is unchanged, or both are equal: theirs.
 * - otherwise the field's rule (entities/entity.ts): HTML by its blocks, choices by their ids, a move as mine.
 * - any other field that both changed is a conflict.
 * URLs of uploaded files are equal when the file is; their signatures change hourly.
 */
export function mergeFields(
  { base, mine, theirs }: ThreeWays,
  rules: Readonly<Record<string, { readonly merge: MergeRule }>>,
): Merged {
  const merged: Record<string, FieldValue> = {};
  const conflicts: string[] = [];
  for (const [field, edited] of Object.entries(mine)) {
    if (edited === undefined) continue;
    const value = mergeField(rules[field]?.merge ?? 'ask', {
      base: base[field],
      mine: edited,
      theirs: theirs[field],
    });
    if (value === undefined) conflicts.push(field);
    else merged[field] = value;
  }
  return { merged, conflicts };
}

/** Whether two values of a field mean the same. */
export function isSameValue(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  const fileId = ownFileId(a);
  return fileId !== null && fileId === ownFileId(b);
}

interface ThreeValues {
  readonly base: FieldValue | undefined;
  readonly mine: FieldValue;
  readonly theirs: FieldValue | undefined;
}

/** Undefined for a conflict. */
function mergeField(rule: MergeRule, { base, mine, theirs }: ThreeValues): FieldValue | undefined {
  // The server's own form of the value, such as the current signature.
  if (isSameValue(mine, theirs)) return theirs;
  if (isSameValue(theirs, base)) return mine;
  if (isSameValue(mine, base)) return theirs;
  if (rule === 'mine') return mine;
  const isText = typeof base === 'string' && typeof mine === 'string' && typeof theirs === 'string';
  if (rule === 'blocks' && isText) return mergeBlocks({ base, mine, theirs }) ?? undefined;
  if (rule === 'choices' && isText) return mergeChoices({ base, mine, theirs }) ?? undefined;
  return undefined;
}
