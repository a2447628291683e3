import type { ReactNode } from 'react';
import type { OfflineLesson } from '#pwa/store/database/rows.ts';
import type { TestState } from '#pwa/sync/quizzes/course-tests.ts';
import { PageVisitContext } from '#pwa/ui/layout/page-focus.ts';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { ContentsDrawer } from '../contents/contents-drawer.tsx';
import { CourseContents } from '../contents/course-contents.tsx';
import type { LessonPlace } from '../lesson-place.ts';
import { ResourceList } from '../resource-list.tsx';
import { LessonBar } from './lesson-bar.tsx';
import { lessonKicker, lessonPageTitle } from './lesson-heading.ts';
import styles from './lesson-view.module.css';
import { ChooseLessonContext } from './lesson-way.tsx';
import { useLessonVisit } from './use-lesson-visit.ts';

/** The part of a lesson that its page shows. */
export type ShownLesson = Pick<
  OfflineLesson,
  'id' | 'title' | 'description' | 'duration' | 'videoUrl' | 'resources'
>;

/** The part of a course that the page of a lesson shows. */
interface StudiedCourse {
  readonly id: string;
  readonly title: string;
  readonly modules: readonly {
    readonly id: string;
    readonly title: string;
    readonly lessons: readonly ShownLesson[];
  }[];
}

/** What only a learner has. */
interface LearnerParts {
  readonly completedIds: ReadonlySet<string>;
  /** Lessons that do not work offline. */
  readonly unavailableIds: ReadonlySet<string>;
  /** Lessons with tests. */
  readonly testStates: ReadonlyMap<string, TestState>;
  /** Above the list of lessons; `onChoose` closes it on a phone. */
  readonly contentsHead: (onChoose: (() => void) | undefined) => ReactNode;
  /** Questions, below the resources. */
  readonly quizzes: ReactNode;
  /** Messages below the text. */
  readonly notes: ReactNode;
  /** What follows, and the primary action. */
  readonly end: ReactNode;
  /** Undefined where only its tests complete the lesson. */
  readonly onComplete: ((isCompleted: boolean) => void) | undefined;
}

/** What only the editor's preview has. */
interface PreviewParts {
  /** Above the lesson. */
  readonly strip: ReactNode;
  /** Questions, which can be tried. */
  readonly quizzes: ReactNode;
  /** Shows a lesson; never changes. */
  readonly onChoose: (lessonId: string) => void;
}

interface LessonViewProps {
  userId: string;
  course: StudiedCourse;
  place: LessonPlace<ShownLesson>;
  /** `LessonVideo`, or what takes its place. */
  video: ReactNode;
  /** `LessonText`, or what takes its place. */
  text: ReactNode;
  learner?: LearnerParts;
  preview?: PreviewParts;
}

/**
 * The page of a lesson, of learners and in the editor's preview: the list of lessons, and beside it video, text,
 * resources and next actions. A step to another lesson changes its elements in place.
 */
export function LessonView({ userId, course, place, video, text, learner, preview }: LessonViewProps) {
  const { lesson, number } = place;
  const visit = useLessonVisit(lesson.id);
  const contents = (onChoose?: () => void) => (
    <CourseContents
      course={course}
      currentId={lesson.id}
      title={learner === undefined ? 'Course Content' : course.title}
      head={learner?.contentsHead(onChoose)}
      completedIds={learner?.completedIds}
      unavailableIds={learner?.unavailableIds}
      testStates={learner?.testStates}
      onChoose={onChoose}
    />
  );
  return (
    <ChooseLessonContext value={preview?.onChoose ?? null}>
      <div className={styles.page}>
        <aside className={styles.sidebar} aria-label="Course content">
          {contents()}
        </aside>
        <div className={styles.main}>
          <PageVisitContext value={visit}>
            {preview?.strip}
            {video}
            <article className={styles.article}>
              <header>
                <p className={styles.kicker}>{lessonKicker({ number, duration: lesson.duration })}</p>
                <PageTitle
                  documentTitle={lessonPageTitle(lesson.title, course.title)}
                  className={styles.title}
                >
                  {lesson.title}
                </PageTitle>
                {lesson.description !== '' && (
                  <p className={styles.lead} dir="auto">
                    {lesson.description}
                  </p>
                )}
              </header>
              {text}
              <ResourceList userId={userId} resources={lesson.resources} />
              {learner?.quizzes ?? preview?.quizzes}
              <div className={styles.notes}>{learner?.notes}</div>
              <div className={styles.end}>{learner?.end}</div>
              <LessonBar
                courseId={course.id}
                place={place}
                isCompleted={learner?.completedIds.has(lesson.id)}
                onComplete={learner?.onComplete}
                contentsButton={<ContentsDrawer>{contents}</ContentsDrawer>}
              />
            </article>
          </PageVisitContext>
        </div>
      </div>
    </ChooseLessonContext>
  );
}
