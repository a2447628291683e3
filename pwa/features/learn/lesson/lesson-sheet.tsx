import { type ReactNode, useState } from 'react';
import { ContentsDrawer } from '#pwa/lesson/contents-drawer.tsx';
import { ResourceList } from '#pwa/lesson/resource-list.tsx';
import { LessonText } from '#pwa/lesson/text/lesson-text.tsx';
import { LessonVideo } from '#pwa/lesson/video/lesson-video.tsx';
import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { parseVideoUrl } from '#schema/courses/video.ts';
import { deviceMessages } from '#schema/messages/device-messages.ts';
import { LessonProblem } from '../course/content-problem.tsx';
import { LessonBar } from './lesson-bar.tsx';
import { LessonEnd } from './lesson-end.tsx';
import { lessonKicker, lessonPageTitle } from './lesson-heading.ts';
import styles from './lesson-page.module.css';
import type { LessonPageProps } from './lesson-page-props.ts';
import { type LessonRecorder, useLessonRecorder, useVisit } from './use-lesson-progress.ts';

interface LessonSheetProps extends LessonPageProps {
  completedIds: ReadonlySet<string>;
  /** When the course was finished; null while a lesson is open. */
  finishedAt: string | null;
  contents: (onChoose: () => void) => ReactNode;
  onCompletion: () => void;
}

/**
 * One lesson: video, text, resources and next actions. A step to another lesson changes its elements in place;
 * only the video is created anew.
 */
export function LessonSheet(props: LessonSheetProps) {
  const { userId, course, place, completedIds } = props;
  const { lesson } = place;
  const isCompleted = completedIds.has(lesson.id);
  const recorder = useLessonRecorder(lesson.id);
  /** The lesson that its video has completed. */
  const [endedId, setEndedId] = useState<string | null>(null);

  const completeByVideo = () => {
    if (isCompleted) return;
    setEndedId(lesson.id);
    props.onCompletion();
    void recorder.complete(true);
  };
  const completeByHand = (isNowCompleted: boolean) => {
    setEndedId(null);
    if (isNowCompleted) props.onCompletion();
    return recorder.complete(isNowCompleted);
  };

  return (
    <>
      <VisitedVideo key={lesson.id} {...props} recorder={recorder} onEnded={completeByVideo} />
      <article className={styles.article}>
        <LessonHead {...props} />
        <LessonBody {...props} />
        <ResourceList userId={userId} resources={lesson.resources} />
        <div className={styles.notes}>
          {endedId === lesson.id && isCompleted && <EndedNote onUndo={() => completeByHand(false)} />}
          <RecordProblem recorder={recorder} />
        </div>
        <LessonEnd
          course={course}
          place={place}
          completedIds={completedIds}
          finishedAt={props.finishedAt}
          onComplete={() => completeByHand(true)}
        />
        <LessonBar
          courseId={course.id}
          place={place}
          isCompleted={isCompleted}
          onComplete={completeByHand}
          contentsButton={<ContentsDrawer>{props.contents}</ContentsDrawer>}
        />
      </article>
    </>
  );
}

interface VisitedVideoProps extends LessonPageProps {
  recorder: LessonRecorder;
  onEnded: () => void;
}

/** Records the visit of a lesson, and shows its video where the learner left it. Mounted for one lesson. */
function VisitedVideo({ userId, course, place, progress, recorder, onEnded }: VisitedVideoProps) {
  const { lesson } = place;
  const known = progress.find((row) => row.lessonId === lesson.id) ?? null;
  // The player is created anew after a failure, and then begins where it stopped.
  const [startAt, setStartAt] = useState(known?.positionSeconds ?? 0);
  const savePosition = (seconds: number) => {
    setStartAt(seconds);
    recorder.savePosition(seconds);
  };
  useVisit(recorder, known, parseVideoUrl(lesson.videoUrl).kind !== 'none');
  return (
    <LessonVideo
      userId={userId}
      courseId={course.id}
      lesson={lesson}
      startAt={startAt}
      onPosition={savePosition}
      onEnded={onEnded}
    />
  );
}

function LessonHead({ course, place }: LessonPageProps) {
  const { lesson, number } = place;
  return (
    <header>
      <p className={styles.kicker}>{lessonKicker({ number, duration: lesson.duration })}</p>
      <PageTitle documentTitle={lessonPageTitle(lesson.title, course.title)} className={styles.title}>
        {lesson.title}
      </PageTitle>
      {lesson.description !== '' && (
        <p className={styles.lead} dir="auto">
          {lesson.description}
        </p>
      )}
    </header>
  );
}

function LessonBody({ html, refresh }: LessonPageProps) {
  if (html === null && !refresh.isBusy) return <LessonProblem refresh={refresh} />;
  return <LessonText html={html ?? null} />;
}

function EndedNote({ onUndo }: { onUndo: () => void }) {
  const undo = (
    <Button size="sm" onClick={onUndo}>
      Undo
    </Button>
  );
  return (
    <Notice tone="ok" title="Lesson completed" actions={undo}>
      The video ended, so this lesson is marked as completed.
    </Notice>
  );
}

function RecordProblem({ recorder }: { recorder: LessonRecorder }) {
  if (recorder.problem === null) return null;
  const isFull = recorder.problem === deviceMessages.storageFull;
  const freeStorage = (
    <ButtonLink to={paths.storage} size="sm">
      Manage storage
    </ButtonLink>
  );
  return (
    <Notice tone="bad" title="Your progress in this lesson was not saved" actions={isFull && freeStorage}>
      {recorder.problem}
    </Notice>
  );
}
