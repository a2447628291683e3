import * as v from 'valibot';
import { ACTIVATION_CODE_MAX_CHARACTERS, CODE_LIST_MAX } from '../limits.ts';
import { adminMessages } from '../messages/admin-messages.ts';
import { normalizeCode } from './activation.ts';

export const UploadCodesInput = v.object({
  codes: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(ACTIVATION_CODE_MAX_CHARACTERS))),
    v.minLength(1, adminMessages.codesNone),
    v.maxLength(CODE_LIST_MAX),
  ),
});
export type UploadCodesInput = v.InferOutput<typeof UploadCodesInput>;

/**
 * The codes of {@link UploadCodesInput} in a command, which was validated when it was queued: checked in one pass
 * without an object for each code, because the outbox parses its rows at every change.
 */
export const QueuedCodes = v.custom<string[]>(
  (codes) =>
    Array.isArray(codes) &&
    codes.length > 0 &&
    codes.length <= CODE_LIST_MAX &&
    codes.every((code) => typeof code === 'string' && code.length <= ACTIVATION_CODE_MAX_CHARACTERS),
);

export const CodeStats = v.object({ total: v.number(), unused: v.number(), used: v.number() });
export type CodeStats = v.InferOutput<typeof CodeStats>;

/**
 * `allCodes`: every unused code of the course, oldest first; `added` and `known` count the codes of the
 * request.
 */
export const UploadCodesReply = v.object({
  allCodes: v.array(v.string()),
  codeStats: CodeStats,
  added: v.number(),
  known: v.number(),
});

/** The content of a file of codes. */
export interface CodeFile {
  readonly codes: readonly string[];
  /** The first line when it was treated as a header; the admin may add it back. */
  readonly header: string | null;
  readonly duplicates: number;
  readonly tooLong: number;
}

/** So many lines take a slow device a few milliseconds. */
const LINES_PER_TURN = 1_000;

/**
 * Reads a CSV or TXT file of codes in linear time: strips a byte order mark, uses the first column of comma-
 * or tab-separated lines, removes quotes, drops a first line that looks like a header (contains code, id or
 * key), blanks and duplicates (spec map, section 5).
 *
 * @param pause awaited after every thousand lines: the longest file takes a slow device two seconds
 */
export async function parseCodeFile(text: string, pause: () => Promise<void>): Promise<CodeFile> {
  const seen = new Map<string, string>();
  const omitted = { tooLong: 0, duplicates: 0 };
  let header: string | null = null;
  let isFirst = true;
  for (const [at, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (at % LINES_PER_TURN === LINES_PER_TURN - 1) await pause();
    const code = firstCell(line);
    if (code === '') continue;
    if (isFirst && /code|id|key/i.test(code)) header = code;
    else addCode(code, seen, omitted);
    isFirst = false;
  }
  return { codes: [...seen.values()], header, ...omitted };
}

/** @param seen the codes so far, by their normalised form */
function addCode(
  code: string,
  seen: Map<string, string>,
  omitted: { tooLong: number; duplicates: number },
): void {
  const key = normalizeCode(code);
  if (key === '') return;
  if (code.length > ACTIVATION_CODE_MAX_CHARACTERS) omitted.tooLong += 1;
  else if (seen.has(key)) omitted.duplicates += 1;
  else seen.set(key, code);
}

function firstCell(line: string): string {
  const trimmed = line.trim();
  if (!trimmed.startsWith('"')) return (trimmed.split(/[,\t]/, 1)[0] ?? '').replaceAll('"', '').trim();
  const end = closingQuote(trimmed);
  return trimmed.slice(1, end).replaceAll('""', '"').replaceAll('"', '').trim();
}

/** Index of the quote that closes the cell starting at 0; the end of the line when there is none. */
function closingQuote(line: string): number {
  let at = 1;
  while (at < line.length) {
    if (line[at] !== '"') at += 1;
    else if (line[at + 1] === '"') at += 2;
    else return at;
  }
  return line.length;
}
