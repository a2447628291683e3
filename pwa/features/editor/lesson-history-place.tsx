import { Suspense, useState } from 'react';
import type { LessonFields } from '#schema/entities/lesson-entity.ts';
import type { RevisionFields } from '#schema/history.ts';
import type { AdminLessonOutline } from '../../store/admin-rows.ts';
import { Button } from '../../ui/button.tsx';
import { useDesk } from './editor-context.tsx';
import { LazyHistory } from './lazy-parts.ts';
import { useLessonRestore } from './use-edits.ts';
import { useLessonHtml } from './use-lesson-html.ts';

/** Opens a lesson's earlier versions; a lesson that is not on the server yet has none. */
export function LessonHistoryPlace({ lesson }: { lesson: AdminLessonOutline }) {
  const [isOpen, setIsOpen] = useState(false);
  if (lesson.version === 0) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>History</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <OpenHistory lesson={lesson} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function OpenHistory({ lesson, onClose }: { lesson: AdminLessonOutline; onClose: () => void }) {
  const { getEditor, say } = useDesk();
  const bring = useLessonRestore();
  const { seen, shown } = useLessonHtml(lesson.id);
  const { title, description, duration, type, videoUrl } = lesson;
  const fields: RevisionFields = { title, description, duration, type, videoUrl };
  const restore = (earlier: LessonFields) => {
    onClose();
    bring(lesson.id, earlier, seen ?? '');
    say.note('The earlier version is in the draft. Save the course to keep it.');
  };
  return (
    <LazyHistory
      courseId={getEditor().course.id}
      lessonId={lesson.id}
      title={lesson.title}
      shown={typeof shown === 'string' ? { ...fields, content: shown } : fields}
      onRestore={restore}
      onClose={onClose}
    />
  );
}
