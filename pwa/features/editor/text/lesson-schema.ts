import { Extension, type Extensions, getSchema, Mark, markInputRule, Node } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { StarterKit } from '@tiptap/starter-kit';
import { parseWebAddress } from '#schema/web-address.ts';
import { KEPT_ATTRIBUTES, KEPT_INLINE_TAGS } from './known-html.ts';
import {
  DescriptionDetails,
  DescriptionList,
  DescriptionTerm,
  Details,
  Figure,
  Summary,
} from './lesson-nodes.ts';
import { lessonTable } from './lesson-table.ts';

/** Elements within a line that have no button: they stay around their words. */
const KeptInline = Mark.create({
  name: 'keptInline',
  excludes: '',
  addAttributes() {
    return {
      tag: { default: 'span', parseHTML: (element) => element.localName, renderHTML: () => ({}) },
      title: { default: null },
    };
  },
  parseHTML() {
    // Before the rules by which bold and italic would take b and i for their own.
    return KEPT_INLINE_TAGS.map((tag) => ({ tag, priority: 60 }));
  },
  renderHTML({ mark, HTMLAttributes }) {
    return [String(mark.attrs.tag), HTMLAttributes, 0];
  },
});

/** Code within a line. Unlike the extension's own it may stand within bold or linked words. */
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

/** A piece of source that the editor cannot show as text to be typed in; only the source tab changes it. */
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
/** Blocks whose text may stand without a paragraph of its own, as in `<li>text</li>`. */
const HOLDERS = ['listItem', 'blockquote', 'tableHeader', 'tableCell', 'descriptionDetails'];
/** Those that know their own `title`. */
const TITLED = ['image', 'keptInline', 'link'];

/** Carries attributes along that no button sets, and remembers which blocks hold bare text. */
const KeptAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes() {
    const kept = (names: readonly string[]) => ({
      default: null,
      parseHTML: (element: HTMLElement) => readAttributes(element, names),
      renderHTML: ({ kept }: Record<string, unknown>) => (isAttributes(kept) ? kept : {}),
    });
    return [
      { types: BLOCKS, attributes: { kept: kept([...KEPT_ATTRIBUTES, 'title']) } },
      { types: TITLED, attributes: { kept: kept(KEPT_ATTRIBUTES) } },
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

/** Above a lesson's own headings stand the course's, its modules' and the lesson's name. */
const LEVELS_ABOVE = 3;

/** Says of a heading how deep it is on the editor's page. The text that is written has nothing of it. */
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

/** The attributes of an element that are in the list; null when there are none, so that nodes stay equal. */
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

/** Whether an address may stand in a link of a lesson: https, mail, or a place in the text itself. */
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
    // What the server makes of every link, so that its answer says nothing new.
    HTMLAttributes: { target: null, rel: 'noopener' },
    isAllowedUri: (address) => isLinkAddress(address),
  },
});

/** What a lesson's text may consist of while it is edited as rich text. */
export const lessonExtensions: Extensions = [
  starterKit,
  Code,
  KeptInline,
  Image.configure({ inline: true, allowBase64: true }),
  ...lessonTable,
  Figure,
  Details,
  Summary,
  DescriptionList,
  DescriptionTerm,
  DescriptionDetails,
  FixedBlock,
  KeptAttributes,
  PageLevels,
];

export const lessonSchema = getSchema(lessonExtensions);
