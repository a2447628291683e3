import { useState } from 'react';
import { LessonVideo } from '#pwa/lesson/video/lesson-video.tsx';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { parseVideoUrl } from '#schema/courses/video.ts';
import type { LessonPageProps } from './lesson-page-props.ts';
import { type LessonRecorder, useVisit } from './use-lesson-progress.ts';

interface VisitedVideoProps extends LessonPageProps {
  recorder: LessonRecorder;
  onEnded: () => void;
}

/** Records the visit of a lesson, and shows its video where the learner left it. Mounted for one lesson. */
export function VisitedVideo({ userId, course, place, progress, recorder, onEnded }: VisitedVideoProps) {
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
      onExpired={() => downloadCourse(course.id)}
    />
  );
}
