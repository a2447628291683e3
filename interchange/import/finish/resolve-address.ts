import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';
import { parseWebAddress } from '#schema/courses/web-address.ts';
import type { ImportReport } from '../import-report.ts';
import type { ImportedCourse, ImportedLesson } from '../imported-course.ts';
import { decodePercent, folderOf, isAbsolute, joinPath, nameOf } from '../paths.ts';

/** What an address in a text names. */
export type Target =
  | { readonly kind: 'file'; readonly file: TreeFile }
  | { readonly kind: 'lesson'; readonly key: string }
  /** `wasHttp`: the address began with http:// and was changed. */
  | { readonly kind: 'web'; readonly url: string; readonly wasHttp: boolean }
  | { readonly kind: 'mail'; readonly url: string }
  | { readonly kind: 'data'; readonly uri: string }
  /** A file or a page that is not there, by its name. */
  | { readonly kind: 'missing'; readonly name: string }
  /** A place in the same page, or a kind of address that lessons do not have. */
  | { readonly kind: 'none' };

export interface Scope {
  readonly course: Pick<ImportedCourse, 'resolve'>;
  /** The report of the lesson. */
  readonly report: ImportReport;
  readonly tree: FileTree;
  readonly keys: ReadonlySet<string>;
}

/** Resolves an address in the text of a lesson. Never throws. */
export function resolveAddress(address: string, lesson: ImportedLesson, scope: Scope): Target {
  const target = findTarget(address, lesson, scope);
  return target.kind === 'lesson' && target.key === lesson.key ? { kind: 'none' } : target;
}

function findTarget(address: string, lesson: ImportedLesson, scope: Scope): Target {
  if (/^data:/i.test(address)) return { kind: 'data', uri: address };
  const own = scope.course.resolve?.(address, lesson, scope.report) ?? null;
  if (own === '') return { kind: 'none' };
  if (own !== null) return findPath(own, scope) ?? webAddress(own) ?? { kind: 'missing', name: nameOf(own) };
  if (/^mailto:[^\s<>"]{3,}$/i.test(address)) return { kind: 'mail', url: address };
  if (address === '' || address.startsWith('#')) return { kind: 'none' };
  if (isAbsolute(address))
    return webAddress(address.startsWith('//') ? `https:${address}` : address) ?? { kind: 'none' };
  return findRelative(address, lesson, scope);
}

function findRelative(address: string, { path }: ImportedLesson, scope: Scope): Target {
  const bare = address.replace(/[?#].*$/s, '').replaceAll('\\', '/');
  if (bare === '') return { kind: 'none' };
  for (const written of new Set([decodePercent(bare), bare])) {
    const joined = joinPath(folderOf(path), written);
    const found = joined === null ? null : findPath(joined, scope);
    if (found !== null) return found;
  }
  return { kind: 'missing', name: nameOf(decodePercent(bare)) };
}

function findPath(path: string, { tree, keys }: Scope): Target | null {
  if (keys.has(path)) return { kind: 'lesson', key: path };
  const file = tree.find(path);
  if (file === undefined) return null;
  // The tree also finds a name that differs in case.
  return keys.has(file.path) ? { kind: 'lesson', key: file.path } : { kind: 'file', file };
}

function webAddress(address: string): Target | null {
  const wasHttp = /^http:\/\//i.test(address);
  const parsed = parseWebAddress(wasHttp ? address.replace(/^http/i, 'https') : address);
  return parsed === null ? null : { kind: 'web', url: parsed.href, wasHttp };
}
