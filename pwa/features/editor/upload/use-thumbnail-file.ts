import { useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import type { UploadRow } from '#pwa/store/account/uploads.ts';
import { dropUpload } from '#pwa/sync/uploads/change-upload.ts';
import { holdThumbnail } from '#pwa/sync/uploads/store-upload.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { useLocalUrl, useThumbnailUpload } from './use-uploads.ts';

export interface ThumbnailFile {
  /** The chosen image, held until the course is saved or being uploaded; null if there is none. */
  readonly upload: UploadRow | null;
  /** A local URL that shows it; null while it is read. */
  readonly url: string | null;
  /** Why the last chosen file was refused. */
  readonly problem: string | null;
  readonly isReading: boolean;
  readonly choose: (file: File) => void;
  readonly remove: () => void;
}

/**
 * A course's thumbnail from a file: held as an unsaved preview, which survives a crash, and uploaded when the
 * course is saved (spec map, section 4; `releaseThumbnail`).
 *
 * @param courseId the course's id, or the placeholder id of an unsaved course
 */
export function useThumbnailFile(courseId: string): ThumbnailFile {
  const userId = useUserId();
  const upload = useThumbnailUpload(courseId) ?? null;
  const url = useLocalUrl(upload?.uploadId ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const choose = async (file: File) => {
    setProblem(null);
    setIsReading(true);
    try {
      await holdThumbnail(userId, courseId, file);
    } catch (error) {
      setProblem(describeFailure(error, adminMessages.thumbnailNotImage));
    } finally {
      setIsReading(false);
    }
  };
  return {
    ...{ upload, url, problem, isReading },
    choose: (file) => void choose(file),
    remove: () => {
      setProblem(null);
      if (upload !== null) void dropUpload(upload.uploadId);
    },
  };
}
