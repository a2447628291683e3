import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Config, ConfigError } from '../config.ts';
import { type Command, type CommandCall, type ExitCode, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { helpOfAll, helpOfOne } from './help.ts';

/** The part of the process that a command needs. */
export interface Terminal {
  /** The folder that relative paths start from. */
  readonly cwd: string;
  readConfig(envFile?: string): Config;
  /** To standard output. */
  print(line: string): void;
  /** To standard error. */
  note(line: string): void;
}

/** Runs `carrel` with these arguments. Prints what went wrong; never rejects. */
export async function runCarrel(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await dispatch(argv, terminal);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const isWrongCall = error instanceof UsageError || error instanceof ConfigError;
    terminal.note(isWrongCall ? text : `Failed: ${text}`);
    return isWrongCall ? 2 : 1;
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === 'help') {
    for (const line of helpOfAll(commands)) terminal.print(line);
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((one) => one.name === name);
  if (command === undefined) throw new UsageError(`There is no command ${name}. carrel --help lists them.`);
  const { values, positionals } = parse(command, rest);
  if (values.help === true) {
    for (const line of helpOfOne(command)) terminal.print(line);
    return 0;
  }
  const { min, max } = command.args;
  if (positionals.length < min || positionals.length > max)
    throw wrongCall(command, `it takes ${command.usage || 'no arguments'}`);
  const call = toCall({ values, positionals }, terminal);
  requireDatabaseOf(command, call.config);
  return command.run(call);
}

function requireDatabaseOf({ name, only }: Command, { databaseUrl }: Config): void {
  if (only === undefined || only.database === (databaseUrl === undefined ? 'sqlite' : 'postgres')) return;
  const [needed, found] =
    databaseUrl === undefined
      ? ['a PostgreSQL database', 'DATABASE_URL is not set']
      : ['the SQLite file of the data folder', 'DATABASE_URL names a PostgreSQL database'];
  throw new UsageError(`carrel ${name} works with ${needed}, and ${found}. ${only.otherwise}`);
}

interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

function parse(command: Command, args: readonly string[]): Parsed {
  const options: NonNullable<ParseArgsConfig['options']> = {
    help: { type: 'boolean' },
    config: { type: 'string' },
  };
  for (const [name, { value }] of Object.entries(command.options))
    options[name] = { type: value === undefined ? 'boolean' : 'string' };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const single = Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? undefined : value,
    ]);
    return { values: Object.fromEntries(single), positionals };
  } catch (error) {
    throw wrongCall(command, error instanceof Error ? error.message : String(error));
  }
}

function toCall({ values, positionals }: Parsed, terminal: Terminal): CommandCall {
  const get = (option: string) => {
    const value = values[option];
    return typeof value === 'string' ? value : undefined;
  };
  const toPath = (text: string) => resolve(terminal.cwd, text);
  const envFile = get('config');
  return {
    config: terminal.readConfig(envFile === undefined ? undefined : toPath(envFile)),
    args: positionals,
    has: (option) => values[option] === true,
    get,
    toPath,
    print: (line) => terminal.print(line),
    note: (line) => terminal.note(line),
  };
}

const wrongCall = ({ name }: Command, reason: string): UsageError =>
  new UsageError(`carrel ${name}: ${reason}\ncarrel ${name} --help explains the command.`);
