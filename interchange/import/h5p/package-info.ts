import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { readText } from '#interchange/archive/read-text.ts';
import { ImportError } from '../import-error.ts';
import { authorsOf, creditsOf } from './credits.ts';
import { objectOf, stringOf } from './json.ts';

/** What `h5p.json` says of a package. */
export interface PackageInfo {
  /** May contain HTML. */
  readonly title: string;
  /** `H5P.InteractiveBook`. */
  readonly mainLibrary: string;
  readonly authors: string;
  /** Lines for the end of the description; empty without an author, a source and a licence. */
  readonly credits: string;
}

/** Throws ImportError for a file that is no JSON, or too large. */
export async function readJson(file: TreeFile): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new ImportError('damaged');
  }
}

export function packageInfoOf(json: unknown): PackageInfo {
  const metadata = objectOf(json);
  const credits = creditsOf(metadata);
  return {
    title: stringOf(metadata.title),
    mainLibrary: stringOf(metadata.mainLibrary),
    authors: authorsOf(metadata).join(', '),
    credits: credits.length === 0 ? '' : ['Source and licence:', ...credits].join('\n'),
  };
}
