import { classNames } from '#pwa/ui/class-names.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { IconButton } from '#pwa/ui/controls/icon-button.tsx';
import { CloseIcon, Stroke } from '#pwa/ui/display/icons.tsx';
import { Checkbox } from '#pwa/ui/fields/checkbox.tsx';
import fieldStyles from '#pwa/ui/fields/field.module.css';
import choiceStyles from '#pwa/ui/fields/radio-field.module.css';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { CHOICE_MAX_CHARACTERS, QUESTION_CHOICES_MAX } from '#schema/limits.ts';
import styles from './question-editor.module.css';
import { type Line, newLine, newPair, type QuestionForm } from './question-form.ts';

export interface KindFieldsProps {
  form: QuestionForm;
  /** Why the right answer is refused; null if it is not, or was not looked at yet. */
  problem: string | null;
  onChange: (part: Partial<QuestionForm>) => void;
}

/** The fields for the right answer, by kind of question. */
export function KindFields(props: KindFieldsProps) {
  const { form, problem, onChange } = props;
  switch (form.kind) {
    case 'one':
    case 'several':
      return <ChoiceRows {...props} />;
    case 'order':
      return <OrderRows {...props} />;
    case 'match':
      return <PairRows {...props} />;
    case 'text':
      return (
        <>
          <TextArea
            label="Accepted answers, one a line"
            rows={3}
            value={form.accepted}
            error={problem}
            hint="Capital letters do not matter. Nothing else is guessed, so write other spellings too."
            onChange={({ target }) => onChange({ accepted: target.value })}
          />
          <Checkbox
            label="Accept answers without accents"
            checked={form.ignoresAccents}
            onChange={({ target }) => onChange({ ignoresAccents: target.checked })}
          />
        </>
      );
    case 'number':
      return (
        <Cluster>
          <TextField
            label="Right number"
            inputMode="decimal"
            value={form.value}
            error={problem}
            onChange={({ target }) => onChange({ value: target.value })}
          />
          <TextField
            label="Tolerance, more or less"
            inputMode="decimal"
            placeholder="0"
            value={form.tolerance}
            onChange={({ target }) => onChange({ tolerance: target.value })}
          />
        </Cluster>
      );
    case 'open':
      return (
        <TextArea
          label="Model answer"
          rows={4}
          value={form.model}
          error={problem}
          hint="Learners compare it with theirs. An open question has no points."
          onChange={({ target }) => onChange({ model: target.value })}
        />
      );
  }
}

interface LineProps {
  label: string;
  line: Line;
  onChange: (text: string) => void;
}

