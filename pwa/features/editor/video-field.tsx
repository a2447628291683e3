import { VIDEO_URL_MESSAGE_MS } from '#schema/limits.ts';
import { messages } from '#schema/messages.ts';
import { parseVideoUrl } from '#schema/video.ts';
import type { UploadRow } from '../../store/uploads.ts';
import { dropUpload } from '../../sync/change-upload.ts';
import { enqueueVideoUrl } from '../../sync/editor-commands.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDesk } from './editor-context.tsx';
import { videoProblem } from './editor-rules.ts';
import { findLesson } from './find-lesson.ts';
import type { LessonPartProps } from './lesson-card.tsx';
import { useLessonUpload } from './upload/use-uploads.ts';
import { VideoUpload } from './upload/video-upload.tsx';
import { useLessonEdit } from './use-edits.ts';
import styles from './video-field.module.css';

/**
 * Where a lesson's video comes from. An address is sent as soon as it stands there whole (when the field
 * is left, or on Enter); a blank one takes the video away when the course is saved (section 5).
 */
export function VideoField({ module, lesson }: LessonPartProps) {
  const { userId, editor, watch, run, ask } = useDesk();
  const edit = useLessonEdit();
  const film = useLessonUpload(lesson.id);
  const videoUrl = lesson.videoUrl ?? '';
  const video = parseVideoUrl(videoUrl);
  const isOwn = video.kind === 'file' && video.source === 'own';
  const problem = isOwn ? null : videoProblem(videoUrl);
  const seenUrl = () => findLesson(editor.seen.modules, lesson.id)?.lesson.videoUrl ?? null;
  const send = () =>
    run(messages.videoUrlFailed, async () => {
      const { id: lessonId, title: lessonTitle } = lesson;
      const ref = { courseId: editor.course.id, moduleId: module.id, lessonId, lessonTitle };
      const commandId = await enqueueVideoUrl(userId, ref, videoUrl.trim());
      // It is in the outbox now, so the draft need not hold it.
      edit(lessonId, { videoUrl: seenUrl() });
      if (commandId === null) return;
      watch({
        commandIds: [commandId],
        success: messages.videoUrlUpdated,
        lifeMs: VIDEO_URL_MESSAGE_MS,
        failure: messages.videoUrlFailed,
      });
    });
  const isTyped = editor.drafts.drafts.lessons[lesson.id]?.changes.videoUrl !== undefined;
  const askInstead = (film: UploadRow) =>
    ask({
      title: 'Use this address instead of the film?',
      sentence: `“${film.fileName}” is on its way to this lesson and would take the place of the address.`,
      note: 'If you use the address, the upload is cancelled and the film leaves this device.',
      action: 'Use the address',
      onYes: () => void run(messages.videoUrlFailed, () => dropUpload(film.uploadId).then(send)),
      onNo: () => edit(lesson.id, { videoUrl: seenUrl() }),
    });
  const sendIfWhole = () => {
    if (!isTyped || isOwn || problem !== null || videoUrl.trim() === '') return;
    // The later word of the person stands, but never without their knowing what it costs.
    if (film && film.state !== 'refused') askInstead(film);
    else void send();
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
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Else the same key presses the first button of the question that it opens.
          event.preventDefault();
          sendIfWhole();
        }}
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
