import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import { liveActivations } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import type { ChangeRange } from './change-watch.ts';

/** The users who are affected by a range of changes. */
export interface Concerned {
  /** Users whose own rows changed. */
  readonly people: ReadonlySet<string>;
  /** Whether a row of a course changed: that concerns every admin. */
  readonly hasCourses: boolean;
  /** Users who activated a course in which a row changed. */
  readonly members: ReadonlySet<string>;
}

/** The members are read course by course, because each course may have tens of thousands. */
export async function findConcerned(db: Db, { after, upTo }: ChangeRange): Promise<Concerned> {
  const owners = await db
    .selectFrom('changes')
    .select('userId')
    .distinct()
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .execute();
  const people = new Set(owners.map(({ userId }) => userId));
  const hasCourses = people.has('');
  const members = new Set<string>();
  for (const courseId of hasCourses ? await listChangedCourses(db, { after, upTo }) : []) {
    for (const { userId } of await membersOf(db, { courseId })) members.add(userId);
  }
  return { people, hasCourses, members };
}

async function listChangedCourses(db: Db, { after, upTo }: ChangeRange): Promise<string[]> {
  const rows = await db
    .selectFrom('changes')
    .select((eb) => eb.fn.coalesce('courseId', 'id').as('courseId'))
    .distinct()
    .where('userId', '=', '')
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .execute();
  return rows.map(({ courseId }) => courseId);
}

const membersOf = compiledOnce((db, value: ValueOf<{ courseId: string }>) =>
  db.selectFrom(liveActivations).select('userId').where('courseId', '=', value('courseId')),
);
