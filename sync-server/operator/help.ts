import type { Command } from './command.ts';

const GLOBAL_OPTIONS = {
  'config <file>': 'reads variables from a file, such as the EnvironmentFile of the service',
  help: 'prints this',
};
const EXIT_CODES = 'Exit codes: 0 done, 1 failed or errors found, 2 wrong call; then nothing was done.';

export function helpOfAll(commands: readonly Command[]): string[] {
  const calls = commands.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary] as const);
  return [
    'Usage: carrel <command> [options]',
    '',
    ...columns(calls),
    '',
    ...columns(optionRows(GLOBAL_OPTIONS)),
    '',
    'Commands read the configuration of the server: give them the same variables.',
    EXIT_CODES,
  ];
}

export function helpOfOne({ name, usage, summary, details, options }: Command): string[] {
  const own = Object.fromEntries(
    Object.entries(options).map(([option, { value, help }]) => [
      value === undefined ? option : `${option} <${value}>`,
      help,
    ]),
  );
  return [
    `Usage: carrel ${[name, usage, '[options]'].filter((part) => part !== '').join(' ')}`,
    '',
    `${summary}.`,
    ...details.flatMap((detail) => ['', detail]),
    '',
    ...columns(optionRows({ ...own, ...GLOBAL_OPTIONS })),
    '',
    EXIT_CODES,
  ];
}

const optionRows = (options: Readonly<Record<string, string>>) =>
  Object.entries(options).map(([option, help]) => [`--${option}`, help] as const);

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
