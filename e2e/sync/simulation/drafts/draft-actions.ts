import type { Drafts } from '#pwa/features/editor/draft/editor-draft.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import { type EditorContext, findShownContent, listShownCourses, runInEditor } from '../actions/edits.ts';
import { crashPage } from '../loops/pages.ts';
import { noteSeen } from '../run/oracle.ts';
import { asUser, isAdmin, type Member, type SimulationRun } from '../run/simulation-run.ts';
import {
  closeEditor,
  findOpenEditor,
  findSeen,
  noteDrafts,
  noteSaved,
  type OpenEditor,
  openEditor,
  settleEditor,
  textsOf,
  typedTextsOf,
} from './open-editor.ts';

/*
 * Admins who type into the editor without saving, save, discard, close the page or have it crash. Save Course
 * makes each typed text a command once; until then it stays on the device.
 */

/** One action of an admin in the editor of a course. */
export function editDrafts(run: SimulationRun, member: Member): Promise<unknown> {
  return asUser(run, member, async (app, store) => {
    // A course is edited in one tab at a time.
    if (!isAdmin(app, store.userId) || member.device.isSecondTab) return;
    // A typed text is not stored yet when the action ends, so the action notes none as written.
    await runInEditor({ app, store, run }, async (context) => {
      const typing = { ...context, newMarker: () => typeMarker(context) };
      const editor = findOpenEditor(context, member) ?? (await openSome(typing, member));
      if (editor !== null) await run.random.pick(ways)(typing, editor);
    });
  });
}

/** Users have seen what they typed, also when their unsent work has left the device that they edit on next. */
function typeMarker({ run, store }: EditorContext): string {
  const marker = `w${run.seed}x${++run.markerCount}x`;
  noteSeen(run.oracle, store.userId, marker);
  return marker;
}

/** Opens a course again that has drafts, or any. */
async function openSome(context: EditorContext, member: Member): Promise<OpenEditor | null> {
  const { random, run, store } = context;
  const begun = typedTextsOf(run, member, store.userId).courses();
  const ids = (await listShownCourses(context)).map(({ id }) => id);
  const courseIds = begun.length > 0 && random.below(2) === 0 ? begun : ids;
  return courseIds.length === 0 ? null : openEditor(context, member, random.pick(courseIds));
}

type Way = (context: EditorContext, editor: OpenEditor) => Promise<void>;

const type: Way = async (context, editor) => {
  const seen = await findSeen(context, editor);
  const change = seen === null ? null : await chooseChange(context, seen);
  if (change === null) return;
  const { random, run, store } = context;
  noteSeen(run.oracle, store.userId, seen);
  // Typed text is written a little later, unless something makes the page write it.
  editor.book.change(change, 'typing', { isShown: random.below(2) === 0 });
  await settleEditor(run, editor, { isPatient: random.below(3) > 0 });
};

/** Typing a new text into one field of the course, a module or a lesson. */
async function chooseChange(context: EditorContext, seen: AdminCourseOutline) {
  const { app, random, newMarker, run, store } = context;
  const { changeCourse, changeLesson, changeModule, ...model } = app.editorDrafts;
  const text = newMarker();
  const field = random.pick(['title', 'description'] as const);
  const module = seen.modules.length === 0 ? null : random.pick(seen.modules);
  const lesson = module === null || module.lessons.length === 0 ? null : random.pick(module.lessons);
  const depth = random.below(5);
  if (module === null || depth === 0) {
    const record = { version: seen.version, title: seen.title, fields: model.courseFieldsOf(seen) };
    return (drafts: Drafts) => changeCourse(drafts, record, { instructor: text });
  }
  if (lesson === null || depth === 1) {
    const record = { ...module, fields: model.moduleFieldsOf(module) };
    return (drafts: Drafts) => changeModule(drafts, record, { [field]: text });
  }
  const content = await findShownContent(context, lesson.id);
  noteSeen(run.oracle, store.userId, content);
  const record = {
    ...{ id: lesson.id, version: lesson.version, title: lesson.title, moduleId: module.id },
    fields: { ...model.lessonFieldsOf(lesson), content },
  };
  const changes = depth === 2 ? { content: `${content}<p>${text}</p>` } : { [field]: text };
  return (drafts: Drafts) => changeLesson(drafts, record, changes);
}

const undo: Way = async ({ random, run }, editor) => {
  editor.book.undo();
  // What is redone is not on the device until it is written again.
  noteDrafts(run, editor);
  if (random.below(2) === 0) editor.book.redo();
  await settleEditor(run, editor, { isPatient: random.below(2) > 0 });
};

