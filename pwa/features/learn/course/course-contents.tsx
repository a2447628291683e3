import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { isReady, type OfflineReadiness, offersFiles } from '#pwa/downloads/readiness/offline-readiness.ts';
import { CourseUpdates } from '#pwa/offline/notices/course-updates.tsx';
import { OfflineButton } from '#pwa/offline/offline-button.tsx';
import { ReadinessStatus } from '#pwa/offline/readiness/readiness-status.tsx';
import { paths } from '#pwa/paths.ts';
import type { OfflineCourse, OfflineLesson, OfflineModule } from '#pwa/store/database/rows.ts';
import { OfflineIcon, SearchIcon } from '#pwa/ui/display/icons.tsx';
import { ProgressBar } from '#pwa/ui/display/progress-bar.tsx';
import { percentComplete } from '#schema/learning/progress.ts';
import styles from './course-contents.module.css';
import { LessonTick } from './lesson-tick.tsx';

interface CourseContentsProps {
  userId: string;
  course: OfflineCourse;
  currentId: string;
  completedIds: ReadonlySet<string>;
  /** Its offline readiness; null while it is read. */
  readiness: OfflineReadiness | null;
  /** Called when a lesson was chosen; on a phone, this closes the drawer. */
  onChoose?: (() => void) | undefined;
}

/** The modules and lessons of the course, with progress and offline readiness. */
export function CourseContents(props: CourseContentsProps) {
  const { userId, course, currentId, completedIds, readiness, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  const lessons = course.modules.flatMap((module) => module.lessons);
  const done = lessons.filter((lesson) => completedIds.has(lesson.id)).length;
  const percent = percentComplete(done, lessons.length);
  const awayIds = new Set(readiness?.away.map(({ lessonId }) => lessonId));
  useCurrentInSight(list, currentId);
  return (
    <div className={styles.contents} ref={list}>
      <div className={styles.head}>
        <h2 className={styles.title}>{course.title}</h2>
        <ProgressBar value={percent} label="Course progress" />
        <p className={styles.summary}>
          {done} of {lessons.length} lessons · {percent}%
        </p>
        {/* The bar does not show it on a phone, and without files no button shows the status. */}
        {readiness !== null && (!isReady(readiness) || !readiness.hasFiles) && (
          <ReadinessStatus courseId={course.id} readiness={readiness} />
        )}
        <CourseUpdates titles={new Map([[course.id, course.title]])} />
        <OfflineButton
          userId={userId}
          courseId={course.id}
          courseTitle={course.title}
          hasFiles={offersFiles(course, readiness)}
        />
        <Link className={styles.search} to={paths.search()} onClick={onChoose}>
          <SearchIcon />
          Search lessons
        </Link>
      </div>
      {course.modules.map((module, index) => (
        <ModuleLessons
          key={module.id}
          module={module}
          number={index + 1}
          courseId={course.id}
          currentId={currentId}
          completedIds={completedIds}
          awayIds={awayIds}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

interface ModuleLessonsProps {
  module: OfflineModule;
  number: number;
  courseId: string;
  currentId: string;
  completedIds: ReadonlySet<string>;
  /** Lessons that are not ready offline. */
  awayIds: ReadonlySet<string>;
  onChoose: (() => void) | undefined;
}

function ModuleLessons(props: ModuleLessonsProps) {
  const { module, number, courseId, currentId, completedIds, awayIds, onChoose } = props;
  const done = module.lessons.filter((lesson) => completedIds.has(lesson.id)).length;
  return (
    <section className={styles.module}>
      <h3 className={styles.moduleTitle}>
        <span>
          {number} · {module.title}
        </span>
        <span className={styles.count}>
          {done}/{module.lessons.length}
          <span className="visually-hidden"> completed</span>
        </span>
      </h3>
      <ol>
        {module.lessons.map((lesson) => (
          <li key={lesson.id}>
            <LessonLink
              lesson={lesson}
              to={paths.learn(courseId, lesson.id)}
              isCurrent={lesson.id === currentId}
              isCompleted={completedIds.has(lesson.id)}
              isAway={awayIds.has(lesson.id)}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface LessonLinkProps {
  lesson: OfflineLesson;
  to: string;
  isCurrent: boolean;
  isCompleted: boolean;
  isAway: boolean;
  onChoose: (() => void) | undefined;
}

function LessonLink({ lesson, to, isCurrent, isCompleted, isAway, onChoose }: LessonLinkProps) {
  return (
    <Link className={styles.lesson} to={to} aria-current={isCurrent ? 'page' : undefined} onClick={onChoose}>
      <LessonTick isDone={isCompleted} />
      <span className={styles.lessonTitle}>{lesson.title}</span>
      {isAway && (
        <span className={styles.away} title="Not fully available offline">
          <OfflineIcon />
          <span className="visually-hidden"> (not fully available offline)</span>
        </span>
      )}
      {lesson.duration > 0 && <span className={styles.minutes}>{lesson.duration} min</span>}
    </Link>
  );
}

/** Scrolls the list (never the page) to the current lesson of a long course. Measures after the paint. */
function useCurrentInSight(list: { readonly current: HTMLElement | null }, currentId: string): void {
  useEffect(() => {
    const scroller = list.current?.parentElement;
    const current = list.current?.querySelector<HTMLElement>(
      `a[aria-current][href$="=${CSS.escape(currentId)}"]`,
    );
    if (!scroller || !current) return;
    const top = current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    const isInSight = top >= 0 && top + current.offsetHeight <= scroller.clientHeight;
    if (!isInSight) scroller.scrollTop += top - scroller.clientHeight / 3;
  }, [list, currentId]);
}
