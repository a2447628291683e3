import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Config, readConfig } from '../config.ts';
import { findProjectRoot } from '../project-root.ts';
import { programFile } from '../testing/processes/program.ts';
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
  return run([programFile('carrel'), ...argv], environment);
}

/**
 * Runs JavaScript that kills its own process; throws if the process ends in another way. The arguments are
 * `process.argv` from the second on.
 */
export async function killedProcess(code: string, argv: readonly string[]): Promise<void> {
  const ended = await run(['--input-type=module', '-e', code, ...argv], {});
  if (ended.code !== null) throw new Error(`The process was not killed: ${ended.out}${ended.err}`);
}

/** Runs the server until it ends by itself. */
export const serverProcess = (environment: Readonly<Record<string, string>>): Promise<CarrelRun> =>
  run([programFile('main')], environment);

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
