import { memo, useId, useRef, useState } from 'react';
import { markedEncoding } from '#interchange/archive/read-text.ts';
import { paths } from '#pwa/paths.ts';
import { enqueueCodes } from '#pwa/sync/enqueue/editor-commands.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { parseCodeFile } from '#schema/learning/codes.ts';
import { CODES_SHOWN_STORED } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { useEditor, useEditorContext } from '../context/editor-context.tsx';
import { useWaiting, useWaitingCommands } from '../context/waiting-context.tsx';
import { LastFailure } from '../kit/last-failure.tsx';
import { SectionCard } from '../kit/section-card.tsx';
import { refuseCodeFile } from '../model/editor-rules.ts';
import { CodeResult, type ReadFile } from './code-result.tsx';
import styles from './codes-section.module.css';
import { LowCodesField } from './low-codes-field.tsx';

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
  const { result, isReading, read, addHeader } = useCodeFile();
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const isRefused = unsent.some(
    ({ command, state }) => command.kind === 'codes.upload' && state === 'refused',
  );
  const choose = (
    <>
      <Button isBusy={isReading} onClick={() => input.current?.click()}>
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
  return (
    <SectionCard id="activation-codes" title="Activation Codes" headerActions={<div>{choose}</div>}>
      {result !== null && <CodeResult file={result} onAddHeader={addHeader} />}
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

/**
 * Reads a file of codes and queues them at once. A line that was treated as the header can be added
 * afterwards.
 */
function useCodeFile() {
  const { userId, getEditor, notify, watch, run } = useEditorContext();
  const [result, setResult] = useState<ReadFile | null>(null);
  const [isReading, setIsReading] = useState(false);
  const send = (codes: readonly string[]) =>
    run(adminMessages.codesFailed, async () => {
      const commandId = await enqueueCodes(userId, getEditor().course, codes);
      const success =
        codes.length === 1 ? '1 activation code added' : `${codes.length} activation codes added`;
      watch({ commandIds: [commandId], success, failure: adminMessages.codesFailed, hasDetails: true });
    });
  const read = async (file: File) => {
    const refusal = refuseCodeFile(file, getEditor().isNew);
    if (refusal !== null) return notify.fail(refusal);
    setIsReading(true);
    await run(adminMessages.codesFailed, async () => {
      const found = await parseCodeFile(await readText(file), pause);
      setResult({ ...found, name: file.name, hasAddedHeader: false });
      if (found.codes.length === 0) return notify.fail(adminMessages.codesNone);
      await send(found.codes);
    });
    setIsReading(false);
  };
  const addHeader = () => {
    if (result === null || result.header === null) return;
    setResult({ ...result, hasAddedHeader: true });
    void send([result.header]);
  };
  return { result, isReading, read, addHeader };
}

/** The text of a file in UTF-8, or in the UTF-16 of Excel’s “Unicode Text”. */
async function readText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TextDecoder(markedEncoding(bytes) ?? 'utf-8').decode(bytes);
}

/** The browser paints, and handles keys, before the next lines are read. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));
