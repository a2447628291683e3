import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { listUnpulled, listUnsentOfLesson } from '#pwa/store/account/outbox.ts';
import { findAdminContent } from '#pwa/store/admin/admin-courses.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { overlayContent, shownCommands } from '#pwa/sync/commands/overlay.ts';
import { listShown } from '../draft/use-editor-course.ts';
import { useDraftPart } from './editor-context.tsx';
import { useWaitingCommands } from './waiting-context.tsx';

interface LessonHtml {
  /**
   * The displayed HTML: `seen` with the draft applied; undefined while it is read, null if it is not on this
   * device.
   */
  readonly shown: string | null | undefined;
  /** The stored HTML with unsent commands applied. */
  readonly seen: string | null | undefined;
}

/** The newest HTML of a lesson: from its draft, the outbox or the store. */
export function useLessonHtml(lessonId: string): LessonHtml {
  const commands = useWaitingCommands();
  const draft = useDraftPart(({ drafts }) => drafts.lessons[lessonId]?.changes.content);
  const leaving = useDraftPart((state) => state.leaving.lessons[lessonId]?.changes.content);
  const known = usePrivateQuery((store) => readHtml(store, lessonId), [lessonId]);
  // A command just queued from a draft may reach the context before it reaches this query.
  const waiting = known === undefined ? undefined : overlayContent(known, lessonId, commands);
  const seen = leaving ?? waiting;
  return { seen, shown: draft ?? seen };
}

function readHtml(store: PrivateStore, lessonId: string): Promise<string | null> {
  const { lessonContents, importTexts, outbox, state } = store;
  return readAtOnce(store, [lessonContents, importTexts, outbox, state], async (tx) => {
    const [stored, unpulled, unsent] = await Promise.all([
      findAdminContent(tx, lessonId),
      listUnpulled(tx),
      listUnsentOfLesson(tx, lessonId),
    ]);
    const commands = [...shownCommands(unpulled), ...listShown(unsent)];
    return overlayContent(stored, lessonId, commands);
  });
}
