import { memo, Suspense, useCallback, useMemo, useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { media } from '#pwa/ui/layout/breakpoints.ts';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { useMediaQuery } from '#pwa/ui/layout/use-media-query.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import {
  EditorContext,
  type EditorContextValue,
  EditorCourseContext,
  useEditor,
} from './context/editor-context.tsx';
import { InView } from './context/in-view.ts';
import { OpenRecords } from './context/open-records.ts';
import { useMessages } from './context/use-messages.ts';
import { useNamedRecord, useShowNamed } from './context/use-named-record.ts';
import { useUndo } from './context/use-undo.ts';
import { useUndoKeys } from './context/use-undo-keys.ts';
import { useWatches, type Watch } from './context/use-watches.ts';
import { WaitingContext } from './context/waiting-context.tsx';
import { CodesSection } from './course/codes-section.tsx';
import { CourseDetails } from './course/course-details.tsx';
import { NextSteps } from './course/next-steps.tsx';
import { CourseBanners } from './course-banners.tsx';
import styles from './course-editor.module.css';
import { type EditorCourse, withNewestDrafts } from './draft/use-editor-course.ts';
import { type Question, QuestionDialog } from './kit/question-dialog.tsx';
import { useLatest } from './kit/use-latest.ts';
import { LazyPreview } from './lazy/lazy-parts.ts';
import { firstOpen } from './model/first-open.ts';
import { listRefused } from './model/record-marks.ts';
import { ModulesSection } from './module/modules-section.tsx';
import { Outline } from './module/outline.tsx';
import { CourseState } from './save/course-state.tsx';
import { EditorActions } from './save/editor-actions.tsx';
import { MessageTray } from './save/message-tray.tsx';
import { StateStrip } from './save/state-strip.tsx';
import { WaitingCard } from './save/waiting-card.tsx';

/** From this width the actions fit into the header, and the outline beside the form. */
const WIDE = media['--wide'];

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
  const { shown, close, notify } = useMessages();
  const watch = useWatches(notify, creation === null ? [] : creationWatches(creation));
  const [question, setQuestion] = useState<Question | null>(null);
  const [announcement, announce] = useState('');
  const context = useNewEditorContext(editor, { notify, watch, confirm: setQuestion, announce });
  const { commands, unsent, codes, book } = editor;
  const waiting = useMemo(
    () => ({ unsent, commands, codes, refused: listRefused(unsent) }),
    [unsent, commands, codes],
  );
  useUndoKeys(useUndo(context));
  useShowNamed(context, editor.course.modules);
  return (
    <EditorContext value={context}>
      <EditorCourseContext value={editor}>
        <WaitingContext value={waiting}>
          <EditorPage isNew={editor.isNew} />
          <MessageTray shown={shown} onClose={close} book={book} />
          <p className="visually-hidden" role="status">
            {announcement}
          </p>
          <QuestionDialog question={question} onClose={() => setQuestion(null)} />
        </WaitingContext>
      </EditorCourseContext>
    </EditorContext>
  );
}

/** Created once, so that components that use only this context are not rendered at each keystroke. */
function useNewEditorContext(
  editor: EditorCourse,
  { notify, watch, confirm, announce }: Pick<EditorContextValue, 'notify' | 'watch' | 'confirm' | 'announce'>,
): EditorContextValue {
  const userId = useUserId();
  const { book } = editor;
  const getRendered = useLatest(editor);
  const getEditor = useCallback(() => withNewestDrafts(getRendered()), [getRendered]);
  const named = useNamedRecord();
  const [open] = useState(() => {
    const isWide = window.matchMedia(WIDE).matches;
    return new OpenRecords(firstOpen(editor.course.modules, { isWide, named, edited: book.lastEditedId }));
  });
  const [inView] = useState(() => new InView());
  return useMemo(() => {
    const run = async (failure: string, action: () => Promise<unknown>) => {
      try {
        await action();
      } catch (error) {
        notify.fail(describeFailure(error, failure));
      }
    };
    return { userId, book, getEditor, notify, watch, confirm, run, open, inView, announce };
  }, [userId, book, getEditor, notify, watch, confirm, open, inView, announce]);
}

/** Its parts subscribe to the data that they show; the page itself is rendered once. */
const EditorPage = memo(({ isNew }: { isNew: boolean }) => {
  const isWide = useMediaQuery(WIDE);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const preview = useCallback(() => setIsPreviewing(true), []);
  return (
    <>
      <EditorActions isWide={isWide} onPreview={preview} />
      <div className={styles.editor}>
        {isWide && (
          <div className={styles.side}>
            <Outline />
            <WaitingCard />
          </div>
        )}
        <div className={styles.main}>
          <CourseTitle />
          <CourseState />
          <StateStrip />
          <CourseBanners />
          {!isNew && <NextSteps />}
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
