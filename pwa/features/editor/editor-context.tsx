import { createContext, useContext } from 'react';
import type { Question } from './confirm-dialog.tsx';
import type { EditorCourse } from './use-editor-course.ts';
import type { Messages } from './use-messages.ts';
import type { OpenRecords } from './use-open-records.ts';
import type { Watch } from './use-watches.ts';

/** What every part of the editor works with. */
export interface EditorDesk {
  /** Whom the editor is shown to: what is made here is made in their name. */
  readonly userId: string;
  readonly editor: EditorCourse;
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

export function useDesk(): EditorDesk {
  const desk = useContext(EditorContext);
  if (desk === null) throw new Error('Only inside an open course');
  return desk;
}
