import type { FileTree } from '#interchange/archive/file-tree.ts';
import { readText } from '#interchange/archive/read-text.ts';
import { onOneLine } from '../text/titles.ts';

/** What the settings of a program that makes websites of folders say about the whole. Empty texts for what they do not say. */
export interface SiteSettings {
  readonly title: string;
  readonly description: string;
  readonly author: string;
}

const SETTINGS =
  'book.toml mkdocs.yml book.json _config.yml _quarto.yml myst.yml hugo.toml hugo.yaml config.toml config.yaml'.split(
    ' ',
  );
const SETTINGS_MAX_BYTES = 100_000;

/** Reads the settings of mdBook, MkDocs, GitBook, Jekyll, Quarto or Hugo in one of the folders. */
export async function readSiteSettings(tree: FileTree, folders: readonly string[]): Promise<SiteSettings> {
  const file = folders
    .flatMap((folder) => SETTINGS.map((name) => tree.find(folder + name)))
    .find((found) => found !== undefined && found.sizeBytes <= SETTINGS_MAX_BYTES);
  const text = file === undefined ? '' : await readText(file);
  return {
    title: settingOf(text, 'title|site_name'),
    description: settingOf(text, 'description|site_description'),
    author: settingOf(text, 'authors?|site_author'),
  };
}

/** The value of a key of the first level in TOML, YAML or JSON; of a list, all on one line. */
function settingOf(text: string, key: string): string {
  const line =
    new RegExp(`^\\s{0,4}"?(?:${key})"?\\s*[:=][ \\t]*(.{1,1000})$`, 'm')
      .exec(text)?.[1]
      ?.trim()
      .replace(/,$/, '') ?? '';
  if (!/^[["']|^[^\s{>|&*]/.test(line)) return '';
  // A quote inside of a text is an apostrophe.
  if (!/^[["']/.test(line)) return onOneLine(line.replace(/\s+#.*$/, ''));
  const quoted = [...line.matchAll(/"([^"]*)"|'([^']*)'/g)].map(
    ([, double, single]) => double ?? single ?? '',
  );
  return onOneLine(
    quoted.length > 0 ? quoted.filter((one) => one !== '').join(', ') : line.replace(/\s+#.*$/, ''),
  );
}

/** The settings by the names that Jekyll's commands give them. */
export const valuesOf = ({ title, description, author }: SiteSettings): Map<string, string> =>
  new Map(
    Object.entries({ 'site.title': title, 'site.description': description, 'site.author': author }).filter(
      ([, value]) => value !== '',
    ),
  );
