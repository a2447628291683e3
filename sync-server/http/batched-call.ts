import type { Caller } from './caller.ts';
import type { CommandReply, PreparedCommand } from './run-command.ts';

/** What one call of a batch is given by the batch around it, in place of what a request brings itself. */
export interface BatchedCall {
  /** Judged once for the whole batch. */
  readonly caller: Caller;
  /** Parsed already; undefined for a call without one. */
  readonly body: unknown;
  /** Runs the call's command. The batch decides in which transaction, and with which others. */
  readonly run: (command: PreparedCommand) => Promise<CommandReply>;
}
