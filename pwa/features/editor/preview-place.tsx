import { LessonText } from '../../lesson/lesson-text.tsx';
import { useSession } from '../../session/use-session.ts';
import { useEditor } from './editor-context.tsx';
import { CoursePreview } from './preview/course-preview.tsx';
import { LocalVideo } from './upload/local-video.tsx';
import { useCourseFilms } from './upload/use-uploads.ts';
import { useLessonHtml } from './use-lesson-html.ts';

/** The course as a learner sees it, with all unsaved and unsent changes. */
export function PreviewPlace({ onClose }: { onClose: () => void }) {
  const { course } = useEditor();
  const session = useSession();
  const films = useCourseFilms(course.id);
  if (!('user' in session)) return null;
  return (
    <CoursePreview
      userId={session.user.id}
      course={course}
      renderText={(lessonId) => <NewestText key={lessonId} lessonId={lessonId} />}
      renderVideo={(lessonId) => {
        const film = films.get(lessonId);
        return film && <LocalVideo key={film.uploadId} uploadId={film.uploadId} title={film.fileName} />;
      }}
      onClose={onClose}
    />
  );
}

function NewestText({ lessonId }: { lessonId: string }) {
  return <LessonText html={useLessonHtml(lessonId).shown ?? null} />;
}
