import { Suspense, useMemo, useState } from 'react';
import { messages } from '#schema/messages.ts';
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
import { EditorContext, type EditorDesk } from './editor-context.tsx';
import { LazyPreview } from './lazy-parts.ts';
import { MessageTray } from './message-tray.tsx';
import { ModulesSection } from './modules-section.tsx';
import { Outline } from './outline.tsx';
import { StateStrip } from './state-strip.tsx';
import type { EditorCourse } from './use-editor-course.ts';
import { useMessages } from './use-messages.ts';
import { useOpenRecords } from './use-open-records.ts';
import { useUndoKeys } from './use-undo-keys.ts';
import { useWatches, type Watch } from './use-watches.ts';
import { WaitingCard } from './waiting-card.tsx';

interface CourseEditorProps {
  editor: EditorCourse;
  creation: Creation | null;
}

/** The commands that created this course just now, and that give it its picture. */
export interface Creation {
  readonly createdBy: string;
  readonly thumbnailBy?: string | undefined;
}

/** Everything of one course that can be changed, on one page. */
export function CourseEditor({ editor, creation }: CourseEditorProps) {
  const { course, isNew, book } = editor;
  const userId = useUserId();
  const isWide = useMediaQuery('(min-width: 760px)');
  const say = useMessages();
  const watch = useWatches(say, creation === null ? [] : creationWatches(creation));
  const open = useOpenRecords(firstOpen(editor, isWide));
  const [question, setQuestion] = useState<Question | null>(null);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [announcement, announce] = useState('');
  useUndoKeys(book);
  const desk = useMemo((): EditorDesk => {
    const run = async (failure: string, action: () => Promise<unknown>) => {
      try {
        await action();
      } catch (error) {
        say.fail(describeFailure(error, failure));
      }
    };
    return { userId, editor, say, watch, ask: setQuestion, run, open, announce };
  }, [userId, editor, say, watch, open]);
  return (
    <EditorContext value={desk}>
      <EditorActions isWide={isWide} onPreview={() => setIsPreviewing(true)} />
      <div className={styles.editor}>
        <Outline />
        <div className={styles.main}>
          <PageTitle className={styles.title} documentTitle={isNew ? 'New course' : `Edit ${course.title}`}>
            {isNew ? 'New course' : course.title || 'Untitled course'}
          </PageTitle>
          <StateStrip />
          <CourseBanners />
          <CourseDetails />
          <ModulesSection />
          {!isNew && <CodesSection />}
        </div>
        <WaitingCard />
      </div>
      <MessageTray messages={say} book={book} />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
      {isPreviewing && (
        <Suspense fallback={null}>
          <LazyPreview onClose={() => setIsPreviewing(false)} />
        </Suspense>
      )}
    </EditorContext>
  );
}

/** Where there is room every module stands open; on a phone only the first. */
function firstOpen({ course }: EditorCourse, isWide: boolean): string[] {
  return course.modules.slice(0, isWide ? undefined : 1).map(({ id }) => id);
}

function creationWatches({ createdBy, thumbnailBy }: Creation): Watch[] {
  const created = { success: 'Course created', failure: messages.courseSaveFailed };
  const failure = messages.thumbnailAfterCreateFailed;
  const thumbnail = { success: 'Thumbnail uploaded', failure, isFailureFixed: true, hasDetails: true };
  return [
    { commandIds: [createdBy], ...created },
    ...(thumbnailBy === undefined ? [] : [{ commandIds: [thumbnailBy], ...thumbnail }]),
  ];
}
