import type { NamedSession, SessionUser } from '#sync-server/auth/session/session-queries.ts';
import type { Change } from '#sync-server/db/changes/changes-queries.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import type { JointCommand, JointWork } from './run-command.ts';

/** How a handler does the work of several users' commands at once. */
export interface JointHandler<Call extends { readonly input: unknown }, Output> {
  /** Whether a command is small enough: the others of its transaction wait for it. */
  readonly accepts: (input: Call['input']) => boolean;
  /** See `JointWork`. */
  readonly run: (
    trx: Trx,
    calls: readonly Call[],
  ) => Promise<{ readonly outputs: readonly Output[]; readonly changes: readonly Change[] }>;
}

interface Joining<Call> {
  readonly key: string;
  readonly session: NamedSession;
  /** Authorises and parses. Throws ApiError. */
  readonly readCall: (found: SessionUser | undefined) => Call;
}

/** Returns what makes the commands of one handler run together. */
export function joinerOf<Call extends { readonly input: unknown }, Output>({
  accepts,
  run,
}: JointHandler<Call, Output>): (joining: Joining<Call>) => JointCommand {
  const calls = new WeakMap<JointCommand, Call>();
  const work: JointWork = {
    run: (trx, commands) =>
      run(
        trx,
        commands.flatMap((command) => calls.get(command) ?? []),
      ),
  };
  return ({ key, session, readCall }) => {
    const command: JointCommand = {
      key,
      session,
      work,
      accept: (found) => {
        const call = readCall(found);
        if (!accepts(call.input)) return false;
        calls.set(command, call);
        return true;
      },
    };
    return command;
  };
}
