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
 * Runs a program behind everything else (lowest priority), without a shell and without input, and answers
 * what it wrote to its output. Rejects when it is not there, fails, takes too long (all with the end of
 * what it said), or when `signal` asks it to stop: SIGTERM, a second later SIGKILL. It has ended in any case.
 */
export function runProgram(name: string, args: readonly string[], options: RunOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let said = '';
    let stopReason: string | null = null;
    let killTimer: NodeJS.Timeout | undefined;
    const stop = (reason: string) => {
      if (stopReason !== null) return;
      stopReason = reason;
      child.kill('SIGTERM');
      killTimer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    };
    const stopAsAsked = () => stop('stopped');
    const timeout = setTimeout(() => stop(`took longer than ${options.timeoutMs} ms`), options.timeoutMs);
    const settle = (settled: () => void) => {
      clearTimeout(timeout);
      clearTimeout(killTimer);
      options.signal.removeEventListener('abort', stopAsAsked);
      settled();
    };
    options.signal.addEventListener('abort', stopAsAsked);
    if (options.signal.aborted) stopAsAsked();
    child.on('spawn', () => lowerPriority(child.pid));
    child.stdout.on('data', (chunk: Buffer) => {
      if (output.length < OUTPUT_MAX_CHARACTERS) output += chunk.toString('utf8');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-PROBLEM_CHARACTERS);
    });
    child.on('error', (error) => settle(() => reject(error)));
    child.on('close', (code, signal) => {
      const problem = stopReason ?? (code === 0 ? null : `ended with ${code ?? signal}: ${said.trim()}`);
      settle(() => (problem === null ? resolve(output) : reject(new Error(`${name} ${problem}`))));
    });
  });
}

/** A program that ended meanwhile, or a system that does not know priorities, is no reason to stop. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It runs as important as everything else.
  }
}
