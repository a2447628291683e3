import { memo, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { QrCode } from '#pwa/ui/display/qr-code.tsx';
import styles from './code-sheets.module.css';
import { linkOf, type PrintedBatch } from './printed-batch.ts';

export const CODES_PER_SHEET = 24;
/** A longer code is printed smaller, so that it is never cut. */
const LARGE_CODE_MAX_CHARACTERS = 28;
const GROUPS = /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/;

/**
 * The sheets of a batch, beside the app in the document: a printer gets nothing else, and the screen shows them
 * nowhere.
 *
 * @param drawn how many codes are rendered so far, from the first one
 */
export function CodeSheets({ batch, drawn }: { batch: PrintedBatch; drawn: number }) {
  const { codes, courseId, courseTitle } = batch;
  const sheets = useMemo(() => inSheets(codes), [codes]);
  return createPortal(
    <div className={styles.sheets} translate="no">
      {sheets.map((sheet, at) => (
        <Sheet
          key={sheet[0]}
          codes={sheet}
          drawn={Math.max(0, Math.min(sheet.length, drawn - at * CODES_PER_SHEET))}
          courseId={courseId}
          courseTitle={courseTitle}
        />
      ))}
    </div>,
    document.body,
  );
}

interface SheetProps {
  codes: readonly string[];
  drawn: number;
  courseId: string;
  courseTitle: string;
}

const Sheet = memo(({ codes, drawn, courseId, courseTitle }: SheetProps) => (
  <ul className={styles.sheet}>
    {codes.slice(0, drawn).map((code) => (
      <CodeLabel key={code} code={code} courseId={courseId} courseTitle={courseTitle} />
    ))}
  </ul>
));
Sheet.displayName = 'Sheet';

interface CodeLabelProps {
  code: string;
  courseId: string;
  courseTitle: string;
}

const CodeLabel = memo(({ code, courseId, courseTitle }: CodeLabelProps) => (
  <li className={styles.label}>
    <QrCode
      text={linkOf(courseId, code)}
      label="QR code that opens the course with this code"
      className={styles.qr}
    />
    <div className={styles.text}>
      <p className={styles.course} dir="auto">
        {courseTitle}
      </p>
      <p className={code.length > LARGE_CODE_MAX_CHARACTERS ? styles.longCode : styles.code}>
        <CodeText code={code} />
      </p>
      <p className={styles.host}>{location.host}</p>
    </div>
  </li>
));
CodeLabel.displayName = 'CodeLabel';

/** The three groups of a drawn code stay on one line. */
function CodeText({ code }: { code: string }) {
  const groups = GROUPS.exec(code)?.[0];
  if (groups === undefined) return code;
  return (
    <>
      {code.slice(0, -groups.length)}
      <span className={styles.groups}>{groups}</span>
    </>
  );
}

function inSheets(codes: readonly string[]): string[][] {
  const count = Math.ceil(codes.length / CODES_PER_SHEET);
  return Array.from({ length: count }, (_, at) =>
    codes.slice(at * CODES_PER_SHEET, (at + 1) * CODES_PER_SHEET),
  );
}