function LineInput({ label, line, onChange }: LineProps) {
  return (
    <input
      className={classNames(fieldStyles.input, styles.line)}
      dir="auto"
      aria-label={label}
      placeholder={label}
      maxLength={CHOICE_MAX_CHARACTERS}
      value={line.text}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

const changeLine = (lines: readonly Line[], id: string, text: string): Line[] =>
  lines.map((line) => (line.id === id ? { ...line, text } : line));

function ChoiceRows({ form, problem, onChange }: KindFieldsProps) {
  const { kind, lines, right } = form;
  const mark = (id: string, isRight: boolean) => {
    const others = kind === 'one' ? [] : right.filter((one) => one !== id);
    onChange({ right: isRight ? [...others, id] : others });
  };
  return (
    <fieldset className={choiceStyles.choices}>
      <legend className={choiceStyles.legend}>Choices</legend>
      {lines.map((line, at) => (
        <div key={line.id} className={styles.row}>
          <LineInput
            label={`Choice ${at + 1}`}
            line={line}
            onChange={(text) => onChange({ lines: changeLine(lines, line.id, text) })}
          />
          <label className={classNames(fieldStyles.checkbox, styles.right)}>
            <input
              type={kind === 'one' ? 'radio' : 'checkbox'}
              name={`right-${lines[0]?.id ?? ''}`}
              checked={right.includes(line.id)}
              onChange={({ target }) => mark(line.id, target.checked)}
            />
            Right<span className="visually-hidden">: choice {at + 1}</span>
          </label>
          <DeleteRow
            label={`Delete choice ${at + 1}`}
            onDelete={() => onChange({ lines: lines.filter(({ id }) => id !== line.id) })}
          />
        </div>
      ))}
      <RowsEnd
        problem={problem}
        label="Add choice"
        onAdd={lines.length < QUESTION_CHOICES_MAX ? () => onChange({ lines: [...lines, newLine()] }) : null}
      />
    </fieldset>
  );
}

function OrderRows({ form, problem, onChange }: KindFieldsProps) {
  const { lines } = form;
  const move = (at: number, by: number) => {
    const moved = lines.toSpliced(at, 1);
    const line = lines[at];
    if (line !== undefined) onChange({ lines: moved.toSpliced(at + by, 0, line) });
  };
  return (
    <fieldset className={choiceStyles.choices}>
      <legend className={choiceStyles.legend}>Lines in their right order</legend>
      {lines.map((line, at) => (
        <div key={line.id} className={styles.row}>
          <LineInput
            label={`Line ${at + 1}`}
            line={line}
            onChange={(text) => onChange({ lines: changeLine(lines, line.id, text) })}
          />
          <IconButton label={`Move line ${at + 1} up`} disabled={at === 0} onClick={() => move(at, -1)}>
            <Stroke>
              <path d="m5 12 5-5 5 5" />
            </Stroke>
          </IconButton>
          <DeleteRow
            label={`Delete line ${at + 1}`}
            onDelete={() => onChange({ lines: lines.filter(({ id }) => id !== line.id) })}
          />
        </div>
      ))}
      <RowsEnd
        problem={problem}
        label="Add line"
        onAdd={lines.length < QUESTION_CHOICES_MAX ? () => onChange({ lines: [...lines, newLine()] }) : null}
      />
    </fieldset>
  );
}

function PairRows({ form, problem, onChange }: KindFieldsProps) {
  const { pairs, extra } = form;
  const mayAdd = pairs.length * 2 + extra.length < QUESTION_CHOICES_MAX;
  const change = (at: number, side: 'left' | 'right', text: string) =>
    onChange({
      pairs: pairs.map((pair, i) => (i === at ? { ...pair, [side]: { ...pair[side], text } } : pair)),
    });
  return (
    <fieldset className={choiceStyles.choices}>
      <legend className={choiceStyles.legend}>Pairs</legend>
      {pairs.map((pair, at) => (
        <div key={pair.left.id} className={styles.row}>
          <LineInput
            label={`Pair ${at + 1}`}
            line={pair.left}
            onChange={(text) => change(at, 'left', text)}
          />
          <LineInput
            label={`Pair ${at + 1} goes with`}
            line={pair.right}
            onChange={(text) => change(at, 'right', text)}
          />
          <DeleteRow
            label={`Delete pair ${at + 1}`}
            onDelete={() => onChange({ pairs: pairs.filter((one) => one !== pair) })}
          />
        </div>
      ))}
      <RowsEnd
        problem={problem}
        label="Add pair"
        onAdd={mayAdd ? () => onChange({ pairs: [...pairs, newPair()] }) : null}
      />
      {extra.map((line, at) => (
        <div key={line.id} className={styles.row}>
          <LineInput
            label={`Answer ${at + 1} that goes with nothing`}
            line={line}
            onChange={(text) => onChange({ extra: changeLine(extra, line.id, text) })}
          />
          <DeleteRow
            label={`Delete answer ${at + 1} that goes with nothing`}
            onDelete={() => onChange({ extra: extra.filter(({ id }) => id !== line.id) })}
          />
        </div>
      ))}
      <RowsEnd
        problem={null}
        label="Add an answer that goes with nothing"
        onAdd={mayAdd ? () => onChange({ extra: [...extra, newLine()] }) : null}
      />
    </fieldset>
  );
}

function DeleteRow({ label, onDelete }: { label: string; onDelete: () => void }) {
  return (
    <IconButton label={label} onClick={onDelete}>
      <CloseIcon />
    </IconButton>
  );
}

interface RowsEndProps {
  problem: string | null;
  label: string;
  /** Null: there are as many as there may be. */
  onAdd: (() => void) | null;
}

function RowsEnd({ problem, label, onAdd }: RowsEndProps) {
  return (
    <Stack gap={2} align="start">
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {onAdd !== null && (
        <Button size="sm" onClick={onAdd}>
          {label}
        </Button>
      )}
    </Stack>
  );
}
