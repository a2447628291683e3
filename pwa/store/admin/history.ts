import * as v from 'valibot';
import { Revision, type RevisionFields, RevisionsReply } from '#schema/editor/history.ts';
import { read, write } from '../database/access.ts';
import type { Fetched } from '../database/fetched.ts';
import type { PrivateStore, Tx } from '../database/private-store.ts';

/*
 * The newest pages of the history that this device has loaded, so they can be read without a network. Older
 * pages are fetched and not stored.
 */

const AUDIT = 'adminAudit';
const LESSON = 'adminHistory/';
/** Of the HTML, which every version may have twice. */
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

/**
 * Stores a lesson's newest versions with the HTML that was loaded for them, up to a limit; removes the least
 * recently opened lesson.
 */
export function putLessonHistory(
  store: PrivateStore,
  lessonId: string,
  { value, fetchedAt }: Fetched<RevisionsReply>,
): Promise<void> {
  return write(store, [store.state], async (tx) => {
    const stored = await findStored(tx, lessonId);
    const loaded = new Map(stored?.revisions.filter(hasHtml).map((revision) => [revision.id, revision]));
    const revisions = cutToSize(value.revisions.map((revision) => loaded.get(revision.id) ?? revision));
    await tx.state.put({ key: LESSON + lessonId, value: { fetchedAt, revisions, more: value.more } });
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

/** Stores the HTML of a version, if the version is among those stored and its HTML still fits. */
export function putVersion(store: PrivateStore, lessonId: string, version: Revision): Promise<void> {
  return write(store, [store.state], async (tx) => {
    const stored = await findStored(tx, lessonId);
    if (stored === null) return;
    const all = stored.revisions.map((revision) => (revision.id === version.id ? version : revision));
    await tx.state.put({ key: LESSON + lessonId, value: { ...stored, revisions: cutToSize(all) } });
  });
}

async function findStored(tx: Tx, lessonId: string): Promise<LessonHistory | null> {
  const history = v.safeParse(LessonHistory, (await tx.state.get(LESSON + lessonId))?.value);
  return history.success ? history.output : null;
}

/** For use inside a transaction over the state. */
export async function removeHistory(tx: Tx): Promise<void> {
  await tx.state.delete(AUDIT);
  await tx.state.where('key').startsWith(LESSON).delete();
}

/** The HTML of the newest is stored, however long; that of the others while it fits. */
function cutToSize(revisions: readonly Revision[]): Revision[] {
  let characters = 0;
  return revisions.map((revision, at) => {
    const own = hasHtml(revision) ? htmlOf(revision.before).length + htmlOf(revision.after).length : 0;
    characters += own;
    return at === 0 || own === 0 || characters <= LESSON_MAX_CHARACTERS
      ? revision
      : withoutHtml(revision, own);
  });
}

const hasHtml = ({ omittedCharacters }: Revision): boolean => omittedCharacters === undefined;
const htmlOf = ({ content }: RevisionFields): string => (typeof content === 'string' ? content : '');

/** As the server returns it in a list. */
function withoutHtml(revision: Revision, omittedCharacters: number): Revision {
  const emptied = (fields: RevisionFields) => ('content' in fields ? { ...fields, content: '' } : fields);
  const { before, after } = revision;
  return { ...revision, before: emptied(before), after: emptied(after), omittedCharacters };
}
