import { useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import type { UploadRow } from '#pwa/store/account/uploads.ts';
import type { LessonRef } from '#pwa/sync/commands/row-refs.ts';
import { storeVideo } from '#pwa/sync/uploads/store-upload.ts';
import { FileButton } from '#pwa/ui/controls/file-button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import styles from '#pwa/upload/upload.module.css';
import { UploadProgress } from '#pwa/upload/upload-progress.tsx';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { LastFailure } from '../kit/last-failure.tsx';

const ACCEPT = 'video/*,.mp4,.m4v,.mov,.webm,.ogg,.ogv,.mkv,.avi,.wmv,.flv';

interface VideoUploadProps {
  readonly lesson: LessonRef;
  /** As `useLessonUpload` returns it. */
  readonly upload: UploadRow | null | undefined;
  /** Receives the id of the queued command: "Video uploaded successfully!" is shown after its ack. */
  readonly onSaved: (commandId: string) => void;
}

/**
 * Uploads a lesson's video from a file (spec map, section 2): it can be chosen at any time, is stored on this
 * device at once and sent when there is a connection, in chunks, so that an interrupted upload resumes.
 */
export function VideoUpload({ lesson, upload, onSaved }: VideoUploadProps) {
  const userId = useUserId();
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (file: File) => {
    setProblem(null);
    setIsReading(true);
    try {
      onSaved((await storeVideo(userId, lesson, file)).commandId);
    } catch (error) {
      setProblem(describeFailure(error, adminMessages.videoUploadFailed));
    } finally {
      setIsReading(false);
    }
  };
  return (
    <div className={styles.upload}>
      {upload && <UploadProgress upload={upload} />}
      {upload?.state === 'refused' && <LastFailure />}
      <Cluster>
        <FileButton
          label={upload ? 'Choose another video' : 'Upload a video'}
          fieldLabel={`Video file of ${lesson.lessonTitle}`}
          accept={ACCEPT}
          isBusy={isReading}
          onFile={(file) => void choose(file)}
        />
        <span className={styles.message}>Up to 45MB. You can choose a file offline.</span>
      </Cluster>
      {problem !== null && (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      )}
    </div>
  );
}
