import pino from 'pino';

const STANDARD_ERROR = 2;
/** More than this is written within the turn. */
const BUFFERED_MAX_BYTES = 8 * 1024;

/** A destination of log lines. */
interface LogOutput {
  readonly write: (line: string) => void;
}

interface Target extends LogOutput {
  readonly flushSync: () => void;
}

/**
 * Collects the lines of one turn of the event loop and writes them together: a batch has a line for each of its calls,
 * and each write is a call of the system. They are written before the process waits for anything, and when it exits; a
 * SIGKILL in the middle of a turn loses the lines of that turn.
 */
export function writeOncePerTurn(target: Target): LogOutput {
  let isPlanned = false;
  process.once('exit', () => target.flushSync());
  return {
    write: (line) => {
      target.write(line);
      if (isPlanned) return;
      isPlanned = true;
      setImmediate(() => {
        isPlanned = false;
        target.flushSync();
      });
    },
  };
}

/** Standard error, whose lines are written once per turn. */
export const openLogOutput = (): LogOutput =>
  writeOncePerTurn(pino.destination({ dest: STANDARD_ERROR, sync: true, minLength: BUFFERED_MAX_BYTES }));
