import type { Caller } from './caller.ts';
import type { CommandReply, PreparedCommand } from './commands/command.ts';

/** The batch's values for one of its calls, in place of those that a request has itself. */
export interface BatchedCall {
  /** Authorised once for the whole batch. */
  readonly caller: Caller;
  /** Already parsed; undefined for a call without a body. */
  readonly body: unknown;
  /** Runs the call's command. The batch decides in which transaction, and with which others. */
  readonly run: (command: PreparedCommand) => Promise<CommandReply>;
  /** Whether the replies of the batch have reached their size: this one is to be short, or postponed. */
  readonly isFull: () => boolean;
}
