import * as v from 'valibot';
import type { OutlineItem } from '../pages/outline-modules.ts';
import { titleOf } from '../text/titles.ts';
import { readYaml } from '../text/yaml.ts';

type Item = OutlineItem<string>;

/** A table of contents in YAML: its items, and the folder of its pages below that of the file, with a `/` at its end. */
export interface YamlContents {
  readonly items: readonly Item[];
  readonly folder: string;
  /** The address of the page of the whole, if it has one. */
  readonly whole: string | null;
}

const Settings = v.record(v.string(), v.unknown());
const Text = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const Entry = v.object({
  title: v.optional(Text),
  caption: v.optional(Text),
  text: v.optional(Text),
  part: v.optional(Text),
  section: v.optional(Text),
  label: v.optional(Text),
  file: v.optional(v.string()),
  local: v.optional(v.string()),
  href: v.optional(v.string()),
  url: v.optional(v.string()),
  parts: v.optional(v.unknown()),
  chapters: v.optional(v.unknown()),
  sections: v.optional(v.unknown()),
  contents: v.optional(v.unknown()),
  children: v.optional(v.unknown()),
});

/** Reads the table of contents in the settings of a program, by the name of the file. No items without one. */
export function readYamlContents(name: string, text: string): YamlContents {
  const yaml = readYaml(text);
  const settings = v.is(Settings, yaml) ? yaml : {};
  const none = { items: [], folder: '', whole: null };
  if (/^mkdocs\./i.test(name))
    return { ...none, items: itemsOf(settings.nav), folder: docsFolderOf(settings) };
  if (/^_toctree\./i.test(name)) return { ...none, items: itemsOf(yaml) };
  if (/^_toc\./i.test(name)) return jupyterBookContents(yaml, settings);
  if (/^myst\./i.test(name)) return { ...none, items: itemsOf(at(settings, 'project', 'toc')) };
  if (/^_bookdown\./i.test(name)) return { ...none, items: itemsOf(settings.rmd_files) };
  if (/^_quarto\./i.test(name)) return { ...none, items: quartoItems(settings) };
  return { ...none, items: carpentriesItems(settings) };
}

/** The value below keys; undefined without one. */
const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (v.is(Settings, inner) ? inner[key] : undefined), value);

const itemsOf = (value: unknown): Item[] => (Array.isArray(value) ? value.flatMap(itemOf) : []);

/** `page.md`, `{ title, file, sections }` in the words of each program, or MkDocs' `{ Title: page.md }`. */
function itemOf(value: unknown): Item[] {
  if (typeof value === 'string') return [{ title: '', page: value, items: [] }];
  const named = v.safeParse(Entry, value);
  const entry = named.success ? named.output : {};
  const inside = entry.parts ?? entry.chapters ?? entry.sections ?? entry.contents ?? entry.children;
  // Quarto: `part` and `section` are a page or a title.
  const part = entry.part ?? entry.section;
  const isPage = part !== undefined && PAGE.test(part);
  const page = entry.file ?? entry.local ?? entry.href ?? (isPage ? part : undefined) ?? entry.url ?? null;
  const title = entry.title ?? entry.caption ?? entry.text ?? entry.label ?? (isPage ? '' : part) ?? '';
  if (page !== null || inside !== undefined)
    return [{ title: titleOf(title, ''), page, items: itemsOf(inside) }];
  return v.is(Settings, value) ? Object.entries(value).flatMap(ofPair) : [];
}

function ofPair([title, value]: [string, unknown]): Item[] {
  if (typeof value === 'string') return [{ title: titleOf(title, ''), page: value, items: [] }];
  return Array.isArray(value) ? [{ title: titleOf(title, ''), page: null, items: itemsOf(value) }] : [];
}

const PAGE = /\.(?:q?md|rmd|ipynb|html?|markdown)$/i;

/** Of Jupyter Book: today's form, and the list of its first versions, whose first item is the page of the whole. */
function jupyterBookContents(yaml: unknown, settings: v.InferOutput<typeof Settings>): YamlContents {
  if (Array.isArray(yaml)) return { items: itemsOf(yaml), folder: '', whole: null };
  const { root, parts, chapters, sections, subtrees } = settings;
  const whole = typeof root === 'string' ? root : null;
  return { items: itemsOf(parts ?? chapters ?? sections ?? subtrees), folder: '', whole };
}

function quartoItems(settings: unknown): Item[] {
  const chapters = itemsOf(at(settings, 'book', 'chapters'));
  if (chapters.length > 0) return [...chapters, ...itemsOf(at(settings, 'book', 'appendices'))];
  const sidebar = at(settings, 'website', 'sidebar');
  const bars = Array.isArray(sidebar) ? sidebar : [sidebar];
  return bars.flatMap((bar) => itemsOf(at(bar, 'contents')));
}

/** The lists of The Carpentries' `config.yaml`, each of the folder with its name. */
const carpentriesItems = (settings: v.InferOutput<typeof Settings>): Item[] =>
  ['episodes', 'learners', 'instructors'].flatMap((key) => {
    const names = itemsOf(settings[key]).map((item) => ({ ...item, page: `${key}/${item.page}` }));
    const title = key.charAt(0).toUpperCase() + key.slice(1);
    return names.length === 0 ? [] : [{ title, page: null, items: names }];
  });

/** MkDocs' folder of pages. */
function docsFolderOf({ docs_dir: name }: v.InferOutput<typeof Settings>): string {
  const folder = typeof name === 'string' ? name.replace(/^\.\/|\/$/g, '') : 'docs';
  return folder === '.' || folder === '' ? '' : `${folder}/`;
}
