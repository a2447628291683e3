import pino, { type Logger } from 'pino';

const STANDARD_ERROR = 2;
/** More than this is written within the turn. */
const COLLECTED_MAX = 8 * 1024;

/** A destination of log lines. */
interface LogOutput {
  readonly write: (lines: string) => void;
}

/**
 * Collects the lines of one turn of the event loop and writes them together: a batch has a line for each of its calls,
 * and each write is a call of the system. They are written before the process waits for anything, and when it exits; a
 * SIGKILL in the middle of a turn loses the lines of that turn.
 *
 * @param target writes at once, and does not wait for the disk: `flushSync` of pino's destinations calls fsync, which
 * delays every request of the turn
 */
export function writeOncePerTurn(target: LogOutput): LogOutput {
  let collected = '';
  const flush = () => {
    if (collected === '') return;
    const lines = collected;
    collected = '';
    target.write(lines);
  };
  process.once('exit', flush);
  return {
    write: (line) => {
      if (collected === '') setImmediate(flush);
      collected += line;
      if (collected.length > COLLECTED_MAX) flush();
    },
  };
}

/** Standard error, whose lines are written once per turn. */
export const openLogOutput = (): LogOutput =>
  writeOncePerTurn(pino.destination({ dest: STANDARD_ERROR, sync: true }));

/** Logs the warnings of Node and of packages, which Node writes as text of several lines otherwise. */
export function logWarnings(log: Logger): void {
  // The only listener there is Node's own, which writes that text.
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn({ name, warning: message }, 'a warning of Node'));
}
