import { Extension, type Extensions, getSchema, Mark, markInputRule, Node } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { StarterKit } from '@tiptap/starter-kit';
import { parseWebAddress } from '#schema/courses/web-address.ts';
import { PRESERVED_ATTRIBUTES, PRESERVED_INLINE_TAGS, RUBY_TAGS } from './known-html.ts';
import {
  DescriptionDetails,
  DescriptionList,
  DescriptionTerm,
  Details,
  Figure,
  Summary,
} from './lesson-nodes.ts';
import { lessonTable } from './lesson-table.ts';

/** Inline elements without a button: they stay around their text. */
const PreservedInline = Mark.create({
  name: 'preservedInline',
  excludes: '',
  addAttributes() {
    return {
      tag: { default: 'span', parseHTML: (element) => element.localName, renderHTML: () => ({}) },
      title: { default: null },
    };
  },
  parseHTML() {
    // Takes precedence over the rules by which bold and italic would claim `b` and `i`.
    return PRESERVED_INLINE_TAGS.map((tag) => ({ tag, priority: 60 }));
  },
  renderHTML({ mark, HTMLAttributes }) {
    return [String(mark.attrs.tag), HTMLAttributes, 0];
  },
});

/**
 * Characters with readings above them. They are around all other marks, so that a reading stays in one element with its
 * characters; what is typed behind them is outside.
 */
const Ruby = PreservedInline.extend({
  name: 'ruby',
  priority: 2_000,
  inclusive: false,
  parseHTML: () => RUBY_TAGS.map((tag) => ({ tag })),
});

/** Inline code. Unlike the extension's own mark, it may be combined with bold and links. */
const Code = Mark.create({
  name: 'code',
  excludes: '',
  code: true,
  exitable: true,
  parseHTML() {
    return [{ tag: 'code' }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['code', HTMLAttributes, 0];
  },
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark(this.name) };
  },
  addInputRules() {
    return [markInputRule({ find: /(?<=^|[^`])`([^`]+)`$/, type: this.type })];
  },
});

/** A piece of source that the rich editor cannot render as editable text; only the source tab changes it. */
export const FixedBlock = Node.create({
  name: 'fixedBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes() {
    return {
      source: {
        default: '',
        parseHTML: (element) => element.getAttribute('data-fixed') ?? '',
        renderHTML: ({ source }) => ({ 'data-fixed': source }),
      },
    };
  },
  parseHTML() {
    return [{ tag: 'div[data-fixed]' }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['div', HTMLAttributes];
  },
});

const BLOCKS = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'table',
  'tableRow',
  'tableHeader',
  'tableCell',
  'figure',
  'details',
  'summary',
  'descriptionList',
  'descriptionTerm',
  'descriptionDetails',
];
/** Blocks whose text needs no paragraph, as in `<li>text</li>`. */
const HOLDERS = ['listItem', 'blockquote', 'tableHeader', 'tableCell', 'descriptionDetails'];
/** Types with a `title` of their own. */
const TITLED = ['image', 'preservedInline', 'ruby', 'link'];

/** Preserves attributes that no button sets, and remembers which blocks hold bare text. */
const PreservedAttributes = Extension.create({
  name: 'preservedAttributes',
  addGlobalAttributes() {
    const preserved = (names: readonly string[]) => ({
      default: null,
      parseHTML: (element: HTMLElement) => readAttributes(element, names),
      renderHTML: ({ preserved }: Record<string, unknown>) => (isAttributes(preserved) ? preserved : {}),
    });
    return [
      { types: BLOCKS, attributes: { preserved: preserved([...PRESERVED_ATTRIBUTES, 'title']) } },
      { types: TITLED, attributes: { preserved: preserved(PRESERVED_ATTRIBUTES) } },
      {
        types: HOLDERS,
        attributes: {
          isTight: {
            default: true,
            parseHTML: (element: HTMLElement) => element.querySelector(':scope > p') === null,
            renderHTML: () => ({}),
          },
        },
      },
    ];
  },
});

/** The titles of the course, the module and the lesson are above a lesson's own headings. */
const LEVELS_ABOVE = 3;

/** Sets a heading's level on the editor's page. The serialised text does not contain it. */
const PageLevels = Extension.create({
  name: 'pageLevels',
  addGlobalAttributes() {
    const pageLevel = {
      default: null,
      parseHTML: () => null,
      renderHTML: ({ level }: Record<string, unknown>) => ({ 'aria-level': Number(level) + LEVELS_ABOVE }),
    };
    return [{ types: ['heading'], attributes: { pageLevel } }];
  },
});

/** The listed attributes of an element; null if there are none, so that nodes compare as equal. */
function readAttributes(element: Element, names: readonly string[]): Record<string, string> | null {
  const found = names.flatMap((name) => {
    const value = element.getAttribute(name);
    return value === null ? [] : [[name, value] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

function isAttributes(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null;
}

/** Whether a URL is allowed in a lesson's link: https, mail, or an anchor in the text. */
function isLinkAddress(address: string): boolean {
  return address.startsWith('#') || /^mailto:\S+$/i.test(address) || parseWebAddress(address) !== null;
}

const starterKit = StarterKit.configure({
  heading: { levels: [2, 3, 4, 5, 6] },
  code: false,
  strike: false,
  underline: false,
  // It would add a paragraph to a lesson that was only opened.
  trailingNode: false,
  link: {
    openOnClick: false,
    autolink: false,
    defaultProtocol: 'https',
    // The attributes that the server sets on every link, so that its response equals what was sent.
    HTMLAttributes: { target: null, rel: 'noopener' },
    isAllowedUri: (address) => isLinkAddress(address),
  },
});

/** The nodes and marks of a lesson's text in the rich editor. */
export const lessonExtensions: Extensions = [
  starterKit,
  Code,
  PreservedInline,
  Ruby,
  Image.configure({ inline: true, allowBase64: true }),
  ...lessonTable,
  Figure,
  Details,
  Summary,
  DescriptionList,
  DescriptionTerm,
  DescriptionDetails,
  FixedBlock,
  PreservedAttributes,
  PageLevels,
];

export const lessonSchema = getSchema(lessonExtensions);
