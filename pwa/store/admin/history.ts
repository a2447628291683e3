import * as v from 'valibot';
import { Revision, RevisionsReply } from '#schema/editor/history.ts';
import { read, write } from '../database/access.ts';
import type { Fetched } from '../database/fetched.ts';
import type { PrivateStore, Tx } from '../database/private-store.ts';

/*
 * The newest pages of the history that this device has loaded, so they can be read without a network. Older
 * pages are fetched and not stored.
 */

const AUDIT = 'adminAudit';
const LESSON = 'adminHistory/';
/** Every version of a text contains the text twice. */
const LESSON_MAX_CHARACTERS = 1_000_000;
const LESSONS_MAX = 8;

/** A lesson's newest versions. */
const LessonHistory = v.object({ fetchedAt: v.string(), revisions: v.array(Revision), more: v.boolean() });
export type LessonHistory = v.InferOutput<typeof LessonHistory>;

/** Returns the newest admin activity; null on a device that never fetched it. */
export function findAudit(store: PrivateStore): Promise<RevisionsReply | null> {
  return read(store, async () => {
    const audit = v.safeParse(RevisionsReply, (await store.state.get(AUDIT))?.value);
    return audit.success ? audit.output : null;
  });
}

export function putAudit(store: PrivateStore, { value, fetchedAt }: Fetched<RevisionsReply>): Promise<void> {
  return write(store, [store.state], async (tx) => {
    await tx.state.bulkPut([
      { key: AUDIT, value },
      { key: 'adminFetchedAt/audit', value: fetchedAt },
    ]);
  });
}

/** Returns the loaded history of a lesson; null if it was never opened. */
export function findLessonHistory(store: PrivateStore, lessonId: string): Promise<LessonHistory | null> {
  return read(store, async () => {
    const history = v.safeParse(LessonHistory, (await store.state.get(LESSON + lessonId))?.value);
    return history.success ? history.output : null;
  });
}

/** Stores a lesson's newest versions, up to a limit; removes the least recently opened lesson. */
export function putLessonHistory(
  store: PrivateStore,
  lessonId: string,
  { value, fetchedAt }: Fetched<RevisionsReply>,
): Promise<void> {
  const revisions = cutToSize(value.revisions);
  const more = value.more || revisions.length < value.revisions.length;
  return write(store, [store.state], async (tx) => {
    await tx.state.put({ key: LESSON + lessonId, value: { fetchedAt, revisions, more } });
    const ages: { key: string; fetchedAt: string }[] = [];
    await tx.state
      .where('key')
      .startsWith(LESSON)
      .each(({ key, value: stored }) => {
        const history = v.safeParse(v.object({ fetchedAt: v.string() }), stored);
        ages.push({ key, fetchedAt: history.success ? history.output.fetchedAt : '' });
      });
    ages.sort((a, b) => (a.fetchedAt < b.fetchedAt ? 1 : -1));
    await tx.state.bulkDelete(ages.slice(LESSONS_MAX).map(({ key }) => key));
  });
}

/** For use inside a transaction over the state. */
export async function removeHistory(tx: Tx): Promise<void> {
  await tx.state.delete(AUDIT);
  await tx.state.where('key').startsWith(LESSON).delete();
}

/** From the newest on; at least one is stored. */
function cutToSize(revisions: readonly Revision[]): Revision[] {
  let characters = 0;
  return revisions.filter(({ before, after }, at) => {
    characters += JSON.stringify([before, after]).length;
    return at === 0 || characters <= LESSON_MAX_CHARACTERS;
  });
}
