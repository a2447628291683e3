import { memo } from 'react';
import { CourseCover } from '#pwa/course-ui/course-cover.tsx';
import { paths } from '#pwa/paths.ts';
import { QrCode } from '#pwa/ui/display/qr-code.tsx';
import styles from './code-card.module.css';
import { linkOf, type PrintedBatch } from './printed-batch.ts';

/** A longer code is printed smaller, so that it is never cut. */
const LARGE_CODE_MAX_CHARACTERS = 28;
const GROUPS = /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/;

interface CodeCardProps {
  batch: PrintedBatch;
  code: string;
}

/** A printed code: with the picture of its course a card, without it a label. */
export const CodeCard = memo(({ batch, code }: CodeCardProps) => {
  const { courseId, courseTitle, thumbnail, print } = batch;
  const isLong = code.length > LARGE_CODE_MAX_CHARACTERS;
  return (
    <div className={styles.card} data-size={print.size} data-long={isLong || undefined}>
      <QrCode
        text={linkOf(courseId, code)}
        label="QR code that opens the course with this code"
        className={styles.qr}
      />
      <div className={styles.text}>
        {print.size === 'card' && (
          <CourseCover
            className={styles.cover}
            courseId={courseId}
            thumbnail={thumbnail}
            sizes="12rem"
            isEager
          />
        )}
        <p className={styles.course} dir="auto">
          {courseTitle}
        </p>
        <p className={styles.code} dir="ltr">
          <CodeText code={code} />
        </p>
        {print.line !== '' && (
          <p className={styles.line} dir="auto">
            {print.line}
          </p>
        )}
        <p className={styles.host} dir="ltr">
          {location.host + paths.enterCode}
        </p>
      </div>
    </div>
  );
});
CodeCard.displayName = 'CodeCard';

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
