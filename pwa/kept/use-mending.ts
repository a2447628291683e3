import { useState } from 'react';
import { describeFailure } from '#schema/spoken-error.ts';

export interface Mending {
  /** `asked`: the course was asked for, and its files are on their way. */
  readonly state: 'idle' | 'busy' | 'asked';
  /** Why it could not be asked for, as a sentence. */
  readonly problem: string | null;
  readonly mend: () => void;
}

/** Fetches what a kept course lacks, when the person says so. */
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

/** Needed now and then: not fetched at each start. */
async function mend(courseId: string): Promise<void> {
  const { mendCourse } = await import('../sync/mend-course.ts');
  await mendCourse(courseId);
}
