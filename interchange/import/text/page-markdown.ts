import { Marked, type Token, type TokenizerAndRendererExtension } from 'marked';
import { escapeHtml } from './plain-text.ts';

/**
 * Markdown with the notations that programs for notes and websites add to it: links and pictures by name, marks, formulas,
 * footnotes, definitions, tasks. Null for a text that is nested too deeply to be read. Addresses with the scheme `wiki:`
 * name a page or file anywhere in the folder.
 */
export function htmlOfPageMarkdown(markdown: string): string | null {
  notes = [];
  try {
    const html = marked.parse(markdown);
    return typeof html === 'string' ? html + listOfNotes() : null;
  } catch (error) {
    // The parser calls itself for each level of quotes and lists.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The footnotes of the text that is being parsed, which is done without a pause. */
let notes: Note[] = [];

const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$/i;
const MEDIA = /\.(?:mp4|webm|mov|m4v|ogv|mkv|mp3|m4a|ogg|wav|3gp|flac)$/i;

/** Obsidian's `[[Note#Part|text]]`, and `![[picture.png|300]]`. */
const wikilink: TokenizerAndRendererExtension = {
  name: 'wikilink',
  level: 'inline',
  start: (source) => source.match(/!?\[\[/)?.index,
  tokenizer: (source) => {
    const [raw, embed, target, label] =
      /^(!?)\[\[([^[\]|\n\s][^[\]|\n]{0,300}?)(?:\\?\|([^[\]\n]{0,300}))?\]\]/.exec(source) ?? [];
    if (raw === undefined || target === undefined) return undefined;
    return { type: 'wikilink', raw, target, label: label ?? '', isEmbedded: embed === '!' };
  },
  renderer: ({ target, label, isEmbedded }) => {
    const [name = '', ...parts] = String(target).split('#');
    const address = `wiki:${encodeURIComponent(name.trim())}`;
    const size = /^\d+(?=x\d+$|$)/.exec(String(label))?.[0];
    const text =
      size === undefined && label !== '' ? String(label) : [name, ...parts].filter(Boolean).join(' › ');
    if (isEmbedded === true && PICTURE.test(name))
      return `<img src="${address}" alt="${size === undefined ? escapeHtml(String(label)) : ''}"${size === undefined ? '' : ` width="${size}"`}>`;
    if (isEmbedded === true && MEDIA.test(name)) return `<video src="${address}"></video>`;
    return name === '' ? escapeHtml(text) : `<a href="${address}">${escapeHtml(text)}</a>`;
  },
};

/** `==marked==`; of Obsidian and others. */
const highlight: TokenizerAndRendererExtension = {
  name: 'highlight',
  level: 'inline',
  start: (source) => source.match(/==[^=\s]/)?.index,
  tokenizer(source) {
    const [raw, text] = /^==([^\s=](?:[^=\n]{0,2000}[^\s=])?)==(?!=)/.exec(source) ?? [];
    return raw === undefined || text === undefined
      ? undefined
      : { type: 'highlight', raw, tokens: this.lexer.inlineTokens(text) };
  },
  renderer({ tokens = [] }) {
    return `<mark>${this.parser.parseInline(tokens)}</mark>`;
  },
};

/** Where a line begins that ends a paragraph. */
function lineStart(source: string, line: RegExp): number | undefined {
  const at = source.search(line);
  return at < 0 ? undefined : at + 1;
}

const mathOf = (tex: string): string => `<math alttext="${escapeHtml(tex)}"></math>`;

/** `$a_1$`: without it, `_` and `*` in formulas are emphasis. Prices such as `$5 and $10` are none. */
const inlineMath: TokenizerAndRendererExtension = {
  name: 'inlineMath',
  level: 'inline',
  start: (source) => source.match(/\$/)?.index,
  tokenizer: (source) => {
    const [raw, double, single] =
      /^\$\$([^$\n]{1,1000}?)\$\$|^\$(?![\s$])((?:\\.|[^$\\\n]){0,1000}?(?:\\.|[^\s$\\]))\$(?!\d)/.exec(
        source,
      ) ?? [];
    return raw === undefined ? undefined : { type: 'inlineMath', raw, text: double ?? single ?? '' };
  },
  renderer: ({ text }) => mathOf(String(text)),
};

const blockMath: TokenizerAndRendererExtension = {
  name: 'blockMath',
  level: 'block',
  start: (source) => lineStart(source, /\n {0,3}\$\$/),
  tokenizer: (source) => {
    const [raw, text] =
      /^ {0,3}\$\$([^$]{1,5000}?)\$\$[^\S\n]*(?:\([\w:.-]+\)[^\S\n]*)?(?:\n|$)/.exec(source) ?? [];
    return raw === undefined || text === undefined ? undefined : { type: 'blockMath', raw, text };
  },
  renderer: ({ text }) => `<p>${mathOf(String(text).trim())}</p>\n`,
};

/** `Term`, and in the next line `: Meaning`; of Pandoc, kramdown and others. */
function definitions(): TokenizerAndRendererExtension {
  const items = new WeakMap<object, { readonly tag: string; readonly tokens: Token[] }[]>();
  return {
    name: 'definitions',
    level: 'block',
    tokenizer(source) {
      const [raw] = DEFINITIONS.exec(source) ?? [];
      if (raw === undefined) return undefined;
      const token = { type: 'definitions', raw };
      const lines = raw.split('\n').filter((line) => line.trim() !== '');
      const itemOf = (line: string) => ({
        tag: /^[\s:]/.test(line) ? 'dd' : 'dt',
        tokens: this.lexer.inlineTokens(line.replace(/^\s*(?::[ \t]+)?/, '')),
      });
      items.set(token, lines.map(itemOf));
      return token;
    },
    renderer(token) {
      const written = (items.get(token) ?? []).map(
        ({ tag, tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`,
      );
      return `<dl>${written.join('')}</dl>\n`;
    },
  };
}

const DEFINITIONS =
  /^(?:(?![#>\-*+|<`~:\s])[^\n]{1,300}\n\n?(?: {0,3}:[ \t]+[^\n]+(?:\n {2,}\S[^\n]*)*(?:\n|$))+\n?)+/;

interface Note {
  readonly label: string;
  text: string;
  isUsed: boolean;
}

/** `[^1]` with `[^1]: The note.`, and `^[A note.]`. The notes are listed as those of Word, so both are cut alike. */
const footnotes: readonly TokenizerAndRendererExtension[] = [
  {
    name: 'footnote',
    level: 'block',
    start: (source) => lineStart(source, /\n\[\^/),
    tokenizer: (source) => {
      const [raw, label, text] =
        /^\[\^([^\]\s]{1,100})\]:[ \t]*([^\n]*(?:\n(?:[ \t]{2,}[^\n]*|(?!\[\^|#|\s*$)[^\n]+))*)(?:\n+|$)/.exec(
          source,
        ) ?? [];
      if (raw === undefined || label === undefined) return undefined;
      noteOf(label).text = (text ?? '').trim();
      return { type: 'footnote', raw };
    },
    renderer: () => '',
  },
  {
    name: 'footnoteReference',
    level: 'inline',
    start: (source) => source.match(/\[\^|\^\[/)?.index,
    tokenizer: (source) => {
      const [raw, label, text] = /^\[\^([^\]\s]{1,100})\]|^\^\[([^[\]]{1,2000})\]/.exec(source) ?? [];
      return raw === undefined ? undefined : { type: 'footnoteReference', raw, label, text };
    },
    renderer: ({ label, text }) => {
      const note = noteOf(typeof label === 'string' ? label : `inline-${notes.length}`);
      if (typeof text === 'string') note.text = text;
      note.isUsed = true;
      const at = notes.indexOf(note) + 1;
      return `<sup><a href="#footnote-${at}" id="footnote-ref-${at}">[${at}]</a></sup>`;
    },
  },
];

function noteOf(label: string): Note {
  const known = notes.find((note) => note.label === label);
  if (known !== undefined) return known;
  const note = { label, text: '', isUsed: false };
  notes.push(note);
  return note;
}

const marked = new Marked({
  gfm: true,
  async: false,
  extensions: [wikilink, highlight, inlineMath, definitions(), blockMath, ...footnotes],
  renderer: { checkbox: ({ checked }) => (checked ? '☑ ' : '☐ ') },
});

function listOfNotes(): string {
  if (!notes.some(({ isUsed }) => isUsed)) return '';
  const items = notes.map(({ text }, at) => `<li id="footnote-${at + 1}">${marked.parseInline(text)}</li>`);
  return `<ol>${items.join('')}</ol>`;
}
