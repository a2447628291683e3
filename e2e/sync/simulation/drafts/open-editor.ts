import { expect } from 'vitest';
import type { BookState, DraftBook } from '#pwa/features/editor/draft/draft-book.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { type EditorContext, listShownCourses } from '../actions/edits.ts';
import { readHistory } from '../run/history.ts';
import { markersIn, noteDropped } from '../run/oracle.ts';
import type { Member, SimulationRun } from '../run/simulation-run.ts';
import { TypedTexts, typedIn } from './typed-texts.ts';

/*
 * Open course editors. What is in one is lost with its page; what the device confirmed to have stored has to
 * be there when the course is opened again.
 */

/** The editor of one course on one device. */
export interface OpenEditor {
  readonly member: Member;
  readonly store: PrivateStore;
  readonly courseId: string;
  readonly book: DraftBook;
  readonly typedHere: TypedTexts;
}

interface Drafting {
  /** One per device. */
  readonly open: Map<Member, OpenEditor>;
  /** By device and user. */
  readonly typedTexts: Map<string, TypedTexts>;
  /** Devices that received drafts of another device in a file. */
  readonly receivers: Set<string>;
  /** Courses that their user deleted, by user. */
  readonly deleted: Set<string>;
  /** Saved texts of fields that are replaced as a whole. */
  readonly saved: Set<string>;
}

const draftings = new WeakMap<SimulationRun, Drafting>();

function draftingOf(run: SimulationRun): Drafting {
  const known = draftings.get(run);
  if (known !== undefined) return known;
  const drafting = {
    ...{ open: new Map(), typedTexts: new Map() },
    ...{ receivers: new Set<string>(), deleted: new Set<string>(), saved: new Set<string>() },
  };
  draftings.set(run, drafting);
  return drafting;
}

/** Drafts of another device may appear on this one from now on. */
export function noteDraftsReceived(run: SimulationRun, { device }: Member): void {
  draftingOf(run).receivers.add(device.name);
}

/** A user deletes a course, and its drafts with it. */
export function noteCourseDeletion(run: SimulationRun, userId: string, courseId: string): void {
  draftingOf(run).deleted.add(`${userId} ${courseId}`);
}

/** The drafts became commands: each of their texts reaches the server once. */
export function noteSaved(run: SimulationRun, drafts: BookState['drafts']): void {
  const { saved } = draftingOf(run);
  const lessons = Object.values(drafts.lessons).map(({ base, changes: { content: _, ...changes } }) => {
    return { base, changes };
  });
  for (const text of typedIn([...coursesIn(drafts), ...Object.values(drafts.modules), ...lessons]))
    saved.add(text);
}

export function typedTextsOf(run: SimulationRun, { device }: Member, userId: string): TypedTexts {
  const { typedTexts } = draftingOf(run);
  const key = `${device.name} ${userId}`;
  const typedHere = typedTexts.get(key) ?? new TypedTexts();
  typedTexts.set(key, typedHere);
  return typedHere;
}

/** What the device has confirmed to store of what its user typed. */
export function draftTextsOf(run: SimulationRun, member: Member): readonly string[] {
  return typedTextsOf(run, member, member.userId).stored();
}

/** What the user typed on this device is deleted. */
export function forgetDrafts(run: SimulationRun, member: Member, userId: string): void {
  noteDropped(run.oracle, typedTextsOf(run, member, userId).forget());
}

/** The editor that is open on a device; null after its page was closed or crashed. */
export function findOpenEditor({ run, store }: EditorContext, member: Member): OpenEditor | null {
  const editor = draftingOf(run).open.get(member);
  return editor?.store === store && !store.isGone ? editor : null;
}

