import { Suspense, useEffect, useRef } from 'react';
import { usePrivateQuery } from '../../session/use-private-query.ts';
import { findAdminContent } from '../../store/admin-courses.ts';
import type { AdminLessonOutline } from '../../store/admin-rows.ts';
import { overlayContent } from '../../sync/overlay.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDesk } from './editor-context.tsx';
import { LazyTextEditor } from './lazy-parts.ts';
import type { LessonTextHandle } from './text/lesson-text-editor.tsx';
import { useLessonEdit } from './use-edits.ts';

/** The lesson's HTML: what is unsaved of it, over what waits to be sent, over what the server said. */
export function LessonContent({ lesson }: { lesson: AdminLessonOutline }) {
  const { editor } = useDesk();
  const edit = useLessonEdit();
  const handle = useRef<LessonTextHandle>(null);
  const { book } = editor;
  // It tells of letters in small bundles; whoever writes the drafts down wants the last one too.
  useEffect(() => book.onFlush(() => handle.current?.flush()), [book]);
  const stored = usePrivateQuery((store) => findAdminContent(store, lesson.id), [lesson.id]);
  const { drafts, leaving } = editor.drafts;
  const waiting =
    stored === undefined ? undefined : overlayContent(stored?.content ?? null, lesson.id, editor.commands);
  const seen = leaving.lessons[lesson.id]?.changes.content ?? waiting;
  const shown = drafts.lessons[lesson.id]?.changes.content ?? seen;
  if (shown === undefined) return <Skeleton height="24rem" />;
  if (shown === null)
    return <p>The text of this lesson is not on this device yet. It comes with the next connection.</p>;
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <LazyTextEditor
        ref={handle}
        lessonId={lesson.id}
        label="Content"
        html={shown}
        onChange={(content) => edit(lesson.id, { content }, seen ?? '')}
      />
    </Suspense>
  );
}
