import { useId, useRef, useState } from 'react';
import { parseCodeFile } from '#schema/codes.ts';
import { CODES_SHOWN_STORED } from '#schema/limits.ts';
import { messages } from '#schema/messages.ts';
import { enqueueCodes } from '../../sync/editor-commands.ts';
import { Button } from '../../ui/button.tsx';
import { CodeResult, type ReadFile } from './code-result.tsx';
import styles from './codes-section.module.css';
import { useDesk } from './editor-context.tsx';
import { refuseCodeFile } from './editor-rules.ts';
import { FailureDetails } from './failure-details.tsx';
import { SectionCard } from './section-card.tsx';

/** The course's activation codes (section 2): what is left of them, and a file with new ones. */
export function CodesSection() {
  const { editor } = useDesk();
  const { course, codes, unsent } = editor;
  const { result, read, addHeader } = useCodeFile();
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const isRefused = unsent.some(
    ({ command, state }) => command.kind === 'codes.upload' && state === 'refused',
  );
  const choose = (
    <>
      <Button onClick={() => input.current?.click()}>Upload Codes</Button>
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
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
  return (
    <SectionCard id="activation-codes" title="Activation Codes" aside={<div>{choose}</div>}>
      {result !== null && <CodeResult file={result} onKeepHeader={addHeader} />}
      {isRefused && <FailureDetails />}
      <WaitingCodes />
      <StoredCodes codes={codes} unused={course.codeStats.unused} total={course.codeStats.total} />
    </SectionCard>
  );
}

function WaitingCodes() {
  const { editor } = useDesk();
  const count = editor.commands.reduce(
    (sum, command) => sum + (command.kind === 'codes.upload' ? command.args.codes.length : 0),
    0,
  );
  if (count === 0) return null;
  return (
    <p className={styles.muted} role="status">
      {count === 1 ? '1 code is' : `${count} codes are`} saved on this device and not sent yet.
    </p>
  );
}

interface StoredCodesProps {
  codes: readonly string[];
  unused: number;
  total: number;
}

function StoredCodes({ codes, unused, total }: StoredCodesProps) {
  if (unused === 0)
    return (
      <div className={styles.empty}>
        <h3>No Activation Codes</h3>
        {total > 0 && <p>All {total} of them have been used.</p>}
        <p>Supported formats: CSV or TXT with one code per line</p>
      </div>
    );
  const shown = codes.slice(0, CODES_SHOWN_STORED);
  return (
    <div className={styles.stored}>
      <p>
        <strong>{unused}</strong> left of {total}
      </p>
      <ul className={styles.codes}>
        {shown.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {unused > shown.length && <p className={styles.muted}>... and {unused - shown.length} more codes</p>}
    </div>
  );
}

/** Reads a file of codes and hands them over at once; what was taken for a header can be added afterwards. */
function useCodeFile() {
  const { userId, editor, say, watch, run } = useDesk();
  const { course, isNew } = editor;
  const [result, setResult] = useState<ReadFile | null>(null);
  const send = (codes: readonly string[]) =>
    run(messages.codesFailed, async () => {
      const commandId = await enqueueCodes(userId, course, codes);
      const success =
        codes.length === 1 ? '1 activation code added' : `${codes.length} activation codes added`;
      watch({ commandIds: [commandId], success, failure: messages.codesFailed, hasDetails: true });
    });
  const read = async (file: File) => {
    const refusal = refuseCodeFile(file, isNew);
    if (refusal !== null) return say.fail(refusal);
    await run(messages.codesFailed, async () => {
      const found = parseCodeFile(await file.text());
      setResult({ ...found, name: file.name, hasAddedHeader: false });
      if (found.codes.length === 0) return say.fail(messages.codesNone);
      await send(found.codes);
    });
  };
  const addHeader = () => {
    if (result === null || result.header === null) return;
    setResult({ ...result, hasAddedHeader: true });
    void send([result.header]);
  };
  return { result, read, addHeader };
}
