import { VIDEO_URL_MESSAGE_MS } from '#schema/limits.ts';
import { messages } from '#schema/messages.ts';
import { parseVideoUrl } from '#schema/video.ts';
import { enqueueVideoUrl } from '../../sync/editor-commands.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDesk } from './editor-context.tsx';
import { videoProblem } from './editor-rules.ts';
import { findLesson } from './find-lesson.ts';
import type { LessonPartProps } from './lesson-card.tsx';
import { VideoUpload } from './upload/video-upload.tsx';
import { useLessonEdit } from './use-edits.ts';
import styles from './video-field.module.css';

/**
 * Where a lesson's video comes from. An address is sent as soon as it stands there whole (when the field
 * is left, or on Enter); a blank one takes the video away when the course is saved (section 5).
 */
export function VideoField({ module, lesson }: LessonPartProps) {
  const { editor, watch, run } = useDesk();
  const edit = useLessonEdit();
  const videoUrl = lesson.videoUrl ?? '';
  const video = parseVideoUrl(videoUrl);
  const isOwn = video.kind === 'file' && video.source === 'own';
  const problem = isOwn ? null : videoProblem(videoUrl);
  const send = () =>
    run(messages.videoUrlFailed, async () => {
      const { id: lessonId, title: lessonTitle } = lesson;
      const ref = { courseId: editor.course.id, moduleId: module.id, lessonId, lessonTitle };
      const commandId = await enqueueVideoUrl(ref, videoUrl.trim());
      const before = findLesson(editor.seen.modules, lessonId)?.lesson.videoUrl ?? null;
      // It is in the outbox now, so the draft need not hold it.
      edit(lessonId, { videoUrl: before });
      if (commandId === null) return;
      watch({
        commandIds: [commandId],
        success: messages.videoUrlUpdated,
        lifeMs: VIDEO_URL_MESSAGE_MS,
        failure: messages.videoUrlFailed,
      });
    });
  const isTyped = editor.drafts.drafts.lessons[lesson.id]?.changes.videoUrl !== undefined;
  const sendIfWhole = () => {
    if (isTyped && !isOwn && problem === null && videoUrl.trim() !== '') void send();
  };
  return (
    <div className={styles.video}>
      <TextField
        label="Video URL"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        hint={isOwn ? 'Now: an uploaded video. An address typed here takes its place.' : SOURCES}
        error={problem}
        value={isOwn ? '' : videoUrl}
        onChange={({ target }) => edit(lesson.id, { videoUrl: target.value === '' ? null : target.value })}
        onBlur={sendIfWhole}
        onKeyDown={({ key }) => key === 'Enter' && sendIfWhole()}
      />
      {videoUrl !== '' && (
        <Button size="sm" variant="danger" onClick={() => edit(lesson.id, { videoUrl: null })}>
          Remove the video
        </Button>
      )}
      <VideoUpload
        lesson={{
          courseId: editor.course.id,
          moduleId: module.id,
          lessonId: lesson.id,
          lessonTitle: lesson.title,
        }}
        onKept={(commandId) =>
          watch({
            commandIds: [commandId],
            success: messages.videoUploaded,
            failure: messages.videoUploadFailed,
            hasDetails: true,
          })
        }
      />
    </div>
  );
}

const SOURCES = 'YouTube, Vimeo, Google Drive, Dropbox, or the address of a video file.';
