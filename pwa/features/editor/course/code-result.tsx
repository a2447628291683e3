import { Button } from '#pwa/ui/controls/button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import type { CodeFile } from '#schema/learning/codes.ts';
import { ACTIVATION_CODE_MAX_CHARACTERS, CODES_SHOWN_EXTRACTED } from '#schema/limits.ts';
import styles from './codes-section.module.css';

export type ReadFile = CodeFile & { readonly name: string; readonly hasAddedHeader: boolean };

/** Summary of a code file: the number of codes, the first of them, and each rejected line with the reason. */
export function CodeResult({ file, onAddHeader }: { file: ReadFile; onAddHeader: () => void }) {
  const { codes, name, header, hasAddedHeader, duplicates, tooLong } = file;
  const shown = codes.slice(0, CODES_SHOWN_EXTRACTED);
  return (
    <section className={styles.result} aria-label="Codes in the file" role="status">
      <h3>
        {codes.length === 1 ? '1 code' : `${codes.length} codes`} in “{name}”
      </h3>
      <ol className={styles.codes}>
        {shown.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      {codes.length > shown.length && (
        <p className={styles.muted}>... and {codes.length - shown.length} more codes</p>
      )}
      {duplicates > 0 && (
        <p>{duplicates === 1 ? '1 line was' : `${duplicates} lines were`} skipped: duplicate code.</p>
      )}
      {tooLong > 0 && (
        <p>
          {tooLong === 1 ? '1 line was' : `${tooLong} lines were`} skipped: longer than{' '}
          {ACTIVATION_CODE_MAX_CHARACTERS} characters.
        </p>
      )}
      {header !== null && (
        <Cluster className={styles.header}>
          <p>
            The first line, <code>{header}</code>, was treated as a header
            {hasAddedHeader ? ' and has been added as a code.' : ' and skipped.'}
          </p>
          {!hasAddedHeader && <Button onClick={onAddHeader}>Add it as a code</Button>}
        </Cluster>
      )}
    </section>
  );
}
