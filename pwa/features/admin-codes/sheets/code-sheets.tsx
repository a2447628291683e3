import { memo, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { CodeCard } from './code-card.tsx';
import styles from './code-sheets.module.css';
import { PER_PAGE, type PrintedBatch } from './printed-batch.ts';

/**
 * The sheets of a batch, beside the app in the document: a printer gets nothing else, and the screen shows them
 * nowhere.
 *
 * @param drawn how many codes are rendered so far, from the first one
 */
export function CodeSheets({ batch, drawn }: { batch: PrintedBatch; drawn: number }) {
  const perPage = PER_PAGE[batch.print.size];
  const { codes } = batch;
  const sheets = useMemo(() => inSheets(codes, perPage), [codes, perPage]);
  return createPortal(
    <div className={styles.sheets} translate="no">
      {sheets.map((sheet, at) => (
        <Sheet
          key={sheet[0]}
          batch={batch}
          codes={sheet}
          drawn={Math.max(0, Math.min(sheet.length, drawn - at * perPage))}
        />
      ))}
    </div>,
    document.body,
  );
}

interface SheetProps {
  batch: PrintedBatch;
  codes: readonly string[];
  drawn: number;
}

const Sheet = memo(({ batch, codes, drawn }: SheetProps) => (
  <ul className={styles.sheet} data-size={batch.print.size}>
    {codes.slice(0, drawn).map((code) => (
      <li key={code}>
        <CodeCard batch={batch} code={code} />
      </li>
    ))}
  </ul>
));
Sheet.displayName = 'Sheet';

function inSheets(codes: readonly string[], perPage: number): string[][] {
  const count = Math.ceil(codes.length / perPage);
  return Array.from({ length: count }, (_, at) => codes.slice(at * perPage, (at + 1) * perPage));
}
