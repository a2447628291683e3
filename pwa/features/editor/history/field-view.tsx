import { useMemo, useState } from 'react';
import { textOfField } from '#pwa/conflict/text-of-field.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { RevisionFields } from '#schema/editor/history.ts';
import { nameField } from '#schema/entities/field-rules.ts';
import { compareInline } from './inline-difference.ts';
import styles from './lesson-history.module.css';
import type { FieldDifference } from './versions.ts';

/** The change of one field: removed text is struck through, added text is underlined. */
export function FieldView({ difference }: { difference: FieldDifference }) {
  const { field, before, after } = difference;
  const isHtml = field === 'content';
  const isOnlyMarkup = useMemo(
    () => isHtml && toText(field, before) === toText(field, after),
    [isHtml, field, before, after],
  );
  const [isSource, setIsSource] = useState(isOnlyMarkup);
  const pieces = useMemo(
    () =>
      isSource
        ? compareInline(String(before ?? ''), String(after ?? ''))
        : compareInline(toText(field, before), toText(field, after)),
    [isSource, field, before, after],
  );
  return (
    <Stack as="section" gap={1}>
      <Cluster as="header" className={styles.fieldHead}>
        <h3>{nameField(field)}</h3>
        {isHtml && (
          <Button variant="quiet" aria-pressed={isSource} onClick={() => setIsSource(!isSource)}>
            HTML source
          </Button>
        )}
      </Cluster>
      {isOnlyMarkup && <p className={styles.muted}>The text is the same; the HTML markup differs.</p>}
      <div className={isSource ? styles.source : styles.prose} dir={isSource ? 'ltr' : 'auto'}>
        {pieces.map(({ at, kind, text }) => {
          if (kind === 'added') return <ins key={at}>{text}</ins>;
          return kind === 'removed' ? <del key={at}>{text}</del> : text;
        })}
      </div>
    </Stack>
  );
}

/** A formatted value; renders nothing if there was none. */
function toText(field: string, value: RevisionFields[string]): string {
  if (value === null || value === '') return '';
  if (field === 'videoUrl' && String(value).startsWith('/media/')) return 'an uploaded video';
  return textOfField(field, value);
}
