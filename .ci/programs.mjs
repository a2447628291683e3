// Runs the programs of the other commands. Plain JavaScript: it runs before any dependency is installed.
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PROGRESS_EVERY_MS = 10_000;

/** Path of a program installed by a dependency. */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

/** Prints one step of a longer job on its own line, as progress. */
export function print(text) {
  process.stdout.write(`\n▸ ${text}\n`);
}

export function stop(text) {
  process.stderr.write(`\n${text}\n`);
  process.exit(1);
}

/** Runs a program with its output shown. Returns whether it exited with 0. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  return error === undefined && status === 0;
}

/**
 * Runs a program beside others and shows its output when it ends. Resolves to whether it exited with 0.
 *
 * @param name what the program does, printed above its output
 */
export async function runBeside(name, command, args) {
  const { isWell, output } = await runForOutput(command, args);
  print(name);
  process.stdout.write(output);
  return isWell;
}

/**
 * Runs a program beside others, prints every ten seconds that it still runs, and shows its output only if it
 * fails. Resolves to whether it exited with 0.
 *
 * @param name what the program does
 * @param options those of `spawn`, and `note`: why it is done, or how long it takes
 */
export async function runWithProgress(name, command, args, { note, ...options } = {}) {
  print(note === undefined ? name : `${name} (${note})`);
  const startedMs = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    process.stdout.write(`  ${name}: ${seconds} s\n`);
  }, PROGRESS_EVERY_MS);
  const { isWell, output } = await runForOutput(command, args, options);
  clearInterval(timer);
  if (!isWell) process.stdout.write(output);
  return isWell;
}

/** Resolves to the output of a program, both streams in their order, and whether it exited with 0. */
function runForOutput(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes));
    const end = (isWell) => resolve({ isWell, output: Buffer.concat(output) });
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}
