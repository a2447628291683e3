import { linesOf } from './markdown-lines.ts';

/** mdBook's commands that take code from another file, also inside of code. */
const INCLUDE = /^[ \t]*\{\{\s{0,9}#(?:include|rustdoc_include|playground)\s[^}]{1,200}\}\}/;
const COMMANDS = [
  ['{% … %}', /\{%[^%]{1,200}%\}/],
  ['{{< … >}}', /\{\{[<%][^}]{1,200}\}\}/],
  ['{{#… }}', /\{\{\s{0,9}#[^}]{1,200}\}\}/],
] as const;

/** The notation of the first command of a website's program in a Markdown text; null without any. */
export function findCommand(markdown: string): string | null {
  for (const { line, isCode } of linesOf(markdown)) {
    if (INCLUDE.test(line)) return '{{#include … }}';
    if (isCode) continue;
    const text = line.replace(/`[^`]*`/g, '');
    const command = COMMANDS.find(([, pattern]) => pattern.test(text));
    if (command !== undefined) return command[0];
  }
  return null;
}
