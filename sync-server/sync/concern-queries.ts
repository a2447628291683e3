import type { Db } from '../db/open.ts';
import type { ChangeRange } from './change-watch.ts';

/** Whom a stretch of changes concerns. */
export interface Concerned {
  /** Those whose own rows changed. */
  readonly people: ReadonlySet<string>;
  /** Whether something changed that belongs to a course: that is for every admin. */
  readonly hasCourses: boolean;
  /** Those who activated a course in which something changed. */
  readonly members: ReadonlySet<string>;
}

export async function findConcerned(db: Db, { after, upTo }: ChangeRange): Promise<Concerned> {
  const owners = await db
    .selectFrom('changes')
    .select('userId')
    .distinct()
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .execute();
  const members = await db
    .selectFrom('activations')
    .select('userId')
    .distinct()
    .where('courseId', 'in', (eb) =>
      eb
        .selectFrom('changes')
        .select((one) => one.fn.coalesce('changes.courseId', 'changes.id').as('courseId'))
        .where('changes.userId', '=', '')
        .where('changes.sequence', '>', after)
        .where('changes.sequence', '<=', upTo),
    )
    .execute();
  const people = new Set(owners.map(({ userId }) => userId));
  return { people, hasCourses: people.has(''), members: new Set(members.map(({ userId }) => userId)) };
}
