import { sanitizeLesson } from '#pwa/lesson/text/sanitize-lesson.ts';
import { FixedBlock } from '../document/lesson-schema.ts';
import styles from './rich-text.module.css';

/** Shows a fixed block as learners see it, with a note that says why it cannot be edited here. */
export const ShownFixedBlock = FixedBlock.extend({
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('div');
      dom.className = styles.fixed ?? '';
      dom.contentEditable = 'false';
      const note = document.createElement('p');
      note.className = styles.fixedNote ?? '';
      note.textContent = 'Fixed block: edit it in the HTML source';
      dom.append(note, sanitizeLesson(String(node.attrs.source)));
      return { dom };
    };
  },
});
