import { memo, Suspense, useEffect, useRef } from 'react';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { useDraftPart, useEditorContext } from '../context/editor-context.tsx';
import { useLessonEdit } from '../context/use-edits.ts';
import { useLessonHtml } from '../context/use-lesson-html.ts';
import { LazyTextEditor } from '../lazy/lazy-parts.ts';
import type { LessonTextHandle } from '../text/lesson-text-editor.tsx';
import type { LessonPartProps } from './lesson-part.ts';

/** The lesson's text, edited as rich text or as HTML. */
export const LessonContent = memo(({ lessonId, title }: Omit<LessonPartProps, 'moduleId'>) => {
  const { book } = useEditorContext();
  const edit = useLessonEdit();
  const handle = useRef<LessonTextHandle>(null);
  const { seen, shown } = useLessonHtml(lessonId);
  const jumps = useDraftPart((state) => state.jumps);
  // The text editor reports typing in batches; the draft book needs the last one too.
  useEffect(() => book.onFlush(() => handle.current?.flush()), [book]);
  if (shown === undefined) return <Skeleton height="24rem" />;
  if (shown === null) return <p>The text of this lesson is not downloaded yet. Connect to download it.</p>;
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <LazyTextEditor
        ref={handle}
        lessonId={lessonId}
        label="Content"
        about={`Content of “${title}”`}
        html={shown}
        jumps={jumps}
        onChange={(content) => edit(lessonId, { content }, { content: seen ?? '' })}
      />
    </Suspense>
  );
});
