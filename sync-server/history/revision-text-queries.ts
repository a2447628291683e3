import { createHash } from 'node:crypto';
import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import type { Db } from '../db/open.ts';
import type { RevisionTextRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import { decodeText, encodeText } from './text-difference.ts';

/** The most differences that are applied to read a text; then a text is stored whole again. */
const STEPS_MAX = 16;

/**
 * Stores a text of the history, unless it is stored already, and returns its digest. An edit of a long text stores
 * the difference from the text before it.
 *
 * @param before a stored text and its digest
 */
export async function storeText(
  trx: Trx,
  text: string,
  before: { readonly digest: string; readonly text: string } | null = null,
): Promise<string> {
  const digest = createHash('sha256').update(text).digest('base64url');
  if ((await findSteps(trx, digest)) !== undefined) return digest;
  const steps = before === null ? STEPS_MAX : ((await findSteps(trx, before.digest)) ?? STEPS_MAX);
  const base = steps < STEPS_MAX ? before : null;
  const { shared, packed } = encodeText(text, base?.text ?? null);
  await insert(trx, {
    digest,
    characters: text.length,
    base: shared === null || base === null ? null : base.digest,
    steps: shared === null ? 0 : steps + 1,
    sharedStart: shared?.start ?? null,
    sharedEnd: shared?.end ?? null,
    packed,
  });
  return digest;
}

/** Texts that were read, by digest: the versions of a lesson are differences from each other. */
export type ReadTexts = Map<string, string>;

/** Returns a stored text. Throws if it was removed. */
export async function getText(db: Db, digest: string, read: ReadTexts = new Map()): Promise<string> {
  const differences: RevisionTextRow[] = [];
  let next: string | null = digest;
  while (next !== null && !read.has(next)) {
    const [row]: RevisionTextRow[] = await textOf(db, { digest: next });
    if (row === undefined) throw new Error(`The text ${next} of the history is missing`);
    differences.push(row);
    next = row.base;
  }
  let text = next === null ? '' : (read.get(next) ?? '');
  for (const row of differences.reverse()) {
    text = decodeText({ shared: sharedOf(row), packed: row.packed }, text);
    read.set(row.digest, text);
  }
  return text;
}

function sharedOf({ sharedStart, sharedEnd }: RevisionTextRow) {
  return sharedStart === null || sharedEnd === null ? null : { start: sharedStart, end: sharedEnd };
}

async function findSteps(db: Db, digest: string): Promise<number | undefined> {
  return (await stepsOf(db, { digest }))[0]?.steps;
}

const stepsOf = compiledOnce((db, value: ValueOf<Pick<RevisionTextRow, 'digest'>>) =>
  db.selectFrom('revisionTexts').select('steps').where('digest', '=', value('digest')),
);

const textOf = compiledOnce((db, value: ValueOf<Pick<RevisionTextRow, 'digest'>>) =>
  db.selectFrom('revisionTexts').selectAll().where('digest', '=', value('digest')),
);

const insert = compiledOnce((trx: Trx, value: ValueOf<RevisionTextRow>) =>
  trx.insertInto('revisionTexts').values({
    digest: value('digest'),
    characters: value('characters'),
    base: value('base'),
    steps: value('steps'),
    sharedStart: value('sharedStart'),
    sharedEnd: value('sharedEnd'),
    packed: value('packed'),
  }),
);
