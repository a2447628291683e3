import { useEffect, useMemo } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { listUnpulled, listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { findFetchedAt } from '#pwa/store/admin/admin.ts';
import {
  adminOutlineTables,
  findAdminCodes,
  findAdminCourse,
  wasCourseFetched,
} from '#pwa/store/admin/admin-courses.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { isCodeCommand } from '#pwa/sync/commands/code-rows.ts';
import { createsCourse } from '#pwa/sync/commands/command-target.ts';
import { overlayCourse, type ShownCommand, shownCommands } from '#pwa/sync/commands/overlay.ts';
import { isTrashCommand } from '#pwa/sync/commands/trash-kind.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { courseEntity } from '#schema/entities/course-entity.ts';
import { applyDrafts } from './apply-drafts.ts';
import type { BookState, DraftBook } from './draft-book.ts';
import { noDrafts } from './editor-draft.ts';
import { useBookState } from './use-draft-book.ts';

/** A course in the editor: the stored rows, the unsent commands and the unsaved drafts. */
export interface EditorCourse {
  readonly isNew: boolean;
  /** The course without the drafts: the stored rows with unsent commands applied. */
  readonly seen: AdminCourseOutline;
  /** The displayed course, with the drafts applied. */
  readonly course: AdminCourseOutline;
  /** Unsent commands of this course, including refused ones. */
  readonly unsent: readonly OutboxRow[];
  /** The commands that are applied to the stored rows. */
  readonly commands: readonly ShownCommand[];
  /** The first unused codes, as last received from the server. */
  readonly codes: readonly string[];
  readonly book: DraftBook;
  readonly drafts: BookState;
}

interface StoredEditorCourse {
  readonly row: AdminCourseOutline | null;
  /** False while the first pull has stored only a part of the course. */
  readonly isWhole: boolean;
  readonly unsent: readonly OutboxRow[];
  /** Acknowledged commands whose effect the row does not show yet. */
  readonly unpulled: readonly OutboxRow[];
  readonly codes: readonly string[];
  /** When this device last fetched the list of courses. */
  readonly fetchedAt: string | null;
}

/** The stored data of a course; undefined while it is read. */
export function useStoredCourse(courseId: string): StoredEditorCourse | null | undefined {
  return usePrivateQuery((store) => readCourse(store, courseId), [courseId]);
}

/** Returns the course that the editor shows; null if it is not on this device. */
export function useEditorCourse(stored: StoredEditorCourse, book: DraftBook): EditorCourse | null {
  const drafts = useBookState(book);
  const known = useMemo(() => {
    const commands = [...shownCommands(stored.unpulled), ...listShown(stored.unsent)];
    return { commands, course: overlayCourse(stored.row, commands) };
  }, [stored]);
  const { leaving } = drafts;
  useEffect(() => {
    if (leaving === noDrafts) return;
    const read = [...stored.unsent, ...stored.unpulled].map(({ id }) => id);
    book.noteRead(new Set(read));
  }, [stored, book, leaving]);
  const seen = useMemo(
    () => (known.course === null ? null : applyDrafts(known.course, leaving)),
    [known, leaving],
  );
  return useMemo(() => {
    if (seen === null) return null;
    const course = applyDrafts(seen, drafts.drafts);
    const { unsent, codes } = stored;
    return { isNew: false, seen, course, unsent, commands: known.commands, codes, book, drafts };
  }, [seen, known, stored, book, drafts]);
}

/**
 * The course as it is now, for event handlers: with what was typed since the screen was last rendered. Laid over
 * the course only when a handler needs it.
 */
export function withNewestDrafts(rendered: EditorCourse): EditorCourse {
  const drafts = rendered.book.state.get();
  if (drafts === rendered.drafts) return rendered;
  return {
    ...rendered,
    drafts,
    get course() {
      return applyDrafts(rendered.seen, drafts.drafts);
    },
  };
}

/** Refused commands are not applied, except a refused create, so that the course can still be viewed. */
export function listShown(unsent: readonly OutboxRow[]): Command[] {
  return unsent
    .filter(({ state, command }) => state !== 'refused' || createsCourse(command))
    .map(({ command }) => command);
}

/** Like {@link useEditorCourse}, for a course that was never saved. */
export function useNewCourse(book: DraftBook): EditorCourse {
  const drafts = useBookState(book);
  return useMemo(() => {
    const seen = applyDrafts(blankCourse, drafts.leaving);
    const course = applyDrafts(seen, drafts.drafts);
    return { isNew: true, seen, course, unsent: [], commands: [], codes: [], book, drafts };
  }, [book, drafts]);
}

async function readCourse(store: PrivateStore, courseId: string): Promise<StoredEditorCourse> {
  const tables = [...adminOutlineTables(store), store.adminCodes, store.outbox, store.state];
  const [row, all, unpulled, codes, fetchedAt, wasFetched] = await readAtOnce(store, tables, (tx) =>
    Promise.all([
      findAdminCourse(tx, courseId),
      listUnsent(tx),
      listUnpulled(tx),
      findAdminCodes(tx, courseId),
      findFetchedAt(tx, 'courses'),
      wasCourseFetched(tx, courseId),
    ]),
  );
  const unsent = all.filter(
    ({ command }) =>
      'courseId' in command.args &&
      command.args.courseId === courseId &&
      !isCodeCommand(command) &&
      !isTrashCommand(command),
  );
  return { row, isWhole: wasFetched || fetchedAt !== null, unsent, unpulled, codes, fetchedAt };
}

/** The placeholder id of a course that was never saved. */
export const NEW_COURSE_ID = 'new';

const blankCourse: AdminCourseOutline = {
  ...courseEntity.defaults,
  ...{ id: NEW_COURSE_ID, title: '', description: '', instructor: '', enrollmentCount: 0 },
  ...{ version: 0, createdAt: '', updatedAt: '' },
  codeStats: { total: 0, unused: 0, used: 0 },
  modules: [],
};
