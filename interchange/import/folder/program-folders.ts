import type { FileTree } from '#interchange/archive/file-tree.ts';
import { nameOf } from '../paths.ts';

/** Folders that programs read to make websites and books. */
const ALWAYS =
  /^(?:_layouts|_includes|_sass|_data|_site|_static|_templates|_build|_book|_ext|_plugins|_themes|_freeze|_extensions|_partials|_snippets|_assets)$/;
/** Of Hugo and Docusaurus, whose pages are in other folders. */
const HUGO = /^(?:layouts|archetypes|themes|assets|data|static|i18n|public|resources)$/;
const DOCUSAURUS = /^(?:src|i18n|versioned_docs|static|build)$/;

/** Which paths are those of parts of the program, which are no texts of their own. */
export function programParts(tree: FileTree): (path: string) => boolean {
  const has = (...names: readonly string[]) => names.some((name) => tree.find(name) !== undefined);
  const isHugo =
    has('hugo.toml', 'hugo.yaml', 'config.toml') &&
    tree.files.some(({ path }) => path.startsWith('content/'));
  const isDocusaurus = has('docusaurus.config.js', 'docusaurus.config.ts', 'docusaurus.config.mjs');
  const hasPartials =
    isDocusaurus || tree.files.some(({ path }) => /(?:^|\/)(?:_category_\.json|_quarto\.ya?ml)$/.test(path));
  return (path) => {
    const [first = '', ...others] = path.split('/').slice(0, -1);
    if ([first, ...others].some((part) => ALWAYS.test(part))) return true;
    if ((isHugo && HUGO.test(first)) || (isDocusaurus && DOCUSAURUS.test(first))) return true;
    return (
      hasPartials && path.split('/').some((part) => part.startsWith('_')) && !/^_index\./.test(nameOf(path))
    );
  };
}
