import type { FileTree } from '#interchange/archive/file-tree.ts';
import { readText } from '#interchange/archive/read-text.ts';
import { folderOf, joinPath } from '../paths.ts';

/** Commands that stand for the text of another file, each on a line of its own. */
const COMMANDS: readonly RegExp[] = [
  // mdBook, also in code
  /^[ \t]*\{\{\s?#(?:include|rustdoc_include|playground)\s+([^}\s]{1,300})[^}\n]{0,100}\}\}[ \t]*$/,
  // Jekyll
  /^[ \t]*\{%-?\s*include(?:_relative)?\s+([\w./-]{1,300})[^%\n]{0,300}%\}[ \t]*$/,
  // Quarto
  /^[ \t]*\{\{<\s*include\s+([^>\s]{1,300})\s*>\}\}[ \t]*$/,
  // PyMdown
  /^[ \t]*-{1,2}8<-{1,2}\s+["']([^"'\n]{1,300})["'][ \t]*$/,
];
/** MyST: a block of one line or with options. */
const FENCE = /^[ \t]*(?:`{3,}|:{3,})\{include\}[ \t]*(\S{1,300})[ \t]*$/;

const DEPTH_MAX = 5;
const TEXT_MAX_CHARACTERS = 1_000_000;

/**
 * A text with those that it includes, from the files of the folder. A command whose file is not there stays. `missing`
 * is told the name.
 */
export async function withIncludes(
  text: string,
  path: string,
  tree: FileTree,
  missing: (name: string) => void,
  depth = 0,
): Promise<string> {
  if (!/\{\{|\{%|8<-|\{include\}/.test(text)) return text;
  const lines = text.split(/\r?\n/);
  const written: string[] = [];
  let length = text.length;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fenced = FENCE.exec(line)?.[1];
    const name =
      fenced ?? COMMANDS.map((command) => command.exec(line)?.[1]).find((one) => one !== undefined);
    const file = name === undefined ? undefined : findFile(name, path, tree);
    if (name !== undefined && file === undefined) missing(name);
    if (file === undefined || depth >= DEPTH_MAX || length + file.sizeBytes > TEXT_MAX_CHARACTERS) {
      written.push(line);
      continue;
    }
    length += file.sizeBytes;
    const part = partOf(await readText(file), name ?? '');
    written.push(await withIncludes(part, file.path, tree, missing, depth + 1));
    if (fenced !== undefined)
      while (at + 1 < lines.length && !/^[ \t]*(?:`{3,}|:{3,})[ \t]*$/.test(lines[at] ?? '')) at += 1;
  }
  return written.join('\n');
}

/** mdBook's `a.rs:2:10` and `a.rs:name` are a file. */
const bareName = (name: string): string => name.replace(/:(?:\d*(?::\d*)?|[\w-]+)$/, '');

function findFile(written: string, path: string, tree: FileTree) {
  const name = bareName(written).replace(/^\//, '');
  const folders = [folderOf(path), '', '_includes/', '_snippets/', `${folderOf(path)}_includes/`];
  const paths = folders.map((folder) => joinPath(folder, name));
  return paths.map((one) => (one === null ? undefined : tree.find(one))).find((file) => file !== undefined);
}

/** The lines, or the anchored part, that mdBook's command names, without the marks of such parts. */
function partOf(text: string, name: string): string {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\s+$/, '')
    .split(/\r?\n/);
  const [, from, to] = /:(\d*)(?::(\d*))?$/.exec(name) ?? [];
  const [, anchor] = /:([A-Za-z_][\w-]*)$/.exec(name) ?? [];
  const isMark = (line: string) => /ANCHOR(?:_END)?:\s*[\w-]+\s*$/.test(line);
  if (anchor !== undefined) {
    const start = lines.findIndex((line) => new RegExp(`ANCHOR:\\s*${anchor}\\s*$`).test(line));
    const end = lines.findIndex((line) => new RegExp(`ANCHOR_END:\\s*${anchor}\\s*$`).test(line));
    if (start >= 0)
      return lines
        .slice(start + 1, end < 0 ? undefined : end)
        .filter((line) => !isMark(line))
        .join('\n');
  }
  const first = Number(from || 1) - 1;
  const last = to === undefined && from ? first + 1 : to ? Number(to) : undefined;
  return lines
    .slice(first, last)
    .filter((line) => !isMark(line))
    .join('\n');
}
