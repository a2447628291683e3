import { diffIndices } from 'node-diff3';
import { splitBlocks } from './html-blocks.ts';

export interface ThreeTexts {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Blocks from `from` to before `to` of the base became `blocks`; where both are the same these were put in. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly string[];
}

/** Comparing takes time by the product of two lengths: beyond this a person compares faster. */
const PAIRS_MAX = 4_000_000;

/**
 * Merges two edits of the same HTML block by block (diff3). Edits of different blocks join, also of
 * neighbours, and what both did alike is done once; null when both touched the same block, or put something
 * in at the same place. White space between and inside blocks, where it shows nothing, counts for nothing.
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
    // As many as there were: each took the place of one, so that an edit of the one is none of the next.
    if (blocks.length === length) {
      return blocks.map((block, at) => ({ from: from + at, to: from + at + 1, blocks: [block] }));
    }
    return [{ from, to: from + length, blocks }];
  });
}

/** What makes two blocks the same: everything but white space that no reader sees. */
function keyOf(block: string): string {
  const trimmed = block.trim();
  return /<pre\b/i.test(trimmed) ? trimmed : trimmed.replace(/\s+/g, ' ');
}

/** The hunks of both in the order of the base; null when two of them get in each other's way. */
function joinHunks(ours: readonly Hunk[], others: readonly Hunk[]): Hunk[] | null {
  const joined = [...ours];
  for (const hunk of others) {
    const rival = ours.find((own) => isRival(own, hunk));
    if (rival === undefined) joined.push(hunk);
    else if (!isSame(rival, hunk)) return null;
  }
  return joined.sort((a, b) => a.from - b.from || a.to - b.to);
}

function isRival(a: Hunk, b: Hunk): boolean {
  const isBothPutIn = a.from === a.to && b.from === b.to && a.from === b.from;
  return isBothPutIn || (a.from < b.to && b.from < a.to);
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
