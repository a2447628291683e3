import type { CommandCall, ExitCode } from './command.ts';

/** One line of a report. An error needs action; a warning may. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'error';
  readonly about: string;
  readonly text: string;
}

export const ok = (about: string, text: string): Finding => ({ level: 'ok', about, text });
export const warning = (about: string, text: string): Finding => ({ level: 'warning', about, text });
export const error = (about: string, text: string): Finding => ({ level: 'error', about, text });

/** Prints a report. Returns 1 if it has an error. */
export function printFindings(call: CommandCall, findings: readonly Finding[]): ExitCode {
  if (call.has('json')) call.print(JSON.stringify({ findings }));
  else for (const { level, about, text } of findings) call.print(`${level.padEnd(8)}${about}: ${text}`);
  return findings.some(({ level }) => level === 'error') ? 1 : 0;
}
