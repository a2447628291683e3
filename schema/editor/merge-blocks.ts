import { diffIndices } from 'node-diff3';
import { splitBlocks } from './html-blocks.ts';

export interface ThreeTexts {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/**
 * Blocks from `from` to before `to` of the base became `blocks`; where `from` equals `to` they were inserted.
 */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly string[];
}

/**
 * Comparing takes time proportional to the product of both lengths: beyond this limit the user compares
 * faster.
 */
const PAIRS_MAX = 4_000_000;

/**
 * Merges two edits of the same HTML block by block (diff3). Edits of different blocks merge, even of
 * neighbours, and identical changes are applied once; null when both edited the same block or inserted at the
 * same position. White space between and inside blocks, where it is not rendered, is ignored.
 */
export function mergeBlocks({ base, mine, theirs }: ThreeTexts): string | null {
  if (theirs === base || mine === theirs) return mine;
  if (mine === base) return theirs;
  const blocks = splitBlocks(base);
  const ours = diffBlocks(blocks, splitBlocks(mine));
  const others = diffBlocks(blocks, splitBlocks(theirs));
  if (ours === null || others === null) return null;
  const hunks = joinHunks(ours, others);
  return hunks === null ? null : apply(blocks, hunks);
}

function diffBlocks(base: readonly string[], edited: readonly string[]): Hunk[] | null {
  if (base.length * edited.length > PAIRS_MAX) return null;
  return diffIndices(base.map(keyOf), edited.map(keyOf)).flatMap(({ buffer1, buffer2 }) => {
    const [from, length] = buffer1;
    const blocks = edited.slice(buffer2[0], buffer2[0] + buffer2[1]);
    // Equal counts: each block replaced one, so an edit of one does not affect the next.
    if (blocks.length === length) {
      return blocks.map((block, at) => ({ from: from + at, to: from + at + 1, blocks: [block] }));
    }
    return [{ from, to: from + length, blocks }];
  });
}

/** The comparison key of a block: everything but white space that is not rendered. */
function keyOf(block: string): string {
  const trimmed = block.trim();
  return /<pre\b/i.test(trimmed) ? trimmed : trimmed.replace(/\s+/g, ' ');
}

/** The hunks of both in the order of the base; null when two of them overlap. */
function joinHunks(ours: readonly Hunk[], others: readonly Hunk[]): Hunk[] | null {
  const joined = [...ours];
  for (const hunk of others) {
    const overlapping = ours.find((own) => overlaps(own, hunk));
    if (overlapping === undefined) joined.push(hunk);
    else if (!isSame(overlapping, hunk)) return null;
  }
  return joined.sort((a, b) => a.from - b.from || a.to - b.to);
}

function overlaps(a: Hunk, b: Hunk): boolean {
  const isSameInsertion = a.from === a.to && b.from === b.to && a.from === b.from;
  return isSameInsertion || (a.from < b.to && b.from < a.to);
}

function isSame(a: Hunk, b: Hunk): boolean {
  if (a.from !== b.from || a.to !== b.to || a.blocks.length !== b.blocks.length) return false;
  return a.blocks.every((block, at) => keyOf(block) === keyOf(b.blocks[at] ?? ''));
}

function apply(base: readonly string[], hunks: readonly Hunk[]): string {
  const merged: string[] = [];
  let at = 0;
  for (const { from, to, blocks } of hunks) {
    merged.push(...base.slice(at, from), ...blocks);
    at = to;
  }
  return [...merged, ...base.slice(at)].join('');
}
