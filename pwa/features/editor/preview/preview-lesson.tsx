import type { LessonPlace } from '#pwa/lesson/lesson-place.ts';
import { ResourceList } from '#pwa/lesson/resource-list.tsx';
import { LessonVideo } from '#pwa/lesson/video/lesson-video.tsx';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ArrowBackIcon, ArrowForwardIcon } from '#pwa/ui/display/icons.tsx';
import styles from './course-preview.module.css';
import type { CoursePreviewProps, PreviewedLesson } from './course-preview-props.ts';

interface PreviewLessonProps extends CoursePreviewProps {
  place: LessonPlace<PreviewedLesson>;
  onChoose: (lessonId: string) => void;
}

/** One lesson as learners will see it. Watching it here does not count as progress. */
export function PreviewLesson({ place, onChoose, ...props }: PreviewLessonProps) {
  const { lesson, number } = place;
  const { userId, course } = props;
  return (
    <>
      {props.renderVideo?.(lesson.id) ?? (
        <LessonVideo
          userId={userId}
          courseId={course.id}
          lesson={lesson}
          startAt={0}
          onPosition={forget}
          onEnded={forget}
        />
      )}
      <article className={styles.article} aria-labelledby="preview-lesson">
        <p className={styles.kicker}>
          Lesson {number}
          {lesson.duration > 0 && ` · ${lesson.duration} min`}
        </p>
        <h3 id="preview-lesson" className={styles.lessonTitle} dir="auto">
          {lesson.title}
        </h3>
        {lesson.description !== '' && (
          <p className={styles.lead} dir="auto">
            {lesson.description}
          </p>
        )}
        {props.renderText(lesson.id)}
        <ResourceList userId={userId} resources={lesson.resources} heading="Additional Resources" />
        <Neighbours place={place} onChoose={onChoose} />
      </article>
    </>
  );
}

function forget(): void {}

function Neighbours({ place, onChoose }: Pick<PreviewLessonProps, 'place' | 'onChoose'>) {
  const { previous, next } = place;
  return (
    <nav className={styles.neighbours} aria-label="Lessons">
      <Button disabled={previous === null} onClick={() => previous !== null && onChoose(previous.id)}>
        <ArrowBackIcon />
        Previous Lesson
      </Button>
      <Button disabled={next === null} onClick={() => next !== null && onChoose(next.id)}>
        Next Lesson
        <ArrowForwardIcon />
      </Button>
    </nav>
  );
}
