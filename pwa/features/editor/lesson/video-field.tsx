import { memo, useState } from 'react';
import { mayBeFramed } from '#pwa/lesson/video/frame-origins.ts';
import type { UploadRow } from '#pwa/store/account/uploads.ts';
import { enqueueVideoUrl } from '#pwa/sync/enqueue/editor-commands.ts';
import { dropUpload } from '#pwa/sync/uploads/change-upload.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { LessonType } from '#schema/courses/lesson-type.ts';
import { parseVideoUrl, type Video } from '#schema/courses/video.ts';
import { VIDEO_URL_MESSAGE_MS } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { useEditorContext } from '../context/editor-context.tsx';
import { useLessonEdit } from '../context/use-edits.ts';
import { videoProblem } from '../model/editor-rules.ts';
import { findLesson } from '../model/find-lesson.ts';
import { readVideoAddress } from '../model/video-address.ts';
import { useLessonUpload } from '../upload/use-uploads.ts';
import { VideoUpload } from '../upload/video-upload.tsx';
import type { LessonPartProps } from './lesson-part.ts';
import styles from './video-field.module.css';

interface VideoFieldProps extends LessonPartProps {
  videoUrl: string | null;
}

/**
 * The video fields of a lesson, which a text lesson does not have. A video that is there is not hidden: it is said
 * that learners see it.
 */
export function VideoPart({ type, ...props }: VideoFieldProps & { type: LessonType }) {
  const upload = useLessonUpload(props.lessonId);
  const hasVideo = (props.videoUrl ?? '') !== '' || (upload ?? null) !== null;
  // A cleared field stays until the lesson is closed.
  const [hadVideo, setHadVideo] = useState(hasVideo);
  if (hasVideo && !hadVideo) setHadVideo(true);
  if (type === 'video') return <VideoField {...props} />;
  if (!hasVideo && !hadVideo) return null;
  return (
    <Stack gap={2}>
      {hasVideo && <p>This lesson is of the type Text, but has a video. Learners see both.</p>}
      <VideoField {...props} />
    </Stack>
  );
}

/**
 * A lesson's video. An address may lack `https://`, and the code of a player is read as the address in it. It is sent once it is complete (on blur or Enter); clearing it removes the video when
 * the course is saved (spec map, section 5).
 */
const VideoField = memo(({ moduleId, lessonId, title, ...rest }: VideoFieldProps) => {
  const { userId, book, getEditor, watch, run, confirm } = useEditorContext();
  const edit = useLessonEdit();
  const upload = useLessonUpload(lessonId);
  const videoUrl = rest.videoUrl ?? '';
  const address = readVideoAddress(videoUrl);
  const video = parseVideoUrl(address);
  const isOwn = video.kind === 'file' && video.source === 'own';
  const problem = isOwn ? null : videoProblem(videoUrl);
  const seenUrl = () => findLesson(getEditor().seen.modules, lessonId)?.lesson.videoUrl ?? null;
  const send = () =>
    run(adminMessages.videoUrlFailed, async () => {
      const ref = { courseId: getEditor().course.id, moduleId, lessonId, lessonTitle: title };
      const commandId = await enqueueVideoUrl(userId, ref, address);
      // It is in the outbox now, so the draft no longer needs it.
      edit(lessonId, { videoUrl: seenUrl() });
      if (commandId === null) return;
      watch({
        commandIds: [commandId],
        success: adminMessages.videoUrlUpdated,
        durationMs: VIDEO_URL_MESSAGE_MS,
        failure: adminMessages.videoUrlFailed,
      });
    });
  const confirmReplace = (upload: UploadRow) =>
    confirm({
      title: 'Replace the uploaded video with this address?',
      sentence: `“${upload.fileName}” is being uploaded to this lesson and would replace the address.`,
      note: 'If you use the address, the upload is cancelled and the video file is removed from this device.',
      action: 'Use address',
      onYes: () => void run(adminMessages.videoUrlFailed, () => dropUpload(upload.uploadId).then(send)),
      onNo: () => edit(lessonId, { videoUrl: seenUrl() }),
    });
  const sendIfWhole = () => {
    const isTyped = book.state.get().drafts.lessons[lessonId]?.changes.videoUrl !== undefined;
    if (!isTyped || isOwn || problem !== null || address === '') return;
    // The later choice wins, but only after the user has confirmed what it discards.
    if (upload && upload.state !== 'refused') confirmReplace(upload);
    else void send();
  };
  return (
    <Stack gap={2} align="start" className={styles.video}>
      <TextField
        label="Video URL"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        hint={isOwn ? 'Current: uploaded video. An address entered here replaces it.' : hintFor(video)}
        error={problem}
        value={isOwn ? '' : videoUrl}
        onChange={({ target: { value } }) => {
          // The code of a player becomes its address at once.
          const entered = value.includes('<') ? readVideoAddress(value) : value;
          edit(lessonId, { videoUrl: entered === '' ? null : entered });
        }}
        onBlur={sendIfWhole}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Otherwise the same key presses the first button of the dialog that it opens.
          event.preventDefault();
          sendIfWhole();
        }}
      />
      {videoUrl !== '' && (
        <Button variant="danger" onClick={() => edit(lessonId, { videoUrl: null })}>
          Remove video
        </Button>
      )}
      <VideoUpload
        lesson={{
          courseId: getEditor().course.id,
          moduleId,
          lessonId,
          lessonTitle: title,
        }}
        upload={upload}
        onSaved={(commandId) =>
          watch({
            commandIds: [commandId],
            success: adminMessages.videoUploaded,
            failure: adminMessages.videoUploadFailed,
            hasDetails: true,
          })
        }
      />
    </Stack>
  );
});

const SOURCES = 'YouTube, Vimeo, Google Drive, Dropbox, or the address of a video file.';

function hintFor(video: Video): string {
  if (video.kind === 'link') return `Learners see a link to ${hostOf(video)}: ${reasonFor(video)}.`;
  if (video.kind !== 'embed' || mayBeFramed(video.embedUrl)) return SOURCES;
  return `Learners see a link to ${hostOf(video)}: its player cannot be embedded.`;
}

const hostOf = ({ url }: { readonly url: string }): string => new URL(url).hostname;

const reasonFor = ({ url }: { readonly url: string }): string =>
  /\.(?:avi|wmv|flv)$/i.test(new URL(url).pathname)
    ? 'no browser plays this kind of file'
    : 'this is not the address of a single video';
