import type { CompiledQuery, InsertQueryBuilder, InsertResult, QueryCreator } from 'kysely';
import type { SessionUser } from '#sync-server/auth/session/session-queries.ts';
import type { Change } from '#sync-server/db/changes/noted-edits.ts';
import type { ValueOf } from '#sync-server/db/compiled-once.ts';
import type { Db } from '#sync-server/db/open.ts';
import type { Tables } from '#sync-server/db/tables.ts';
import type { JointCommand, JointWork } from './command.ts';
import { jointWriteOf } from './joint-write.ts';
import { runJointly } from './run-jointly.ts';

/** How a handler does the work of several users' commands at once, on PostgreSQL alone. */
export interface JointHandler<Call extends HasInput, Output, Row, Values extends object> {
  /** Whether a command is small enough: the others of its transaction wait for it. */
  readonly accepts: (input: Call['input']) => boolean;
  /** The rows that the work needs, also of commands that are not accepted; they are read as the transaction begins. */
  readonly read: (db: Db, reports: readonly Sent<Call>[]) => CompiledQuery<Row>;
  /** Does the work of accepted commands in their order, and rejects none of them. */
  readonly run: (calls: readonly Call[], rows: readonly Row[]) => JointResult<Output, Values>;
  /** The part of the transaction's last statement that writes the result. */
  readonly write: (
    trx: QueryCreator<Tables>,
    value: ValueOf<Values>,
  ) => InsertQueryBuilder<Tables, 'progress', InsertResult>;
}

interface HasInput {
  readonly input: unknown;
}

/** The input of one user's command. */
interface Sent<Call extends HasInput> {
  readonly userId: string;
  readonly input: Call['input'];
}

interface JointResult<Output, Values> {
  /** The body of each 200. */
  readonly outputs: readonly Output[];
  readonly changes: readonly Change[];
  /** The values of `write`. */
  readonly values: Values;
}

interface Joining<Call extends HasInput> {
  readonly key: string;
  readonly userId: string;
  readonly input: Call['input'];
  /** Authorises. Throws ApiError. */
  readonly readCall: (found: SessionUser | undefined) => Call;
}

/** Makes a command of a handler one that runs together with others. */
export type Join<Call extends HasInput> = (joining: Joining<Call>) => JointCommand | undefined;

export function joinerOf<Call extends HasInput, Output, Row, Values extends object>({
  accepts,
  read,
  run,
  write,
}: JointHandler<Call, Output, Row, Values>): Join<Call> {
  const calls = new WeakMap<JointCommand, Call>();
  const sent = new WeakMap<JointCommand, Sent<Call>>();
  const commit = jointWriteOf(write);
  const work: JointWork = {
    run: (db, commands) =>
      runJointly(db, commands, {
        read: (joint) =>
          read(
            db,
            joint.flatMap((command) => sent.get(command) ?? []),
          ),
        run: (joint, rows) =>
          run(
            joint.flatMap((command) => calls.get(command) ?? []),
            rows,
          ),
        commit,
      }),
  };
  return ({ key, userId, input, readCall }) => {
    if (!accepts(input)) return undefined;
    const command: JointCommand = {
      key,
      work,
      accept: (found) => void calls.set(command, readCall(found)),
    };
    sent.set(command, { userId, input });
    return command;
  };
}
