import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';
import { extensionOf, nameOf } from '../paths.ts';

const MARKDOWN = new Set(['md', 'markdown', 'mdx', 'qmd', 'rmd', 'ipynb']);
const PAGES = new Set([...MARKDOWN, 'html', 'htm', 'xhtml', 'txt', 'docx']);
const MEDIA = new Set(['pdf', 'mp4', 'm4v', 'webm', 'mov', 'ogv', 'mkv', 'avi']);
const PICTURES = new Set(['png', 'jpg', 'jpeg', 'gif', 'svg', 'webp', 'avif', 'bmp']);
/** Parts of websites and of their programs, which are nothing for learners by themselves. */
const PARTS = new Set(
  `css scss sass less js mjs cjs ts tsx jsx json yml yaml toml lock map xml ico woff woff2 ttf otf eot gitignore py rb sh
  rs go java c h cpp cs php ini cfg conf log bib sty cls tex liquid canvas base`.split(/\s+/),
);

export const isMarkdown = (path: string): boolean => MARKDOWN.has(extensionOf(path));
export const isPage = (path: string): boolean => PAGES.has(extensionOf(path));
export const isDocument = (path: string): boolean => extensionOf(path) === 'docx';
export const isMedia = (path: string): boolean => MEDIA.has(extensionOf(path));
export const isPicture = (path: string): boolean => PICTURES.has(extensionOf(path));
export const isPartOfWebsite = (path: string): boolean =>
  extensionOf(path) === '' || PARTS.has(extensionOf(path));

/** Files of operating systems, of version control and of package managers. */
export const isHidden = (path: string): boolean =>
  path.split('/').some((part) => /^\.|^(?:node_modules|__MACOSX|Thumbs\.db|desktop\.ini)$/i.test(part)) ||
  /^~\$/.test(nameOf(path));

/** The files of a folder that a person put there. */
export const listFiles = (tree: FileTree): TreeFile[] => tree.files.filter(({ path }) => !isHidden(path));
