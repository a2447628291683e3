import { Suspense, useEffect, useRef } from 'react';
import type { AdminLessonOutline } from '../../store/admin-rows.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDesk } from './editor-context.tsx';
import { LazyTextEditor } from './lazy-parts.ts';
import type { LessonTextHandle } from './text/lesson-text-editor.tsx';
import { useLessonEdit } from './use-edits.ts';
import { useLessonHtml } from './use-lesson-html.ts';

/** The lesson's text, to be edited as rich text or as HTML. */
export function LessonContent({ lesson }: { lesson: AdminLessonOutline }) {
  const { editor } = useDesk();
  const edit = useLessonEdit();
  const handle = useRef<LessonTextHandle>(null);
  const { book } = editor;
  const { seen, shown } = useLessonHtml(lesson.id);
  // It tells of letters in small bundles; whoever writes the drafts down wants the last one too.
  useEffect(() => book.onFlush(() => handle.current?.flush()), [book]);
  if (shown === undefined) return <Skeleton height="24rem" />;
  if (shown === null)
    return <p>The text of this lesson is not on this device yet. It comes with the next connection.</p>;
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <LazyTextEditor
        ref={handle}
        lessonId={lesson.id}
        label="Content"
        about={`Content of “${lesson.title}”`}
        html={shown}
        jumps={editor.drafts.jumps}
        onChange={(content) => edit(lesson.id, { content }, seen ?? '')}
      />
    </Suspense>
  );
}
