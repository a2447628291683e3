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

/**
 * Reads a CSV or TXT file of codes in linear time: strips a byte order mark, uses the first column of comma-
 * or tab-separated lines, removes quotes, drops a first line that looks like a header (contains code, id or
 * key), blanks and duplicates (spec map, section 5).
 */
export function parseCodeFile(text: string): CodeFile {
  const cells = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map(firstCell)
    .filter((cell) => cell !== '');
  const header = cells[0] !== undefined && /code|id|key/i.test(cells[0]) ? cells[0] : null;
  const rest = header === null ? cells : cells.slice(1);
  const seen = new Map<string, string>();
  let tooLong = 0;
  let duplicates = 0;
  for (const code of rest) {
    const key = normalizeCode(code);
    if (key === '') continue;
    if (code.length > ACTIVATION_CODE_MAX_CHARACTERS) tooLong += 1;
    else if (seen.has(key)) duplicates += 1;
    else seen.set(key, code);
  }
  return { codes: [...seen.values()], header, duplicates, tooLong };
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
