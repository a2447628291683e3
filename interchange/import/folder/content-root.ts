import { stemOf } from '../paths.ts';

/** Pages about a repository, not for the readers of its texts. */
const ABOUT =
  /^(?:contributing|changelog|code[-_]of[-_]conduct|licen[cs]e.*|security|authors|contributors|support|maintainers|governance|pull_request_template|issue_template|translations?)$/i;

export const isAboutRepository = (path: string): boolean => ABOUT.test(stemOf(path));

/**
 * The folder with the modules, with a `/` at its end; empty for the root. A folder that contains everything is not a
 * module, nor is one beside which there are only pages about the whole, if it has folders itself.
 */
export function findContentRoot(paths: readonly string[]): string {
  let root = '';
  for (;;) {
    const inside = paths.filter((path) => path.startsWith(root)).map((path) => path.slice(root.length));
    const own = inside.filter((path) => !path.includes('/'));
    const folders = new Set(inside.filter((path) => path.includes('/')).map((path) => path.split('/', 1)[0]));
    const [only] = folders;
    const isOfFolder = (path: string) => isAboutWhole(path) || stemOf(path) === only;
    if (only === undefined || folders.size > 1 || !own.every(isOfFolder)) return root;
    const hasFolders = inside.some((path) => path.split('/').length > 2);
    const hasOwnPage = own.length === 1 && stemOf(own[0] ?? '') === only;
    if (!hasFolders && !hasOwnPage && (root !== '' || own.length > 0)) return root;
    root += `${only}/`;
  }
}

const isAboutWhole = (path: string): boolean => isAboutRepository(path) || /^readme$/i.test(stemOf(path));
