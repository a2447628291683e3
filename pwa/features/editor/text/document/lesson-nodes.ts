import { mergeAttributes, Node } from '@tiptap/core';

/** An image with an editable caption. Other kinds of figures are fixed blocks. */
export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  addAttributes() {
    const ofImage = (name: string) => ({
      default: null,
      parseHTML: (element: HTMLElement) => element.querySelector('img')?.getAttribute(name) ?? null,
      renderHTML: () => ({}),
    });
    return {
      src: ofImage('src'),
      alt: ofImage('alt'),
      width: ofImage('width'),
      height: ofImage('height'),
      loading: ofImage('loading'),
      decoding: ofImage('decoding'),
    };
  },
  parseHTML() {
    return [
      {
        tag: 'figure',
        getAttrs: (figure) => (figure.querySelector(':scope > img') === null ? false : null),
        contentElement: (figure) =>
          figure instanceof HTMLElement
            ? (figure.querySelector<HTMLElement>(':scope > figcaption') ??
              document.createElement('figcaption'))
            : document.createElement('figcaption'),
      },
    ];
  },
  renderHTML({ node, HTMLAttributes }) {
    const { src, alt, width, height } = node.attrs;
    const image = { src, alt, width, height, draggable: 'false' };
    return ['figure', HTMLAttributes, ['img', image], ['figcaption', { 'data-placeholder': 'Caption' }, 0]];
  },
});

/**
 * A `<details>` element, rendered as an open box while edited, because browsers handle clicks and keys within
 * `<details>` themselves.
 */
export const Details = Node.create({
  name: 'details',
  group: 'block',
  content: 'summary block+',
  defining: true,
  isolating: true,
  addAttributes() {
    return {
      open: {
        default: null,
        parseHTML: (element) => element.getAttribute('open'),
        renderHTML: () => ({}),
      },
    };
  },
  parseHTML() {
    return [{ tag: 'details' }, { tag: 'div[data-details]' }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['div', mergeAttributes(HTMLAttributes, { 'data-details': '' }), 0];
  },
});

export const Summary = Node.create({
  name: 'summary',
  content: 'inline*',
  defining: true,
  parseHTML() {
    return [{ tag: 'summary' }, { tag: 'div[data-summary]' }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['div', mergeAttributes(HTMLAttributes, { 'data-summary': '' }), 0];
  },
});

export const DescriptionList = Node.create({
  name: 'descriptionList',
  group: 'block',
  content: '(descriptionTerm | descriptionDetails)+',
  parseHTML() {
    return [{ tag: 'dl' }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['dl', HTMLAttributes, 0];
  },
});

export const DescriptionTerm = Node.create({
  name: 'descriptionTerm',
  content: 'inline*',
  defining: true,
  parseHTML() {
    return [{ tag: 'dt' }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['dt', HTMLAttributes, 0];
  },
});

export const DescriptionDetails = Node.create({
  name: 'descriptionDetails',
  content: 'block+',
  defining: true,
  parseHTML() {
    return [{ tag: 'dd' }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['dd', HTMLAttributes, 0];
  },
});
