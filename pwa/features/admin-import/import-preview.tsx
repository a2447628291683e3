import { useFreeBytes } from '#pwa/offline/use-free-bytes.ts';
import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { describeBytes } from '#pwa/ui/format/describe-bytes.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { countOf } from '#schema/messages/count.ts';
import styles from './admin-import-page.module.css';
import { describeContent, describeLastImport, sizeOf } from './describe-import.ts';
import type { Preview } from './use-import.ts';

interface ImportPreviewProps {
  readonly preview: Preview;
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly onImport: () => void;
  readonly onCancel: () => void;
}

/** The content of a file, and the effect of importing it. */
export function ImportPreview({ preview, isBusy, problem, onImport, onCancel }: ImportPreviewProps) {
  const { read, plan, last } = preview;
  const { outline } = read;
  return (
    <Card className={styles.preview}>
      <Stack gap={4}>
        <div>
          <h2 className={styles.title}>{outline.title}</h2>
          <p className={styles.quiet}>{outline.instructor}</p>
          <p className={styles.quiet}>{describeContent(read)}</p>
        </div>
        {last && (
          <Notice tone="wait" title={describeLastImport(last.importedAt)}>
            If you import it again, there is a second course. The first stays as it is.
          </Notice>
        )}
        <Outline preview={preview} />
        <Report preview={preview} />
        <Space
          neededBytes={sizeOf(plan.commands.flatMap(({ args }) => ('sizeBytes' in args ? [args] : [])))}
        />
        {problem !== null && (
          <Notice tone="bad" title="The course was not imported">
            {problem}
          </Notice>
        )}
        <Cluster>
          <Button variant="primary" isBusy={isBusy} onClick={onImport}>
            Import
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </Cluster>
      </Stack>
    </Card>
  );
}

/** The modules, each with its lessons when it is opened. */
function Outline({ preview: { read } }: Pick<ImportPreviewProps, 'preview'>) {
  return (
    <ul className={styles.outline} aria-label="Contents">
      {read.outline.modules.map(({ title, lessons }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: modules of a file have no ids and never move
        <li key={at}>
          <details>
            <summary>
              {title} <span className={styles.quiet}>{countOf(lessons.length, 'lesson')}</span>
            </summary>
            <ol>
              {lessons.map((lesson, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lessons of a file have no ids and never move
                <li key={index}>{lesson.title}</li>
              ))}
            </ol>
          </details>
        </li>
      ))}
    </ul>
  );
}

function Report({ preview: { plan } }: Pick<ImportPreviewProps, 'preview'>) {
  if (plan.leftOut.length === 0) {
    return <p>Everything in the file is imported. The course is unpublished until you publish it.</p>;
  }
  return (
    <Notice tone="wait" title={`${countOf(plan.leftOut.length, 'file')} cannot be imported`}>
      <ul>
        {plan.leftOut.map(({ place, reason }) => (
          <li key={place}>
            {place}: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Space({ neededBytes }: { neededBytes: number }) {
  const freeBytes = useFreeBytes();
  if (neededBytes === 0) return null;
  const isTooLittle = freeBytes !== null && freeBytes < neededBytes;
  const needed = `Needs ${describeBytes(neededBytes)} on this device until everything is sent`;
  if (!isTooLittle) {
    const free = freeBytes === null ? '' : `; ${describeBytes(freeBytes)} are free`;
    return <p className={styles.quiet}>{`${needed}${free}.`}</p>;
  }
  return (
    <Notice tone="bad" title="Not enough storage">
      {needed}, and {describeBytes(freeBytes)} are free.{' '}
      <TextLink to={paths.storage}>Manage storage</TextLink>
    </Notice>
  );
}
