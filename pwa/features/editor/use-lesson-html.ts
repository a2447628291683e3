import { usePrivateQuery } from '../../session/use-private-query.ts';
import { findAdminContent } from '../../store/admin-courses.ts';
import { overlayContent } from '../../sync/overlay.ts';
import { useDesk } from './editor-context.tsx';

interface LessonHtml {
  /** What is unsaved of it, over `seen`; undefined while it is read, null where this device has not got it. */
  readonly shown: string | null | undefined;
  /** What waits to be sent, over what the server said. */
  readonly seen: string | null | undefined;
}

/** A lesson's HTML, from wherever its newest words lie. */
export function useLessonHtml(lessonId: string): LessonHtml {
  const { editor } = useDesk();
  const { drafts, leaving } = editor.drafts;
  const stored = usePrivateQuery((store) => findAdminContent(store, lessonId), [lessonId]);
  const waiting =
    stored === undefined ? undefined : overlayContent(stored?.content ?? null, lessonId, editor.commands);
  const seen = leaving.lessons[lessonId]?.changes.content ?? waiting;
  return { seen, shown: drafts.lessons[lessonId]?.changes.content ?? seen };
}
