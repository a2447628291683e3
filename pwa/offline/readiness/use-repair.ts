import { useState } from 'react';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

export interface Repair {
  /** `asked`: the course was requested, and its files are being downloaded. */
  readonly state: 'idle' | 'busy' | 'requested';
  /** Why it could not be requested, as a sentence. */
  readonly problem: string | null;
  readonly repair: () => void;
}

/** Downloads the missing parts of an offline course when the user requests it. */
export function useRepair(courseId: string): Repair {
  const [state, setState] = useState<Repair['state']>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const start = () => {
    setState('busy');
    setProblem(null);
    repair(courseId).then(
      () => setState('requested'),
      (error: unknown) => {
        setState('idle');
        setProblem(describeFailure(error));
      },
    );
  };
  return { state, problem, repair: start };
}

/** Rarely needed: not loaded at each start. */
async function repair(courseId: string): Promise<void> {
  const { repairCourse } = await import('#pwa/sync/pull/repair-course.ts');
  await repairCourse(courseId);
}
