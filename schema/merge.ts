import { mergeBlocks } from './merge-blocks.ts';
import { ownFileId } from './video.ts';

/**
 * How two edits of one field join: `ask` lets a person decide, `blocks` merges HTML block by block and asks
 * where that fails, `mine` lets the later edit stand (a move is seen at once and repeated as easily).
 */
export type MergeRule = 'ask' | 'blocks' | 'mine';

export type FieldValue = string | number | null;
/** Fields of a row by name; one that is undefined is not spoken of. */
export type FieldValues = Readonly<Record<string, FieldValue | undefined>>;

export interface ThreeWays {
  /** What mine was made from: the fields that mine names, as they were seen. */
  readonly base: FieldValues;
  /** Only the fields that were edited. */
  readonly mine: FieldValues;
  /** The row as the server has it now; may have fields that mine does not name. */
  readonly theirs: FieldValues;
}

export interface Merged {
  /** For every field of mine that needs nobody: what it is to be. */
  readonly merged: Record<string, FieldValue>;
  /** Names of the fields that both changed in ways that do not join: a person compares and decides. */
  readonly conflicts: string[];
}

/**
 * The three-way merge of a row, field by field (contract, section 6), by the same rules on both sides:
 * - theirs is as it was: mine. Mine is as it was, or both say the same: theirs.
 * - by the field's rule otherwise (entities/entity.ts): HTML by its blocks, a move as mine.
 * - anything else that both changed is a conflict.
 * Addresses of our own files are the same when the file is; their signatures change by the hour.
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

/** Undefined when it is for a person to say. */
function mergeField(rule: MergeRule, { base, mine, theirs }: ThreeValues): FieldValue | undefined {
  // The server's own spelling of it, such as the signature that holds now.
  if (isSameValue(mine, theirs)) return theirs;
  if (isSameValue(theirs, base)) return mine;
  if (isSameValue(mine, base)) return theirs;
  if (rule === 'mine') return mine;
  const isText = typeof base === 'string' && typeof mine === 'string' && typeof theirs === 'string';
  if (rule === 'blocks' && isText) return mergeBlocks({ base, mine, theirs }) ?? undefined;
  return undefined;
}
