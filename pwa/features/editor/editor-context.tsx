import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Question } from './confirm-dialog.tsx';
import type { BookState, DraftBook } from './draft-book.ts';
import type { OpenRecords } from './open-records.ts';
import type { EditorCourse } from './use-editor-course.ts';
import type { Messages } from './use-messages.ts';
import type { Watch } from './use-watches.ts';

/**
 * What every part of the editor works with. It is the same object for as long as the course is open: a part
 * that uses nothing else is not rendered when something is typed elsewhere.
 */
export interface EditorDesk {
  /** Whom the editor is shown to: what is made here is made in their name. */
  readonly userId: string;
  readonly book: DraftBook;
  /** The course as it is now, for event handlers; a part that shows something of it calls {@link useEditor}. */
  readonly getEditor: () => EditorCourse;
  readonly say: Messages;
  /** Says what became of queued edits. */
  readonly watch: (watch: Watch) => void;
  /** Asks before something that is hard to take back. */
  readonly ask: (question: Question) => void;
  /** Which modules and lessons stand open. */
  readonly open: OpenRecords;
  /** Says something to those who listen only: what others see happen. */
  readonly announce: (text: string) => void;
  /** Queues an edit; where the device cannot keep it, says why under the given headline. */
  readonly run: (failure: string, action: () => Promise<unknown>) => Promise<void>;
}

export const EditorContext = createContext<EditorDesk | null>(null);
export const EditorCourseContext = createContext<EditorCourse | null>(null);

export function useDesk(): EditorDesk {
  const desk = useContext(EditorContext);
  if (desk === null) throw new Error('Only inside an open course');
  return desk;
}

/** The course as the screen shows it. Renders the caller at every change, also of another lesson. */
export function useEditor(): EditorCourse {
  const editor = useContext(EditorCourseContext);
  if (editor === null) throw new Error('Only inside an open course');
  return editor;
}

/** A part of the drafts; renders the caller only when that part is another value. */
export function useDraftPart<Part>(select: (state: BookState) => Part): Part {
  const { book } = useDesk();
  return useSyncExternalStore(book.subscribe, () => select(book.getState()));
}

/** Whether a module or lesson is open; renders the caller only when that changes. */
export function useIsOpen(id: string): boolean {
  const { open } = useDesk();
  return useSyncExternalStore(open.subscribe, () => open.isOpen(id));
}
