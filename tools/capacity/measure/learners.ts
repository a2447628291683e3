import pino from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { readConfig } from '#sync-server/config.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { openDeps } from '#sync-server/open-deps.ts';
import { insertUser } from '#sync-server/sessions/user-queries.ts';
import { issueTestToken } from '#sync-server/testing/test-session.ts';

/** Learners with a session, who have unlocked every course. */
export interface Learners {
  readonly tokens: readonly string[];
  readonly lessonIds: readonly string[];
}

/** Adds learners to the database of a stopped server. */
export async function addLearners(
  count: number,
  settings: Readonly<Record<string, string>>,
): Promise<Learners> {
  const { deps, close } = await openDeps(readConfig(settings), pino({ level: 'silent' }));
  try {
    const courses = await deps.db.selectFrom('courses').select('id').execute();
    const lessons = await deps.db.selectFrom('lessons').select('id').execute();
    const activatedAt = deps.clock.now().toISOString();
    const tokens: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const id = uuidv7();
      const user = { id, name: `Learner ${n}`, email: `learner-${n}@example.org`, role: 'user' as const };
      await inTransaction(deps.db, async (trx) => {
        await insertUser(trx, { ...user, createdAt: activatedAt, passwordHash: 'none' });
        const rows = courses.map((course) => ({
          ...({
            userId: id,
            courseId: course.id,
            activatedAt,
            codeId: null,
            revokedAt: null,
            reason: '',
            isGiven: 0,
          } as const),
        }));
        await trx.insertInto('activations').values(rows).execute();
      });
      tokens.push(await issueTestToken(deps, { id, tokenVersion: 1 }));
    }
    return { tokens, lessonIds: lessons.map(({ id }) => id) };
  } finally {
    await close();
  }
}
