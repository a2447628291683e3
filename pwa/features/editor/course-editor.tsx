import { memo, Suspense, useCallback, useMemo, useState } from 'react';
import { adminMessages } from '#schema/admin-messages.ts';
import { describeFailure } from '#schema/spoken-error.ts';
import { useUserId } from '../../session/use-user-id.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { CodesSection } from './codes-section.tsx';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';
import { CourseBanners } from './course-banners.tsx';
import { CourseDetails } from './course-details.tsx';
import styles from './course-editor.module.css';
import { EditorActions } from './editor-actions.tsx';
import { EditorContext, EditorCourseContext, type EditorDesk, useEditor } from './editor-context.tsx';
import { firstOpen } from './first-open.ts';
import { LazyPreview } from './lazy-parts.ts';
import { MessageTray } from './message-tray.tsx';
import { ModulesSection } from './modules-section.tsx';
import { OpenRecords } from './open-records.ts';
import { Outline } from './outline.tsx';
import { listRefused } from './record-marks.ts';
import { StateStrip } from './state-strip.tsx';
import type { EditorCourse } from './use-editor-course.ts';
import { useLatest } from './use-latest.ts';
import { useMessages } from './use-messages.ts';
import { useNamedRecord, useShowNamed } from './use-named-record.ts';
import { useUndo } from './use-undo.ts';
import { useUndoKeys } from './use-undo-keys.ts';
import { useWatches, type Watch } from './use-watches.ts';
import { WaitingCard } from './waiting-card.tsx';
import { WaitingContext } from './waiting-context.tsx';

/** The width from which the action buttons fit into the header. */
const WIDE = '(min-width: 900px)';
/** The width from which the outline fits beside the form. The style sheet uses the same value. */
const WITH_SIDE = '(min-width: 1000px)';

interface CourseEditorProps {
  editor: EditorCourse;
  creation: Creation | null;
}

/** The commands that created this course and set its thumbnail. */
export interface Creation {
  readonly createdBy: string;
  readonly thumbnailBy?: string | undefined;
}

/** The editor of one course: all of its fields on one page. */
export function CourseEditor({ editor, creation }: CourseEditorProps) {
  const { shown, close, say } = useMessages();
  const watch = useWatches(say, creation === null ? [] : creationWatches(creation));
  const [question, setQuestion] = useState<Question | null>(null);
  const [announcement, announce] = useState('');
  const desk = useNewDesk(editor, { say, watch, ask: setQuestion, announce });
  const { commands, unsent, codes, book } = editor;
  const waiting = useMemo(
    () => ({ unsent, commands, codes, refused: listRefused(unsent) }),
    [unsent, commands, codes],
  );
  useUndoKeys(useUndo(desk));
  useShowNamed(desk, editor.course.modules);
  return (
    <EditorContext value={desk}>
      <EditorCourseContext value={editor}>
        <WaitingContext value={waiting}>
          <EditorPage isNew={editor.isNew} />
          <MessageTray shown={shown} onClose={close} book={book} />
          <p className="visually-hidden" role="status">
            {announcement}
          </p>
          <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
        </WaitingContext>
      </EditorCourseContext>
    </EditorContext>
  );
}

/** Created once, so that components that use only this context are not rendered at each keystroke. */
function useNewDesk(
  editor: EditorCourse,
  { say, watch, ask, announce }: Pick<EditorDesk, 'say' | 'watch' | 'ask' | 'announce'>,
): EditorDesk {
  const userId = useUserId();
  const { book } = editor;
  const getEditor = useLatest(editor);
  const named = useNamedRecord();
  const [open] = useState(() => {
    const isWide = window.matchMedia(WIDE).matches;
    return new OpenRecords(firstOpen(editor.course.modules, { isWide, named, edited: book.lastEditedId }));
  });
  return useMemo(() => {
    const run = async (failure: string, action: () => Promise<unknown>) => {
      try {
        await action();
      } catch (error) {
        say.fail(describeFailure(error, failure));
      }
    };
    return { userId, book, getEditor, say, watch, ask, run, open, announce };
  }, [userId, book, getEditor, say, watch, ask, open, announce]);
}

/** Its parts subscribe to the data that they show; the page itself is rendered once. */
const EditorPage = memo(({ isNew }: { isNew: boolean }) => {
  const isWide = useMediaQuery(WIDE);
  const hasSide = useMediaQuery(WITH_SIDE);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const preview = useCallback(() => setIsPreviewing(true), []);
  return (
    <>
      <EditorActions isWide={isWide} onPreview={preview} />
      <div className={styles.editor}>
        {hasSide && (
          <div className={styles.side}>
            <Outline />
            <WaitingCard />
          </div>
        )}
        <div className={styles.main}>
          <CourseTitle />
          <StateStrip />
          <CourseBanners />
          <CourseDetails />
          <ModulesSection />
          {!isNew && <CodesSection />}
        </div>
      </div>
      {isPreviewing && (
        <Suspense fallback={null}>
          <LazyPreview onClose={() => setIsPreviewing(false)} />
        </Suspense>
      )}
    </>
  );
});

function CourseTitle() {
  const { course, isNew } = useEditor();
  return (
    <PageTitle className={styles.title} documentTitle={isNew ? 'New course' : `Edit ${course.title}`}>
      {isNew ? 'New course' : course.title || 'Untitled course'}
    </PageTitle>
  );
}

function creationWatches({ createdBy, thumbnailBy }: Creation): Watch[] {
  const created = { success: 'Course created', failure: adminMessages.courseSaveFailed };
  const failure = adminMessages.thumbnailAfterCreateFailed;
  const thumbnail = { success: 'Thumbnail uploaded', failure, isFailureFixed: true, hasDetails: true };
  return [
    { commandIds: [createdBy], ...created },
    ...(thumbnailBy === undefined ? [] : [{ commandIds: [thumbnailBy], ...thumbnail }]),
  ];
}