const discard: Way = async ({ run }, editor) => {
  editor.book.discard();
  await settleEditor(run, editor, { isPatient: true });
};

/** An editor stays open while its drafts cannot be stored: the browser asks before it closes the tab. */
const close: Way = async ({ run }, editor) => {
  if (await settleEditor(run, editor, { isPatient: true })) closeEditor(run, editor);
};

/** The page crashes before or while it writes. */
const crash: Way = async ({ run }, { member }) => crashPage(run, member);

const saveAndType: Way = (context, editor) => save(context, editor, { isTyping: true });

/** Save Course; the user may go on typing meanwhile. */
async function save(context: EditorContext, editor: OpenEditor, { isTyping = false } = {}): Promise<void> {
  const { app, run, store } = context;
  const { book, courseId, typedHere } = editor;
  const seen = await findSeen(context, editor);
  if (seen === null) return discard(context, editor);
  await settleEditor(run, editor, { isPatient: true });
  const { drafts } = book.state.get();
  await noteReplaced(context, drafts, seen);
  typedHere.noteSaving(courseId, textsOf({ drafts }));
  const typeAgain = isTyping ? changeAgain(context, drafts, seen) : null;
  // The editor is read right after the drafts were taken.
  const getEditor = () => {
    if (typeAgain !== null) {
      // The page may crash before Save Course returns.
      typedHere.noteTyped(courseId, typeAgain.text);
      book.change(typeAgain.change);
    }
    return { seen };
  };
  await app.editorDrafts.saveDrafts({ userId: store.userId, book, getEditor });
  // With what was typed until the drafts were taken.
  const { leaving } = book.state.get();
  const texts = textsOf({ drafts: leaving });
  noteSaved(run, leaving);
  typedHere.noteSaved(texts);
  for (const text of texts) {
    run.oracle.written.add(text);
    run.oracle.dropped.delete(text);
  }
  await settleEditor(run, editor, { isPatient: true });
}

/** Typing on in a lesson that has a draft; null if none has. */
function changeAgain({ app, newMarker }: EditorContext, drafts: Drafts, seen: AdminCourseOutline) {
  const { changeLesson, lessonFieldsOf } = app.editorDrafts;
  const lessons = seen.modules.flatMap((module) =>
    module.lessons.map((lesson) => ({ ...lesson, moduleId: module.id })),
  );
  const lesson = lessons.find(({ id }) => drafts.lessons[id] !== undefined);
  if (lesson === undefined) return null;
  const text = newMarker();
  const record = { ...lesson, fields: lessonFieldsOf(lesson) };
  return { text, change: (now: Drafts) => changeLesson(now, record, { title: text }) };
}

/** Notes the values that the user replaces: those when they began to type, and those shown now. */
async function noteReplaced(context: EditorContext, drafts: Drafts, seen: AdminCourseOutline): Promise<void> {
  const { drop, run, store } = context;
  noteSeen(run.oracle, store.userId, seen);
  const rows = [seen, ...seen.modules, ...seen.modules.flatMap(({ lessons }) => lessons)];
  const replace = (id: string, draft: { readonly base: object; readonly changes: object }) => {
    const shown = Object.entries(rows.find((row) => row.id === id) ?? {});
    drop([draft.base, shown.filter(([field]) => field in draft.changes)]);
  };
  if (drafts.course !== null) replace(seen.id, drafts.course);
  for (const [id, draft] of Object.entries(drafts.modules)) replace(id, draft);
  for (const [id, draft] of Object.entries(drafts.lessons)) {
    replace(id, draft);
    if (draft.changes.content !== undefined) drop(await findShownContent(context, id));
  }
}

const saveOnly: Way = (context, editor) => save(context, editor);

const ways: readonly Way[] = [
  ...[type, type, type, type, undo, discard, close, crash],
  ...[saveOnly, saveAndType, saveAndType],
];

/** At the end of a run every draft is saved, or discarded where its course is gone. */
export async function settleDrafts(run: SimulationRun, member: Member): Promise<void> {
  await asUser(run, member, (app, store) =>
    runInEditor({ app, store, run }, async (context) => {
      const open = findOpenEditor(context, member);
      if (open !== null) await save(context, open);
      for (const courseId of typedTextsOf(run, member, store.userId).courses())
        await save(context, await openEditor(context, member, courseId));
    }),
  );
}
