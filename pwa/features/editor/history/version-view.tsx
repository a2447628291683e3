import { useEffect, useMemo, useState } from 'react';
import { LessonText } from '#pwa/lesson/text/lesson-text.tsx';
import { Button } from '#pwa/ui/controls/button.tsx';
import { FilterChips } from '#pwa/ui/controls/filter-chips.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { given } from '#schema/editor/given.ts';
import type { Revision } from '#schema/editor/history.ts';
import type { LessonFields } from '#schema/entities/lesson-entity.ts';
import { FieldView } from './field-view.tsx';
import styles from './lesson-history.module.css';
import type { VersionHistory, VersionTexts } from './version-history.ts';
import { listChanges, listDifferences, listMissingTexts, restorable, stateAt } from './versions.ts';

type Way = 'changes' | 'now' | 'text';
const ways: readonly { readonly id: Way; readonly name: string }[] = [
  { id: 'changes', name: 'Changes' },
  { id: 'now', name: 'Compare with current' },
  { id: 'text', name: 'Full text' },
];

interface VersionViewProps {
  revision: Revision;
  history: VersionHistory;
  onRestore: (fields: LessonFields) => void;
}

/** A version in three views, with a button to restore it. */
export function VersionView({ revision, history, onRestore }: VersionViewProps) {
  const { revisions, known, shown, texts } = history;
  const missing = useMemo(() => listMissingTexts(revisions, revision.id), [revisions, revision]);
  const [way, setWay] = useState<Way>('changes');
  const state = useMemo(() => stateAt(revisions, revision.id, known), [revisions, revision, known]);
  const changes = useMemo(() => listChanges(revisions, revision.id, known), [revisions, revision, known]);
  const fields = restorable(revision, state);
  // Without it every version would look like the current one.
  const isCurrentKnown = shown.content !== undefined;
  const sinceThen = isCurrentKnown ? listDifferences(shown, { ...shown, ...given(fields) }) : [];
  const differences = way === 'now' ? sinceThen : changes;
  const isRejected = revision.kind === 'aside';
  return (
    <>
      <FilterChips legend="View of this version" chips={ways} isOn={(one) => one === way} onChoose={setWay} />
      {way !== 'text' &&
        differences.map((difference) => <FieldView key={difference.field} difference={difference} />)}
      {missing.length > 0 && <MissingText revisionIds={missing} texts={texts} />}
      {missing.length === 0 && way === 'text' && <WholeText html={state.content} />}
      {missing.length === 0 && way !== 'text' && differences.length === 0 && (
        <p className={styles.muted}>{way === 'now' ? describeSame(isCurrentKnown) : 'No text changed.'}</p>
      )}
      {missing.length === 0 && sinceThen.length > 0 && (
        <Cluster>
          <Button variant="primary" onClick={() => onRestore(fields)}>
            {isRejected ? 'Use this text' : 'Restore this version'}
          </Button>
          <p className={styles.muted}>The version is added to your draft. Save the course to send it.</p>
        </Cluster>
      )}
    </>
  );
}

const describeSame = (isCurrentKnown: boolean): string =>
  isCurrentKnown
    ? 'This is the current version.'
    : 'The current text is not downloaded yet, so it cannot be compared. Connect to download it.';

/** Loads the text of the version, at once and on request after a failure. */
function MissingText({ revisionIds, texts }: { revisionIds: readonly string[]; texts: VersionTexts }) {
  const { isOnline, problem, load } = texts;
  const wanted = revisionIds.join(' ');
  useEffect(() => {
    if (isOnline) void load(wanted.split(' '));
  }, [isOnline, load, wanted]);
  if (!isOnline)
    return (
      <p className={styles.muted}>The text of this version is not on this device. Connect to load it.</p>
    );
  if (problem === null) return <Skeleton height="6rem" />;
  return (
    <Notice tone="bad" title="The text of this version could not be loaded">
      {problem}
      <Button onClick={() => void load(revisionIds)}>Try again</Button>
    </Notice>
  );
}

function WholeText({ html }: { html: unknown }) {
  if (typeof html !== 'string' || html === '')
    return <p className={styles.muted}>No text, or the text is not on this device.</p>;
  return (
    <div className={styles.text}>
      <LessonText html={html} />
    </div>
  );
}
