import { useState } from 'react';
import { describeFailure } from '#schema/spoken-error.ts';
import { removeCourseFiles } from '../../downloads/download-plans.ts';
import { useUserId } from '../../session/use-user-id.ts';
import type { KeptCourse, MediaKind } from '../../store/rows.ts';
import { describeBytes } from '../../ui/describe-bytes.ts';

/** The pending confirmation of a removal. */
export interface Removal {
  readonly course: Pick<KeptCourse, 'id' | 'title'>;
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
  const [words, setWords] = useState('');

  const remove = async ({ course, kind, bytes }: Removal) => {
    setIsBusy(true);
    try {
      await removeCourseFiles(userId, course.id, kind ?? undefined);
      setWords(`${describeBytes(bytes)} are free again.`);
    } catch (error) {
      setWords(describeFailure(error));
    }
    setIsBusy(false);
    setQuestion(null);
    onRemoved();
  };
  return { question, isBusy, words, ask: setQuestion, remove, cancel: () => setQuestion(null) };
}

export type Removals = ReturnType<typeof useRemovals>;
