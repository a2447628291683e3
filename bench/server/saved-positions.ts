import { randomUUID } from 'node:crypto';
import { POSITION_MAX_SECONDS } from '#schema/limits.ts';
import { LARGE_COURSE } from '../many-courses.ts';
import type { NextRequest } from './load.ts';
import type { Person } from './school.ts';

const LESSONS = 100;
export const lessonAt = (index: number) => `${LARGE_COURSE}-lesson-${index % LESSONS}`;

/** The body of a saved position. */
export const positionIn = (lessonId: string, positionSeconds: number) => ({
  entries: [{ lessonId, positionSeconds, updatedAt: new Date().toISOString() }],
});

/** Returns the requests that save one position each: by one learner after another, in one lesson after another. */
export function savesOf(learners: readonly Person[], tokenOf: (person: Person) => string): NextRequest {
  let count = 0;
  return () => {
    count += 1;
    const learner = learners[count % learners.length];
    if (learner === undefined) throw new Error('There are no learners');
    const lesson = lessonAt(Math.floor(count / learners.length));
    return {
      method: 'PUT',
      path: '/api/progress',
      headers: {
        Authorization: `Bearer ${tokenOf(learner)}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      },
      body: JSON.stringify(positionIn(lesson, count % POSITION_MAX_SECONDS)),
    };
  };
}

/** A baseline reads the id of the user where the server reads the token. */
export const tokenOf = ({ token }: Person): string => token;
export const idOf = ({ id }: Person): string => id;
