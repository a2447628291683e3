import type { ReactNode } from 'react';
import { Stroke } from '#pwa/ui/display/icons.tsx';
import { LinkIcon, RedoIcon, UndoIcon } from '#pwa/ui/display/study-icons.tsx';

/** A letter or two as an icon, of the size of the others. */
function Letters({ children, ...style }: { children: string; weight?: number; isItalic?: boolean }) {
  return (
    <svg width="1.25rem" height="1.25rem" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <text
        x="10"
        y="15"
        textAnchor="middle"
        fontSize="14"
        fontWeight={style.weight ?? 700}
        fontStyle={style.isItalic ? 'italic' : 'normal'}
        fill="currentColor"
      >
        {children}
      </text>
    </svg>
  );
}

/** The upper part of a table, the lower one, or both, with a sign for what happens to it. */
const draw = (path: string) => (
  <Stroke>
    <path d={path} />
  </Stroke>
);

/** The icons of the buttons above a text, by the id of their action. */
export const toolbarIcons: Readonly<Record<string, ReactNode>> = {
  bold: <Letters weight={900}>B</Letters>,
  italic: (
    <Letters weight={600} isItalic>
      I
    </Letters>
  ),
  code: draw('M7 5.5 2.8 10 7 14.5M13 5.5l4.2 4.5-4.2 4.5'),
  h2: <Letters>H2</Letters>,
  h3: <Letters>H3</Letters>,
  h4: <Letters>H4</Letters>,
  bullets: draw('M8 5h9M8 10h9M8 15h9M3.5 5h.1M3.5 10h.1M3.5 15h.1'),
  numbers: draw(
    'M9 5h8M9 10h8M9 15h8M2.8 4.2l1.4-.9v3.9M2.6 12.6c.3-1.2 2.4-1.2 2.4.2 0 1-1.4 1.6-2.4 3.2h2.6',
  ),
  quote: draw('M4 16V10.5C4 7.5 5.5 5.4 8 4.5M4 10.5h4V16H4M12 16v-5.5c0-3 1.5-5.1 4-6M12 10.5h4V16h-4'),
  'code-block': draw('M2.5 3.5h15v13h-15zM7 7.5 4.8 10 7 12.5M13 7.5l2.2 2.5-2.2 2.5M11 7l-2 6'),
  rule: draw('M2.5 10h15M5 5h10M5 15h10'),
  table: draw('M2.5 3.5h15v13h-15zM2.5 8h15M2.5 12.2h15M10 8v8.5'),
  ltr: draw('M12 3.5H8.2a3 3 0 0 0 0 6H9M9 3.5v9M12 3.5v9M3 16h13M13.5 13.8 16 16l-2.5 2.2'),
  rtl: draw('M12 3.5H8.2a3 3 0 0 0 0 6H9M9 3.5v9M12 3.5v9M17 16H4M6.5 13.8 4 16l2.5 2.2'),
  link: <LinkIcon />,
  image: draw('M2.5 3.5h15v13h-15zM3 14.5l4.2-4.6 3.3 3.4 2.4-2.4 4.3 4.2M13 7.2h.1'),
  undo: <UndoIcon />,
  redo: <RedoIcon />,
  row: draw('M2.5 3.5h15v6h-15zM10 3.5v6M10 12v6M7 15h6'),
  column: draw('M2.5 2.5v15h6v-15zM2.5 10h6M11.5 10h6M14.5 7v6'),
  'no-row': draw('M2.5 3.5h15v6h-15zM10 3.5v6M7.5 12.5l5 5M12.5 12.5l-5 5'),
  'no-column': draw('M2.5 2.5v15h6v-15zM2.5 10h6M12 7.5l5 5M17 7.5l-5 5'),
  'no-table': draw('M2.5 9V3.5h15V9M2.5 3.5v13H9M2.5 9h15M9 3.5v13M12.5 12.5l5 5M17.5 12.5l-5 5'),
};
