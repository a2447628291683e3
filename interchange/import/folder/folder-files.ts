import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';
import { extensionOf, nameOf } from '../paths.ts';

const MARKDOWN = new Set(['md', 'markdown', 'mdx']);
const PAGES = new Set([...MARKDOWN, 'html', 'htm', 'xhtml', 'txt']);
const MEDIA = new Set(['pdf', 'mp4', 'm4v', 'webm', 'mov', 'ogv', 'mkv', 'avi']);
/** Parts of websites and of their programs, which are nothing for learners by themselves. */
const PARTS = new Set(
  `css scss sass less js mjs cjs ts tsx jsx json yml yaml toml lock map xml svg png jpg jpeg gif webp avif ico bmp woff
  woff2 ttf otf eot vtt srt gitignore py rb sh rs go java c h cpp cs php ini cfg conf log bib sty cls tex`.split(
    /\s+/,
  ),
);

export const isMarkdown = (path: string): boolean => MARKDOWN.has(extensionOf(path));
export const isPage = (path: string): boolean => PAGES.has(extensionOf(path));
export const isMedia = (path: string): boolean => MEDIA.has(extensionOf(path));
export const isPartOfWebsite = (path: string): boolean =>
  extensionOf(path) === '' || PARTS.has(extensionOf(path));

/** Files of operating systems, of version control and of package managers. */
const isIgnored = (path: string): boolean =>
  path.split('/').some((part) => /^\.|^(?:node_modules|__MACOSX|Thumbs\.db|desktop\.ini)$/i.test(part)) ||
  /^~\$/.test(nameOf(path));

/** The files of a folder that a person put there. */
export const listFiles = (tree: FileTree): TreeFile[] => tree.files.filter(({ path }) => !isIgnored(path));
