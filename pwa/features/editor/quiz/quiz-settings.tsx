import { type ReactNode, Suspense, useId, useState } from 'react';
import * as v from 'valibot';
import type { QuizRef } from '#pwa/sync/enqueue/quiz-commands.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Checkbox } from '#pwa/ui/fields/checkbox.tsx';
import fieldStyles from '#pwa/ui/fields/field.module.css';
import { RadioField } from '#pwa/ui/fields/radio-field.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { FormDialog } from '#pwa/ui/overlays/form-dialog.tsx';
import { QuizFields, quizEntity } from '#schema/entities/quiz-entity.ts';
import { quizMessages } from '#schema/messages/admin-messages.ts';
import type { Quiz } from '#schema/quizzes/quiz.ts';
import { useEditorContext } from '../context/editor-context.tsx';
import { LazyQuizHelp } from '../lazy/lazy-parts.ts';
import { useSettingsDraft } from './quiz-drafts.ts';
import { findFormProblem, type QuizFormProblem, toQuizFields } from './quiz-form.ts';
import type { SeenSettings } from './use-quiz-edits.ts';

const SCORES = [
  { value: 'best', label: 'The best attempt', hint: 'A worse attempt afterwards changes nothing.' },
  {
    value: 'last',
    label: 'The last attempt',
    hint: 'Each attempt replaces the one before, also a better one.',
  },
] as const;
const RELEASES = [
  {
    value: 'answers',
    label: 'Their score and the right answers',
    hint: 'Each question with its right answer and your explanation. Learners need a connection to see them.',
  },
  {
    value: 'score',
    label: 'Their score only',
    hint: 'The right answers stay on the server, so you can ask the same questions again.',
  },
] as const;

interface QuizSettingsProps {
  of: QuizRef;
  quiz: Quiz;
  /** Saves all fields of the form, also those that are as before. */
  onSave: (fields: QuizFields, seen: SeenSettings) => Promise<void>;
  onClose: () => void;
}

/**
 * The settings of a practice or test, each with the sentence that a teacher would ask for. The input is a draft until it
 * is saved or cancelled.
 */
export function QuizSettings({ of, quiz, onSave, onClose }: QuizSettingsProps) {
  const { userId } = useEditorContext();
  const { draft, problem: unsaved, change, current, end } = useSettingsDraft(userId, of, quiz);
  const [problem, setProblem] = useState<QuizFormProblem | null>(null);
  const { use } = quiz;
  if (draft === undefined) return null;
  const { form } = draft;
  const save = async () => {
    const { form: typed, version, base } = current() ?? draft;
    const found = findFormProblem(typed, use);
    setProblem(found);
    if (found !== null) return;
    onClose();
    await onSave(toQuizFields(typed, use), { version, base: v.parse(QuizFields, base), end });
  };
  const errorOf = (field: QuizFormProblem['field']) => (problem?.field === field ? problem.sentence : null);
  return (
    <FormDialog
      title={`Settings of the ${quizMessages[use].name}`}
      submit="Save settings"
      problem={unsaved}
      onSubmit={() => void save()}
      onCancel={() => void end().then(onClose, onClose)}
      onClose={onClose}
    >
      <TextField
        label="Title"
        maxLength={quizEntity.fieldRules.title.max}
        error={errorOf('title')}
        value={form.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      {use === 'test' && (
        <>
          <TextField
            label="Percent to pass"
            inputMode="numeric"
            hint="The share of all points with which the test is passed."
            error={errorOf('passPercent')}
            value={form.passPercent}
            onChange={({ target }) => change({ passPercent: target.value })}
          />
          <TextField
            label="Number of attempts"
            inputMode="numeric"
            placeholder="Any number"
            hint="Empty for any number. An attempt beyond it is stored and graded, and counts only if you decide so in the report."
            error={errorOf('attemptsMax')}
            value={form.attemptsMax}
            onChange={({ target }) => change({ attemptsMax: target.value })}
          />
          <TimeLimitLink />
          <RadioField
            legend="Score that counts"
            options={SCORES}
            value={form.scoreRule}
            onChange={(scoreRule) => change({ scoreRule })}
          />
          <RadioField
            legend="After handing in, learners see"
            options={RELEASES}
            value={form.release}
            onChange={(release) => change({ release })}
          />
          <Setting
            label="Required for the lesson"
            hint="The lesson is completed by passing the test, and in no other way."
            isOn={form.isRequired}
            onChange={(isRequired) => change({ isRequired })}
          />
        </>
      )}
      <Setting
        label="Shuffle the questions"
        hint="Each attempt has an order of its own. Choices are always shuffled."
        isOn={form.isShuffled}
        onChange={(isShuffled) => change({ isShuffled })}
      />
    </FormDialog>
  );
}

interface SettingProps {
  label: string;
  hint: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Setting({ label, hint, isOn, onChange }: SettingProps) {
  const hintId = useId();
  return (
    <div>
      <Checkbox
        label={label}
        aria-describedby={hintId}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <p id={hintId} className={fieldStyles.hint}>
        {hint}
      </p>
    </div>
  );
}

function TimeLimitLink() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button variant="quiet" size="sm" onClick={() => setIsOpen(true)}>
        Why can I not set a time limit?
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <LazyQuizHelp section="time" onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
