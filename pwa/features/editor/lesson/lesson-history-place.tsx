import { Suspense, useState } from 'react';
import type { AdminLessonOutline } from '#pwa/store/database/admin-rows.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import type { RevisionFields } from '#schema/editor/history.ts';
import { pick } from '#schema/entities/by-name.ts';
import { type LessonFields, readableLessonRowFields } from '#schema/entities/lesson-entity.ts';
import { useEditorContext } from '../context/editor-context.tsx';
import { useLessonRestore } from '../context/use-edits.ts';
import { useLessonHtml } from '../context/use-lesson-html.ts';
import { LazyHistory } from '../lazy/lazy-parts.ts';

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
  const { getEditor, notify } = useEditorContext();
  const restoreFields = useLessonRestore();
  const { seen, shown } = useLessonHtml(lesson.id);
  const fields: RevisionFields = pick(lesson, readableLessonRowFields);
  const restore = (earlier: LessonFields) => {
    onClose();
    restoreFields(lesson.id, earlier, seen ?? '');
    notify.note('The earlier version is in your draft. Save the course to send it.');
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
