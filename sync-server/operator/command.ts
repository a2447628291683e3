import type { Config } from '../config.ts';

/** 0: done; 1: it failed, or a check found errors; 2: the command was given wrongly and did nothing. */
export type ExitCode = 0 | 1 | 2;

interface Option {
  /** A text after the option, by its name in the help; absent: the option is a switch. */
  readonly value?: string;
  readonly help: string;
}

/** The arguments of a command. */
export interface CommandCall {
  readonly config: Config;
  readonly args: readonly string[];
  /** Whether a switch was given. */
  has(option: string): boolean;
  /** The text of an option. */
  get(option: string): string | undefined;
  /** An absolute path; relative ones are relative to where the command was typed. */
  toPath(text: string): string;
  /** A line of the result. */
  print(line: string): void;
  /** A line of progress or a warning, apart from the result. */
  note(line: string): void;
}

export interface Command {
  readonly name: string;
  /** The arguments as shown in the help: `<needed>`, `[optional]`. */
  readonly usage: string;
  /** One line. */
  readonly summary: string;
  /** Paragraphs of the command's own help. */
  readonly details: readonly string[];
  readonly args: { readonly min: number; readonly max: number };
  readonly options: Readonly<Record<string, Option>>;
  /** The only kind of database that it works with, and what to use on another; absent: it works with both. */
  readonly only?: { readonly database: 'sqlite' | 'postgres'; readonly otherwise: string };
  run(call: CommandCall): Promise<ExitCode>;
}

/** The command was given wrongly. Nothing was done. */
export class UsageError extends Error {}
