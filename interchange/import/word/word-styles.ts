import { childrenOf, findElement, type XmlElement } from '../xml.ts';

/** What the paragraphs of a style are. */
export type StyleRole = { readonly heading: number } | 'title' | 'contents';

/** The roles of paragraph styles by id; styles of plain text are missing. */
export type StyleRoles = ReadonlyMap<string, StyleRole>;

interface Style {
  readonly name: string;
  readonly basedOn: string | undefined;
  /** 0 for the first level. */
  readonly outlineLevel: number | null;
}

/** Reads the roles of the paragraph styles of a document: by their names, their outline level, or the style below. */
export function readStyleRoles(root: XmlElement | null): StyleRoles {
  const styles = new Map(
    childrenOf(root ?? { name: '', attributes: new Map(), children: [] }, 'style')
      .filter(({ attributes }) => attributes.get('type') === 'paragraph')
      .map((element) => [element.attributes.get('styleId') ?? '', readStyle(element)]),
  );
  const roles = new Map<string, StyleRole>();
  for (const id of styles.keys()) {
    const role = roleOf(id, styles);
    if (role !== null) roles.set(id, role);
  }
  return roles;
}

function readStyle(element: XmlElement): Style {
  const value = (...names: readonly string[]) => findElement(element, ...names)?.attributes.get('val');
  const level = Number(value('pPr', 'outlineLvl') ?? '9');
  return {
    name: (value('name') ?? '').toLowerCase(),
    basedOn: value('basedOn'),
    outlineLevel: level >= 0 && level < 9 ? level : null,
  };
}

function roleOf(id: string, styles: ReadonlyMap<string, Style>): StyleRole | null {
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !seen.has(at); at = styles.get(at)?.basedOn) {
    seen.add(at);
    const style = styles.get(at);
    if (style === undefined) return null;
    const role = roleOfName(style.name);
    if (role !== null) return role;
    if (style.outlineLevel !== null) return { heading: style.outlineLevel + 1 };
  }
  return null;
}

/** The role of a style by the name that Word, LibreOffice and Pages give it, in every language of theirs. */
export function roleOfName(name: string): StyleRole | null {
  const [, level] = /^heading ?([1-9])$/.exec(name) ?? [];
  if (level !== undefined) return { heading: Number(level) };
  if (name === 'title') return 'title';
  return /^(?:toc ?\d|toc heading|contents(?: heading| \d)?|table of (?:figures|authorities)|index \d)$/.test(
    name,
  )
    ? 'contents'
    : null;
}
