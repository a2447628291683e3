import type { CarrelServer } from './carrel-server.ts';
import { emailOf } from './learner.ts';

interface ProgressRow {
  readonly lessonId: string;
  readonly completedAt: string | null;
  readonly positionSeconds: number;
}

/** The rows of one learner in the server db, read directly. */
export function readServerDb(server: CarrelServer, name: string) {
  const email = emailOf(name);
  const ofUser = <Row>(table: string) =>
    server.query<Row>(`select t.* from ${table} t join users u on u.id = t.userId where u.email = ?`, email);
  return {
    activations: ofUser<{ courseId: string }>('activations').map((row) => row.courseId),
    progress: ofUser<ProgressRow>('progress'),
    completed: ofUser<ProgressRow>('progress')
      .filter((row) => row.completedAt !== null)
      .map((row) => row.lessonId)
      .sort(),
    receipts: ofUser<{ key: string; status: number }>('receipts'),
    codesUsed: server.query<{ code: string }>(
      `select code from activationCodes c join redemptions r on r.codeId = c.id
       join users u on u.id = r.userId where u.email = ?`,
      email,
    ),
  };
}
