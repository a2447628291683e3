import { createContext, useContext } from 'react';
import { useObservablePart } from '#pwa/ui/use-observable.ts';
import type { BookState, DraftBook } from '../draft/draft-book.ts';
import type { EditorCourse } from '../draft/use-editor-course.ts';
import type { Question } from '../kit/question-dialog.tsx';
import type { InView } from './in-view.ts';
import type { OpenRecords } from './open-records.ts';
import type { Messages } from './use-messages.ts';
import type { Watch } from './use-watches.ts';

/**
 * The context of all editor components. It is the same object for as long as the course is open: a component
 * that uses only this context is not rendered when another part is edited.
 */
export interface EditorContextValue {
  /** The signed-in user, who is the author of all commands queued here. */
  readonly userId: string;
  readonly book: DraftBook;
  /** Returns the current course, for event handlers. Components that render it use {@link useEditor}. */
  readonly getEditor: () => EditorCourse;
  readonly notify: Messages;
  /** Reports the outcome of queued edits. */
  readonly watch: (watch: Watch) => void;
  /** Shows a confirmation before an action that is hard to undo. */
  readonly confirm: (question: Question) => void;
  /** Which modules and lessons are open. */
  readonly open: OpenRecords;
  /** Which part of the page is in view. */
  readonly inView: InView;
  /** Announces a change to screen readers. */
  readonly announce: (text: string) => void;
  /** Runs an action that queues an edit. If it fails, shows the reason under the given headline. */
  readonly run: (failure: string, action: () => Promise<unknown>) => Promise<void>;
}

export const EditorContext = createContext<EditorContextValue | null>(null);
export const EditorCourseContext = createContext<EditorCourse | null>(null);

export function useEditorContext(): EditorContextValue {
  const context = useContext(EditorContext);
  if (context === null) throw new Error('Only inside an open course');
  return context;
}

/**
 * The course as the screen shows it. Renders the caller at every change, including those of other lessons.
 */
export function useEditor(): EditorCourse {
  const editor = useContext(EditorCourseContext);
  if (editor === null) throw new Error('Only inside an open course');
  return editor;
}

/** Selects a part of the drafts. Renders the caller only when that part changes. */
export function useDraftPart<Part>(select: (state: BookState) => Part): Part {
  const { book } = useEditorContext();
  return useObservablePart(book.state, select);
}

/** Whether a module or lesson is open. Renders the caller only when that changes. */
export function useIsOpen(id: string): boolean {
  const { open } = useEditorContext();
  return useObservablePart(open.ids, (ids) => ids.has(id));
}
