import { useState } from 'react';
import { removeCourseFiles } from '#pwa/downloads/plans/download-plans.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import type { MediaKind, OfflineCourse } from '#pwa/store/database/rows.ts';
import { describeBytes } from '#pwa/ui/format/describe-bytes.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

/** The pending confirmation of a removal. */
export interface Removal {
  readonly course: Pick<OfflineCourse, 'id' | 'title'>;
  /** Null for all of its files. */
  readonly kind: MediaKind | null;
  readonly name: string;
  readonly bytes: number;
}

/**
 * Removes files of a course from the device after a confirmation: they can be downloaded again only when
 * online.
 *
 * @param onRemoved moves the focus, because the pressed button may be removed
 */
export function useRemovals(onRemoved: () => void) {
  const userId = useUserId();
  const [question, setQuestion] = useState<Removal | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState('');

  const remove = async ({ course, kind, bytes }: Removal) => {
    setIsBusy(true);
    try {
      await removeCourseFiles(userId, course.id, kind ?? undefined);
      setMessage(`${describeBytes(bytes)} freed.`);
    } catch (error) {
      setMessage(describeFailure(error));
    }
    setIsBusy(false);
    setQuestion(null);
    onRemoved();
  };
  return { question, isBusy, message, request: setQuestion, remove, cancel: () => setQuestion(null) };
}

export type Removals = ReturnType<typeof useRemovals>;
