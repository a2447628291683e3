import { usePrivateQuery } from '../../session/use-private-query.ts';
import { findAdminContent } from '../../store/admin-courses.ts';
import type { AdminLessonOutline } from '../../store/admin-rows.ts';
import { overlayContent } from '../../sync/overlay.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useDesk } from './editor-context.tsx';
import { useLessonEdit } from './use-edits.ts';

/** The lesson's HTML: what is unsaved of it, over what waits to be sent, over what the server said. */
export function LessonContent({ lesson }: { lesson: AdminLessonOutline }) {
  const { editor } = useDesk();
  const edit = useLessonEdit();
  const stored = usePrivateQuery((store) => findAdminContent(store, lesson.id), [lesson.id]);
  const { drafts, leaving } = editor.drafts;
  const waiting =
    stored === undefined ? undefined : overlayContent(stored?.content ?? null, lesson.id, editor.commands);
  const seen = leaving.lessons[lesson.id]?.changes.content ?? waiting;
  const shown = drafts.lessons[lesson.id]?.changes.content ?? seen;
  if (shown === undefined) return <Skeleton height="16rem" />;
  if (shown === null)
    return <p>The text of this lesson is not on this device yet. It comes with the next connection.</p>;
  return (
    <TextArea
      label="Content (HTML)"
      rows={10}
      spellCheck
      value={shown}
      onChange={({ target }) => edit(lesson.id, { content: target.value }, seen ?? '')}
    />
  );
}
