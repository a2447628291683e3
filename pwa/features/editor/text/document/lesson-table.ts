import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';

/**
 * A table with a caption and a head, and without the column widths that the extension would write into
 * styles. The head rows come first; `headRows` is their number.
 */
const LessonTable = Table.extend({
  addAttributes() {
    return {
      caption: {
        default: null,
        parseHTML: (element) => element.querySelector(':scope > caption')?.textContent ?? null,
        renderHTML: () => ({}),
      },
      headRows: {
        default: 1,
        parseHTML: (element) => element.querySelectorAll(':scope > thead > tr').length,
        renderHTML: () => ({}),
      },
    };
  },
  parseHTML() {
    return [{ tag: 'table' }, { tag: 'caption', ignore: true }];
  },
  renderHTML({ node, HTMLAttributes }) {
    const caption: unknown = node.attrs.caption;
    if (typeof caption !== 'string') return ['table', HTMLAttributes, ['tbody', 0]];
    return ['table', HTMLAttributes, ['caption', { contenteditable: 'false' }, caption], ['tbody', 0]];
  },
});

/** Lesson HTML has neither widths nor alignment of cells. */
const spans = () => ({ colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } });

export const lessonTable = [
  LessonTable.configure({ resizable: false }),
  TableRow,
  TableHeader.extend({ addAttributes: spans }),
  TableCell.extend({ addAttributes: spans }),
];
