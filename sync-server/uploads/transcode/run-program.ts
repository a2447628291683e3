import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

const KILL_AFTER_MS = 1_000;
const OUTPUT_MAX_CHARACTERS = 1_000_000;
const PROBLEM_CHARACTERS = 600;

interface RunOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * Runs a program at the lowest priority, without a shell and without input, and returns its output. Rejects
 * when it is missing, fails, times out (all with the end of its error output), or when `signal` aborts it:
 * SIGTERM, a second later SIGKILL. The program has ended in any case.
 */
export function runProgram(name: string, args: readonly string[], options: RunOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errorOutput = '';
    let stopReason: string | null = null;
    let killTimer: NodeJS.Timeout | undefined;
    const stop = (reason: string) => {
      if (stopReason !== null) return;
      stopReason = reason;
      child.kill('SIGTERM');
      killTimer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    };
    const stopOnAbort = () => stop('stopped');
    const timeout = setTimeout(() => stop(`took longer than ${options.timeoutMs} ms`), options.timeoutMs);
    const finish = (report: () => void) => {
      clearTimeout(timeout);
      clearTimeout(killTimer);
      options.signal.removeEventListener('abort', stopOnAbort);
      report();
    };
    options.signal.addEventListener('abort', stopOnAbort);
    if (options.signal.aborted) stopOnAbort();
    child.on('spawn', () => lowerPriority(child.pid));
    child.stdout.on('data', (chunk: Buffer) => {
      if (output.length < OUTPUT_MAX_CHARACTERS) output += chunk.toString('utf8');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errorOutput = (errorOutput + chunk.toString('utf8')).slice(-PROBLEM_CHARACTERS);
    });
    child.on('error', (error) => finish(() => reject(error)));
    child.on('close', (code, signal) => {
      const problem =
        stopReason ?? (code === 0 ? null : `ended with ${code ?? signal}: ${errorOutput.trim()}`);
      finish(() => (problem === null ? resolve(output) : reject(new Error(`${name} ${problem}`))));
    });
  });
}

/** Errors are ignored: the program may have ended, or the system may not support priorities. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It runs at normal priority.
  }
}