/** Opens a course, with the drafts of earlier visits. */
export async function openEditor(
  context: EditorContext,
  member: Member,
  courseId: string,
): Promise<OpenEditor> {
  const { app, run, store } = context;
  const { DraftBook, draftPrefix, dropDraft, listDrafts, saveDraft } = app.editorDrafts;
  const rows = await listDrafts(store, draftPrefix(courseId));
  // A page that crashed writes nothing any more; the book of the next one is another.
  const write = async (id: string, value: unknown) => {
    if (store.isGone) throw new StoreGoneError();
    await (value === null ? dropDraft(store.userId, id) : saveDraft(store.userId, id, value));
  };
  const typedHere = typedTextsOf(run, member, store.userId);
  const editor = {
    ...{ member, store, courseId, typedHere },
    book: new DraftBook({ courseId, rows, write }),
  };
  await checkReopened(context, editor);
  draftingOf(run).open.set(member, editor);
  return editor;
}

export function closeEditor(run: SimulationRun, { member }: OpenEditor): void {
  draftingOf(run).open.delete(member);
}

/** Nothing that was stored is missing, and nothing that was saved or discarded came back. */
async function checkReopened(
  { run, store }: EditorContext,
  { member, courseId, book, typedHere }: OpenEditor,
): Promise<void> {
  const { oracle } = run;
  const { unknown, gone } = typedHere.reopen(courseId, textsOf(book.state.get()));
  const where = `on ${member.device.name} (${store.userId})`;
  for (const [text, outcome] of gone) {
    if (outcome === 'sent') oracle.written.add(text);
    if (outcome === 'missing' && !draftingOf(run).deleted.has(`${store.userId} ${courseId}`))
      oracle.breaches.push(`the draft ${text} was lost ${where}`);
    if (outcome === 'missing') noteDropped(oracle, text);
  }
  if (unknown.length > 0 && !draftingOf(run).receivers.has(member.device.name))
    oracle.breaches.push(`drafts that are not the user's came back ${where}: ${unknown.join(', ')}`);
}

/** The unique texts that the user typed into these drafts. */
export function textsOf({ drafts }: Pick<BookState, 'drafts'>): string[] {
  const { modules, lessons } = drafts;
  return typedIn([...coursesIn(drafts), ...Object.values(modules), ...Object.values(lessons)]);
}

const coursesIn = ({ course }: BookState['drafts']) => (course === null ? [] : [course]);

/** The user changed the drafts. Returns their texts. */
export function noteDrafts({ oracle }: SimulationRun, { book, courseId, typedHere }: OpenEditor): string[] {
  const texts = textsOf(book.state.get());
  noteDropped(oracle, typedHere.note(courseId, texts).removed);
  for (const text of texts) oracle.dropped.delete(text);
  return texts;
}

/** The user changed the drafts, and perhaps waits until they are stored. Returns whether they are. */
export async function settleEditor(
  run: SimulationRun,
  editor: OpenEditor,
  { isPatient }: { readonly isPatient: boolean },
): Promise<boolean> {
  const { book, courseId, typedHere, store } = editor;
  const before = book.state.get();
  const texts = noteDrafts(run, editor);
  if (!isPatient) return false;
  await book.flush();
  const isStored = book.saveState.get().kind === 'saved' && !store.isGone;
  const isSame = book.state.get().drafts === before.drafts;
  if (isStored && isSame) typedHere.confirm(courseId, texts);
  return isStored;
}

/** The course of an editor without its drafts; null if it is not on the device. */
export async function findSeen(context: EditorContext, { courseId }: OpenEditor) {
  return (await listShownCourses(context)).find(({ id }) => id === courseId) ?? null;
}

/** No text that was saved reached the server twice, whichever page or device sent it. */
export async function expectDraftsSentOnce(run: SimulationRun): Promise<void> {
  const { saved, receivers } = draftingOf(run);
  // A draft that was carried to another device may be saved on both; a restored server may receive it again.
  if (saved.size === 0 || receivers.size > 0 || run.hasBeenRestored) return;
  const updates = (await readHistory(run.server.db)).filter(({ kind }) => kind === 'update');
  const arrived = updates.flatMap(({ before, after }) => {
    const old = new Set(markersIn(before));
    return [...new Set(markersIn(after))].filter((text) => saved.has(text) && !old.has(text));
  });
  const twice = arrived.filter((text, at) => arrived.indexOf(text) !== at);
  expect(twice, 'saved drafts that reached the server twice').toEqual([]);
}
