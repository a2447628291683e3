import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Checkbox } from '#pwa/ui/fields/checkbox.tsx';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import type { Doubt } from '#schema/code-file/find-doubts.ts';
import { ACTIVATION_CODE_MAX_CHARACTERS, CODES_SHOWN_EXTRACTED } from '#schema/limits.ts';
import { countOf, formatCount } from '#schema/messages/count.ts';
import { focusSoon } from '../kit/focus-soon.ts';
import styles from './codes-section.module.css';
import type { CodeFileActions, OpenCodeFile } from './use-code-file.ts';

/** Receives the focus from a button that disappears. */
const COLUMN_FIELD = 'code-column';

interface CodePreviewProps {
  file: OpenCodeFile;
  isBusy: boolean;
  actions: CodeFileActions;
}

/** What a file of codes seems to have, before any of it is sent. */
export function CodePreview({ file, isBusy, actions }: CodePreviewProps) {
  const { codes, column, hasHeader, firstLine, doubts } = file.taken;
  const shown = codes.slice(0, CODES_SHOWN_EXTRACTED);
  const isDoubtful = doubts.length > 0;
  return (
    <section className={styles.result} aria-label="Codes in the file">
      <div role="status">
        <h3>
          {countOf(codes.length, 'code')} in “{file.name}”
        </h3>
        <p>Nothing is added yet. Check that these are the codes.</p>
      </div>
      {file.table.width > 1 && (
        <SelectField
          id={COLUMN_FIELD}
          label="Column with the codes"
          value={column}
          onChange={({ target }) => actions.choose({ column: Number(target.value) })}
        >
          {columnsOf(file).map((name, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <ol className={styles.codes}>
        {shown.map((code) => (
          <li key={code}>
            <bdi dir="ltr">{code}</bdi>
          </li>
        ))}
      </ol>
      {codes.length > shown.length && (
        <p className={styles.muted}>... and {formatCount(codes.length - shown.length)} more codes</p>
      )}
      {firstLine !== '' && (
        <Checkbox
          checked={hasHeader}
          onChange={({ target }) => actions.choose({ column, hasHeader: target.checked })}
          label={
            <>
              The first line, <code>{firstLine}</code>, is a header and no code
            </>
          }
        />
      )}
      <LeftOut file={file} />
      {isDoubtful && <Doubts file={file} onChoose={actions.choose} />}
      {!isDoubtful && <Suggestion file={file} onChoose={actions.choose} />}
      <Cluster>
        {codes.length > 0 && (
          <Button variant={isDoubtful ? 'line' : 'primary'} isBusy={isBusy} onClick={actions.add}>
            Add {countOf(codes.length, 'code')}
            {isDoubtful && ' anyway'}
          </Button>
        )}
        <Button variant="quiet" onClick={actions.close}>
          Cancel
        </Button>
      </Cluster>
    </section>
  );
}

/** `2: voucher_code (SEA-0001)`, for each column. */
function columnsOf({ table: { rows, width }, taken: { hasHeader } }: OpenCodeFile): string[] {
  return Array.from({ length: width }, (_, column) => {
    const name = hasHeader ? (rows[0]?.[column] ?? '') : '';
    const example = rows.slice(hasHeader ? 1 : 0).find((cells) => (cells[column] ?? '') !== '')?.[column];
    const parts = [name, example === undefined ? 'blank' : `(${cut(example)})`];
    return `${column + 1}: ${parts.filter((part) => part !== '').join(' ')}`;
  });
}

const EXAMPLE_MAX_CHARACTERS = 30;
const cut = (text: string): string =>
  text.length > EXAMPLE_MAX_CHARACTERS ? `${text.slice(0, EXAMPLE_MAX_CHARACTERS)}…` : text;

/** The lines that give no code, by the reason, and the codes that are not as they were written. */
function LeftOut({ file: { taken } }: { file: OpenCodeFile }) {
  const left: readonly (readonly [number, string])[] = [
    [taken.duplicates, 'duplicate code.'],
    [taken.blank, 'no code in this column.'],
    [taken.tooLong, `longer than ${ACTIVATION_CODE_MAX_CHARACTERS} characters.`],
  ];
  const shown = left.filter(([count]) => count > 0);
  return (
    <>
      {shown.length > 0 && (
        <div>
          <p>Left out:</p>
          <ul>
            {shown.map(([count, reason]) => (
              <li key={reason}>
                {countOf(count, 'line')}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {taken.tidied > 0 && (
        <p>
          {taken.tidied === 1 ? '1 code has' : `${formatCount(taken.tidied)} codes have`} invisible
          characters, or letters and digits of another keyboard. They were replaced.
        </p>
      )}
    </>
  );
}

interface SuggestionProps {
  file: OpenCodeFile;
  onChoose: CodeFileActions['choose'];
}

/** Says what the codes look like instead, and offers the column that has better ones. */
function Doubts({ file, onChoose }: SuggestionProps) {
  return (
    <Notice tone="wait" title="Are these the codes?" actions={<UseColumn file={file} onChoose={onChoose} />}>
      {file.taken.doubts.map((doubt) => (
        <p key={doubt.kind}>{describeDoubt(doubt)}</p>
      ))}
    </Notice>
  );
}

function Suggestion({ file, onChoose }: SuggestionProps) {
  if (file.taken.suggested === null) return null;
  return (
    <Notice
      title="Another column may have the codes"
      actions={<UseColumn file={file} onChoose={onChoose} />}
    />
  );
}

function UseColumn({ file, onChoose }: SuggestionProps) {
  const { suggested } = file.taken;
  if (suggested === null) return null;
  return (
    <Button
      variant="primary"
      onClick={() => {
        focusSoon(COLUMN_FIELD, { block: 'nearest' });
        onChoose({ column: suggested });
      }}
    >
      Use column {columnsOf(file)[suggested]}
    </Button>
  );
}

function describeDoubt({ kind, count, example }: Doubt): string {
  const resembles = `${formatCount(count)} ${count === 1 ? 'looks' : 'look'} like`;
  switch (kind) {
    case 'shortened':
      return `${resembles} ${example}: a spreadsheet has shortened long numbers, and their last digits are lost. Format the column as text there, and save the file again.`;
    case 'dates':
      return `${resembles} dates, such as ${example}. Spreadsheets make dates of codes like SEP-1.`;
    case 'names':
      return `${resembles} names or addresses, such as ${example}.`;
    case 'numbers':
      return `${resembles} numbers in a row or short numbers, such as ${example}, which are easy to guess.`;
    case 'repeated':
      return `${countOf(count, 'line')} ${count === 1 ? 'repeats' : 'repeat'} a code, such as ${example}.`;
  }
}
