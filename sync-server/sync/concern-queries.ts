import type { Db } from '../db/open.ts';
import type { ChangeRange } from './change-watch.ts';

/** Who is affected by a range of changes. */
export interface Concerned {
  /** Users whose own rows changed. */
  readonly people: ReadonlySet<string>;
  /** Whether a row of a course changed: that concerns every admin. */
  readonly hasCourses: boolean;
  /** Users who activated a course in which a row changed. */
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
