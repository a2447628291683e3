import { lazy, memo, Suspense, useMemo, useState } from 'react';
import type { OfflineReadiness } from '#pwa/downloads/readiness/offline-readiness.ts';
import { LessonView } from '#pwa/lesson/page/lesson-view.tsx';
import { ReadingMenu } from '#pwa/lesson/reading/reading-menu.tsx';
import { LessonText } from '#pwa/lesson/text/lesson-text.tsx';
import { ReadinessChip } from '#pwa/offline/readiness/readiness-chip.tsx';
import { useOfflineReadiness } from '#pwa/offline/readiness/use-offline-readiness.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { hasQuizzes } from '#pwa/store/offline/quiz-places.ts';
import { listMissing, stateByLesson } from '#pwa/sync/quizzes/course-tests.ts';
import { HeaderPortal } from '#pwa/ui/layout/header-portal.tsx';
import { flattenLessons } from '#schema/courses/course.ts';
import type { LessonProgress } from '#schema/learning/progress.ts';
import { findFinish } from '#schema/learning/resume.ts';
import { LessonProblem } from '../course/content-problem.tsx';
import { ContentsHead } from '../course/contents-head.tsx';
import { FinishDialog } from '../finish/finish-dialog.tsx';
import { useFinishMoment } from '../finish/use-finish-moment.ts';
import styles from './course-header.module.css';
import { LessonEnd } from './lesson-end.tsx';
import { LessonNotes } from './lesson-notes.tsx';
import type { LessonPageProps } from './lesson-page-props.ts';
import { useLessonRecorder } from './use-lesson-progress.ts';
import { VisitedVideo } from './visited-video.tsx';

/** Loaded only for a lesson that has questions. */
const LessonQuizzes = lazy(async () => ({
  default: (await import('#pwa/lesson/quiz/lesson-quizzes.tsx')).LessonQuizzes,
}));

/** The learner's lesson page: the view of a lesson with what is on the device, and with the learner's progress. */
export function LessonPage(props: LessonPageProps) {
  const { userId, course, place, html, progress, tests, refresh } = props;
  const lessonId = place.lesson.id;
  const completedIds = useMemo(() => listCompleted(progress), [progress]);
  const finishedAt = useMemo(
    () =>
      findFinish(
        flattenLessons(course).map(({ id }) => id),
        progress,
      ),
    [course, progress],
  );
  const moment = useFinishMoment(finishedAt);
  const readiness = useOfflineReadiness(course);
  const unavailableIds = useMemo(() => new Set(readiness?.away.map((one) => one.lessonId)), [readiness]);
  const testStates = useMemo(() => stateByLesson(tests), [tests]);
  const missingTests = listMissing(tests, lessonId);
  const isByTest = missingTests.length > 0;
  const isCompleted = completedIds.has(lessonId);
  const recorder = useLessonRecorder(lessonId);
  /** The lesson that its video has completed. */
  const [endedId, setEndedId] = useState<string | null>(null);

  const completeByVideo = () => {
    if (isCompleted || isByTest) return;
    setEndedId(lessonId);
    moment.noteCompletion();
    void recorder.complete(true);
  };
  const completeByHand = (isNowCompleted: boolean) => {
    setEndedId(null);
    if (isNowCompleted) moment.noteCompletion();
    return recorder.complete(isNowCompleted);
  };
  const hasQuestions = usePrivateQuery((store) => hasQuizzes(store, lessonId), [lessonId]);
  const isTextMissing = html === null && !refresh.isBusy;
  return (
    <>
      <CourseHeader title={course.title} readiness={readiness} />
      <LessonView
        userId={userId}
        course={course}
        place={place}
        video={<VisitedVideo key={lessonId} {...props} recorder={recorder} onEnded={completeByVideo} />}
        text={isTextMissing ? <LessonProblem refresh={refresh} /> : <LessonText html={html ?? null} />}
        learner={{
          completedIds,
          unavailableIds,
          testStates,
          contentsHead: (onChoose) => (
            <ContentsHead {...{ userId, course, completedIds, readiness, onChoose }} />
          ),
          quizzes: hasQuestions === true && (
            <Suspense fallback={null}>
              <LessonQuizzes key={lessonId} lessonId={lessonId} />
            </Suspense>
          ),
          notes: (
            <LessonNotes
              hasEnded={endedId === lessonId && isCompleted}
              problem={recorder.problem}
              onUndo={() => completeByHand(false)}
            />
          ),
          end: (
            <LessonEnd
              {...{ course, place, completedIds, finishedAt, missingTests }}
              onComplete={() => completeByHand(true)}
            />
          ),
          onComplete: isByTest ? undefined : completeByHand,
        }}
      />
      {moment.isShown && finishedAt !== null && (
        <FinishDialog course={course} finishedAt={finishedAt} progress={progress} onClose={moment.close} />
      )}
    </>
  );
}

const CourseHeader = memo(({ title, readiness }: { title: string; readiness: OfflineReadiness | null }) => (
  <HeaderPortal>
    <span className={styles.title} dir="auto">
      {title}
    </span>
    <span className={styles.end}>
      {readiness !== null && <ReadinessChip readiness={readiness} isShort className={styles.readiness} />}
      <ReadingMenu />
    </span>
  </HeaderPortal>
));

function listCompleted(progress: readonly LessonProgress[]): ReadonlySet<string> {
  return new Set(progress.filter((row) => row.completedAt !== null).map((row) => row.lessonId));
}
