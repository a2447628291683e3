import { useState } from 'react';
import { adminMessages } from '#schema/admin-messages.ts';
import { describeFailure } from '#schema/spoken-error.ts';
import { useUserId } from '../../../session/use-user-id.ts';
import type { UploadRow } from '../../../store/uploads.ts';
import { dropUpload } from '../../../sync/change-upload.ts';
import { holdThumbnail } from '../../../sync/keep-upload.ts';
import { useLocalUrl, useThumbnailUpload } from './use-uploads.ts';

export interface ThumbnailFile {
  /** The picture that was chosen, held until the course is saved or on its way; null without one. */
  readonly upload: UploadRow | null;
  /** Shows it from this device; null while it is read. */
  readonly url: string | null;
  /** Why the last choice could not be used. */
  readonly problem: string | null;
  readonly isReading: boolean;
  readonly choose: (file: File) => void;
  readonly remove: () => void;
}

/**
 * The picture of a course from a file: held as an unsaved preview, which a crash does not lose, and uploaded
 * once the course is saved (section 4, `releaseThumbnail`).
 *
 * @param courseId or the placeholder of a course that is not saved yet
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
