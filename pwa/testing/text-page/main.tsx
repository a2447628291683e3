import '#pwa/app/start/trusted-types.ts';
import '#pwa/ui/tokens.css';
import { createRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { noChoices } from '#pwa/conflict/choices.ts';
import { ConflictCard } from '#pwa/conflict/conflict-card.tsx';
import { readLesson } from '#pwa/features/editor/text/document/read-lesson.ts';
import { writeBlock } from '#pwa/features/editor/text/document/write-lesson.ts';
import { LessonTextEditor, type LessonTextHandle } from '#pwa/features/editor/text/lesson-text-editor.tsx';
import lessonStyles from '#pwa/lesson/text/lesson-text.module.css';
import { sanitizeLesson } from '#pwa/lesson/text/sanitize-lesson.ts';
import type { OutboxRow } from '#pwa/store/database/rows.ts';
import type { TextPageWindow } from './window.ts';

/** The text editor alone, for tests in a browser: its inputs and events are exposed on `window.textPage`. */
const handle = createRef<LessonTextHandle>();
const reported: string[] = [];
/** The open lesson, and its text. */
interface Open {
  readonly lesson: number;
  readonly html: string;
}
let applyChange: (change: (was: Open) => Open) => void = () => {};
let showRow: (row: OutboxRow) => void = () => {};

const textPage: TextPageWindow = {
  reported,
  open(html) {
    reported.length = 0;
    applyChange(({ lesson }) => ({ lesson: lesson + 1, html }));
  },
  replaceText: (html) => applyChange((was) => ({ ...was, html })),
  flush: () => handle.current?.flush(),
  read(html) {
    const { blocks, unknown } = readLesson(html);
    const written = blocks.map(({ node, html: source }) => ({
      type: node.type.name,
      source,
      html: writeBlock(node),
    }));
    return { unknown: [...unknown], written };
  },
  showConflict: (row) => showRow(row),
};
Object.assign(window, { textPage });

async function storeNothing(): Promise<void> {}

function Page() {
  const [{ lesson, html }, setOpen] = useState<Open>({ lesson: 0, html: '<p>Nothing yet</p>' });
  const [row, setRow] = useState<OutboxRow | null>(null);
  // With all updates that follow from it, before the next key.
  applyChange = (change) => flushSync(() => setOpen(change));
  showRow = setRow;
  if (row !== null)
    return (
      <ConflictCard
        key={row.id}
        row={row}
        first={noChoices}
        onChoose={storeNothing}
        onDecide={storeNothing}
      />
    );
  return (
    <LessonTextEditor
      ref={handle}
      lessonId={`lesson-${lesson}`}
      html={html}
      label="Content"
      onChange={(next) => {
        reported.push(next);
        setOpen((was) => ({ ...was, html: next }));
      }}
    />
  );
}

/** The same text in a bare contenteditable element, as a baseline. */
function openBare(html: string): void {
  const bare = document.createElement('div');
  bare.contentEditable = 'true';
  bare.setAttribute('role', 'textbox');
  bare.setAttribute('aria-label', 'Content');
  bare.className = lessonStyles.text ?? '';
  bare.append(sanitizeLesson(html));
  root?.replaceChildren(bare);
}

const root = document.getElementById('root');
if (location.search === '?bare') Object.assign(textPage, { open: openBare });
else if (root !== null) createRoot(root).render(<Page />);
