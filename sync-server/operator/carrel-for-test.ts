import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { findProjectRoot } from '../project-root.ts';
import { runCarrel } from './run-carrel.ts';

interface CarrelRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process, with relative paths from the data folder. */
export async function carrel(dataFolder: string, argv: readonly string[], config: Partial<Config> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCarrel(argv, {
    cwd: dataFolder,
    readConfig: () => ({ ...readConfig({}), ...config, dataFolder }),
    print: (line) => out.push(line),
    note: (line) => err.push(line),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** Runs a command as an operator does, in a process of its own. */
export async function carrelProcess(
  environment: Readonly<Record<string, string>>,
  argv: readonly string[],
): Promise<CarrelRun> {
  const program = join(findProjectRoot(), 'sync-server', 'operator', 'carrel.ts');
  return run(['--import', 'tsx', program, ...argv], environment);
}

/**
 * Runs code in a process of its own. `imports` are paths from the folder of the server; the arguments are
 * `process.argv` from the second on.
 */
export async function codeProcess(
  code: string,
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CarrelRun> {
  const resolved = code.replaceAll('@server', join(findProjectRoot(), 'sync-server'));
  return run(['--import', 'tsx', '--input-type=module', '-e', resolved, ...argv], environment);
}

async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CarrelRun> {
  const child = spawn(process.execPath, args, { cwd: findProjectRoot(), env: environment });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  await once(child, 'close');
  return { code: child.exitCode, out, err };
}
