import { changeProse } from './markdown-lines.ts';

/** MDX without its components: what they show stays where it is text, and `left` is told the names of the others. */
export function withoutComponents(mdx: string, left: (name: string) => void): string {
  return changeProse(mdx, (prose) => withoutTags(withoutImports(prose), left));
}

/** An import or export, which may have several lines and ends before an empty one. */
const withoutImports = (prose: string): string =>
  prose
    .replace(/^(?:import|export)\s[^\n]*(?:\n(?!\s*\n)[^\n]*)*/gm, (block: string) =>
      /^import\s|^export\s+(?:const|default|function|let|\{|\*)/.test(block) ? blockAfter(block) : block,
    )
    .replace(/\{\/\*.{0,5000}?\*\/\}/gs, '');

/** What stands behind one-line imports without an empty line between. */
function blockAfter(block: string): string {
  const lines = block.split('\n');
  const isImport = (line: string) => /^import\s.*(?:from\s*)?["'][^"']*["'];?\s*$/.test(line);
  const first = lines.findIndex((line) => !isImport(line));
  return first <= 0 ? '' : withoutImports(lines.slice(first).join('\n'));
}

interface Tag {
  readonly name: string;
  readonly attributes: string;
  readonly isClosing: boolean;
  readonly isEmpty: boolean;
  readonly end: number;
}

function withoutTags(prose: string, left: (name: string) => void): string {
  let text = '';
  let at = 0;
  let scanned = 0;
  for (const { index } of prose.matchAll(/<\/?[A-Z][\w.]*/g)) {
    const tag = index < at || scanned > SCANNED_MAX ? null : readTag(prose, index);
    scanned += tag === null ? TAG_MAX_CHARACTERS : 0;
    if (tag === null) continue;
    text += prose.slice(at, index) + replacementOf(tag, left);
    at = tag.end;
  }
  // Svelte's conditions in courses of Hugging Face.
  return (text + prose.slice(at)).replace(/^[ \t]*\{(?:#if|:else|\/if)[^{}\n]{0,100}\}[ \t]*$/gm, '');
}

const TAG_MAX_CHARACTERS = 20_000;
/** What only looks like tags is not read to its end again and again. */
const SCANNED_MAX = 20_000_000;

/** Reads a tag to its `>`: those in quotes and braces are part of attributes. Null for text that only looks like one. */
function readTag(prose: string, start: number): Tag | null {
  const [begin = '', slash = '', name = ''] =
    /^<(\/?)([A-Z][\w.]*)/.exec(prose.slice(start, start + 100)) ?? [];
  const limit = Math.min(prose.length, start + TAG_MAX_CHARACTERS);
  let [depth, quote] = [0, ''];
  for (let at = start + begin.length; at < limit; at += 1) {
    const character = prose.charAt(at);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || (depth > 0 && (character === "'" || character === '`'))) quote = character;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    else if (character === '>' && depth === 0) {
      const attributes = prose.slice(start + begin.length, at);
      return { name, attributes, isClosing: slash !== '', isEmpty: attributes.endsWith('/'), end: at + 1 };
    } else if (character === '<' && depth === 0) return null;
  }
  return null;
}

const NOTES = /^(?:Tip|Note|Warning|Info|Callout|Admonition|Aside|Danger|Caution|Important|Hint)$/;
/** Components that only lay out what is inside. */
const LAYOUT =
  /^(?:Tabs|Steps?|Cards?|CardGroup|Columns?|FrameworkContent|Fragment|FileTree|Accordion(?:Group)?|Center|hfoptions|Image|CodeGroup|Badge|Icon)$/;

function replacementOf({ name, attributes, isClosing, isEmpty }: Tag, left: (name: string) => void): string {
  const value = (key: string) =>
    new RegExp(`\\b${key}=(?:\\{\\s*)?["'\`]([^"'\`]{1,300})["'\`]`).exec(attributes)?.[1] ?? '';
  if (NOTES.test(name)) {
    if (isClosing) return '\n\n::::\n\n';
    const type = /\bwarning=\{true\}/.test(attributes) ? 'Warning' : value('type') || name;
    return isEmpty ? '' : `\n\n::::${type.replace(/[^A-Za-z-]/g, '')} ${value('title')}\n`;
  }
  if (/youtube/i.test(name)) return youtubeFrame(value('id') || value('videoId') || value('youTubeId'));
  const src = value('src') || value('img');
  if (/^(?:Image|Img|ThemedImage|Figure|Zoom)$/.test(name) && src !== '')
    return `\n\n![${value('alt')}](<${src}>)\n\n`;
  const label = value('label') || value('title');
  if (!isClosing && label !== '' && /Tab|Step|Card|Accordion|Details|Collapse/.test(name))
    return `\n\n**${label}**\n\n`;
  if (isEmpty && !LAYOUT.test(name)) left(name);
  return isEmpty ? '' : '\n\n';
}

const youtubeFrame = (id: string): string =>
  /^[\w-]{5,20}$/.test(id) ? `\n\n<iframe src="https://www.youtube.com/embed/${id}"></iframe>\n\n` : '';
