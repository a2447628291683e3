import type { ReactNode } from 'react';
import type { LessonPlace } from '#pwa/lesson/lesson-place.ts';
import { LessonView, type ShownLesson } from '#pwa/lesson/page/lesson-view.tsx';
import { LessonText } from '#pwa/lesson/text/lesson-text.tsx';
import { LessonVideo } from '#pwa/lesson/video/lesson-video.tsx';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { refreshAdminCourse } from '#pwa/sync/pull/admin-refresh.ts';
import { useEditor } from '../context/editor-context.tsx';
import { useLessonHtml } from '../context/use-lesson-html.ts';
import { LocalVideo } from '../upload/local-video.tsx';
import { useCourseVideos } from '../upload/use-uploads.ts';
import { PreviewQuizzes } from './preview-quizzes.tsx';

interface PreviewLessonProps {
  place: LessonPlace<ShownLesson>;
  strip: ReactNode;
  isPhone: boolean;
  onChoose: (lessonId: string) => void;
}

/** The learner's page of a lesson, without a learner: watching the video here does not count as progress. */
export function PreviewLesson({ place, strip, isPhone, onChoose }: PreviewLessonProps) {
  const { course } = useEditor();
  const userId = useUserId();
  const { lesson } = place;
  const waiting = useCourseVideos(course.id).get(lesson.id);
  const video =
    waiting === undefined ? (
      <LessonVideo
        key={lesson.id}
        userId={userId}
        courseId={course.id}
        lesson={lesson}
        startAt={0}
        onPosition={forget}
        onEnded={forget}
        onExpired={() => refreshAdminCourse(course.id)}
      />
    ) : (
      <LocalVideo key={waiting.uploadId} uploadId={waiting.uploadId} title={waiting.fileName} />
    );
  return (
    <LessonView
      userId={userId}
      course={course}
      place={place}
      video={video}
      text={<NewestText key={lesson.id} lessonId={lesson.id} />}
      preview={{
        ...{ strip, onChoose },
        quizzes: <PreviewQuizzes key={`quizzes of ${lesson.id}`} lessonId={lesson.id} isPhone={isPhone} />,
      }}
    />
  );
}

function forget(): void {}

function NewestText({ lessonId }: { lessonId: string }) {
  return <LessonText html={useLessonHtml(lessonId).shown ?? null} />;
}
