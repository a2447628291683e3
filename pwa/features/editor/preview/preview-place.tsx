import { LessonText } from '#pwa/lesson/text/lesson-text.tsx';
import { useSession } from '#pwa/session/use-session.ts';
import { useEditor } from '../context/editor-context.tsx';
import { useLessonHtml } from '../context/use-lesson-html.ts';
import { safeImage } from '../kit/safe-address.ts';
import { LocalVideo } from '../upload/local-video.tsx';
import { useCourseVideos, useLocalUrl, useThumbnailUpload } from '../upload/use-uploads.ts';
import { CoursePreview } from './course-preview.tsx';

/** The course as a learner sees it, with all unsaved and unsent changes. */
export function PreviewPlace({ onClose }: { onClose: () => void }) {
  const { course } = useEditor();
  const session = useSession();
  const videos = useCourseVideos(course.id);
  const chosenImage = useLocalUrl(useThumbnailUpload(course.id)?.uploadId ?? null);
  if (!('user' in session)) return null;
  return (
    <CoursePreview
      userId={session.user.id}
      course={{ ...course, thumbnail: chosenImage ?? safeImage(course.thumbnail ?? '') }}
      renderText={(lessonId) => <NewestText key={lessonId} lessonId={lessonId} />}
      renderVideo={(lessonId) => {
        const video = videos.get(lessonId);
        return video && <LocalVideo key={video.uploadId} uploadId={video.uploadId} title={video.fileName} />;
      }}
      onClose={onClose}
    />
  );
}

function NewestText({ lessonId }: { lessonId: string }) {
  return <LessonText html={useLessonHtml(lessonId).shown ?? null} />;
}
