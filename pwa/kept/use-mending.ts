import { useState } from 'react';
import { describeFailure } from '#schema/spoken-error.ts';

export interface Mending {
  /** `asked`: the course was requested, and its files are being downloaded. */
  readonly state: 'idle' | 'busy' | 'asked';
  /** Why it could not be requested, as a sentence. */
  readonly problem: string | null;
  readonly mend: () => void;
}

/** Downloads the missing parts of an offline course when the user requests it. */
export function useMending(courseId: string): Mending {
  const [state, setState] = useState<Mending['state']>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const start = () => {
    setState('busy');
    setProblem(null);
    mend(courseId).then(
      () => setState('asked'),
      (error: unknown) => {
        setState('idle');
        setProblem(describeFailure(error));
      },
    );
  };
  return { state, problem, mend: start };
}

/** Rarely needed: not loaded at each start. */
async function mend(courseId: string): Promise<void> {
  const { mendCourse } = await import('../sync/mend-course.ts');
  await mendCourse(courseId);
}
