import { memo, useId, useRef } from 'react';
import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { CODES_SHOWN_STORED } from '#schema/limits.ts';
import { useEditor } from '../context/editor-context.tsx';
import { useWaiting, useWaitingCommands } from '../context/waiting-context.tsx';
import { LastFailure } from '../kit/last-failure.tsx';
import { SectionCard } from '../kit/section-card.tsx';
import { CodePreview } from './code-preview.tsx';
import styles from './codes-section.module.css';
import { LowCodesField } from './low-codes-field.tsx';
import { CODES_SECTION, useCodeFile } from './use-code-file.ts';

/** The course's activation codes (spec map, section 2): how many are left, and the import of a file. */
export function CodesSection() {
  const { id, codeStats, lowCodesBelow } = useEditor().course;
  return <Codes courseId={id} {...codeStats} lowCodesBelow={lowCodesBelow} />;
}

interface CodeCounts {
  unused: number;
  total: number;
}

interface CodesProps extends CodeCounts {
  courseId: string;
  lowCodesBelow: number;
}

const Codes = memo(({ courseId, unused, total, lowCodesBelow }: CodesProps) => {
  const { codes, unsent } = useWaiting();
  const { file, isBusy, read, actions } = useCodeFile();
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const isRefused = unsent.some(
    ({ command, state }) => command.kind === 'codes.upload' && state === 'refused',
  );
  const choose = (
    <>
      <Button isBusy={isBusy} onClick={() => input.current?.click()}>
        Upload Codes
      </Button>
      <label htmlFor={inputId} className="visually-hidden">
        File with activation codes
      </label>
      <input
        ref={input}
        id={inputId}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        tabIndex={-1}
        className="visually-hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void read(file);
          // Allows the same file to be chosen again.
          target.value = '';
        }}
      />
    </>
  );
  const headerActions = (
    <Cluster>
      <ButtonLink to={paths.adminCodes(courseId, 'draw')}>Draw codes</ButtonLink>
      <div>{choose}</div>
    </Cluster>
  );
  return (
    <SectionCard id={CODES_SECTION} title="Activation Codes" headerActions={headerActions}>
      {file !== null && <CodePreview file={file} isBusy={isBusy} actions={actions} />}
      {isRefused && <LastFailure />}
      <WaitingCodes />
      <StoredCodes codes={codes} unused={unused} total={total} />
      <LowCodesField value={lowCodesBelow} />
      {total > 0 && (
        <Cluster>
          <ButtonLink size="sm" to={paths.adminCodes(courseId)}>
            All codes of this course
          </ButtonLink>
        </Cluster>
      )}
    </SectionCard>
  );
});

function WaitingCodes() {
  const count = useWaitingCommands().reduce(
    (sum, command) => sum + (command.kind === 'codes.upload' ? command.args.codes.length : 0),
    0,
  );
  if (count === 0) return null;
  return (
    <p className={styles.muted} role="status">
      {count === 1 ? '1 code is' : `${count} codes are`} saved on this device, not sent yet.
    </p>
  );
}

interface StoredCodesProps extends CodeCounts {
  codes: readonly string[];
}

function StoredCodes({ codes, unused, total }: StoredCodesProps) {
  if (unused === 0)
    return (
      <EmptyState>
        <h3>No Activation Codes</h3>
        {total > 0 && <p>All {total} codes are used.</p>}
        <p>Supported formats: CSV or TXT with one code per line</p>
      </EmptyState>
    );
  const shown = codes.slice(0, CODES_SHOWN_STORED);
  return (
    <Stack gap={2}>
      <p>
        <strong>{unused}</strong> left of {total}
      </p>
      <ul className={styles.codes}>
        {shown.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {unused > shown.length && <p className={styles.muted}>... and {unused - shown.length} more codes</p>}
    </Stack>
  );
}
