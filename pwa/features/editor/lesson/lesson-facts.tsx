import { useState } from 'react';
import * as v from 'valibot';
import type { AdminLessonOutline } from '#pwa/store/database/admin-rows.ts';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { LessonType } from '#schema/courses/lesson-type.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import { useLessonEdit } from '../context/use-edits.ts';
import styles from '../course/course-details.module.css';
import { DraftTextArea, DraftTextField } from '../draft/draft-fields.tsx';
import { parseDuration } from '../model/editor-rules.ts';
import { DurationProposal } from './duration-proposal.tsx';

const { fieldRules: limits } = lessonEntity;

/** Title, description, duration and type of a lesson. */
export function LessonFacts({ lesson }: { lesson: AdminLessonOutline }) {
  const edit = useLessonEdit();
  return (
    <>
      <DraftTextField
        label="Lesson title"
        required
        maxLength={limits.title.max}
        value={lesson.title}
        onType={(title, options) => edit(lesson.id, { title }, options)}
      />
      <DraftTextArea
        label="Lesson description"
        rows={2}
        maxLength={limits.description.max}
        value={lesson.description}
        onType={(description, options) => edit(lesson.id, { description }, options)}
      />
      <div className={styles.two}>
        <Stack gap={2}>
          <DurationField minutes={lesson.duration} onChange={(duration) => edit(lesson.id, { duration })} />
          {lesson.duration === 0 && (
            <DurationProposal lesson={lesson} onUse={(duration) => edit(lesson.id, { duration })} />
          )}
        </Stack>
        <SelectField
          label="Type"
          value={lesson.type}
          onChange={({ target }) => {
            const type = v.safeParse(LessonType, target.value);
            if (type.success) edit(lesson.id, { type: type.output });
          }}
        >
          <option value="video">Video</option>
          <option value="text">Text</option>
        </SelectField>
      </div>
    </>
  );
}

interface DurationFieldProps {
  minutes: number;
  onChange: (minutes: number) => void;
}

/** Shows the text as it is typed, and the parsed number afterwards. */
function DurationField({ minutes, onChange }: DurationFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label="Duration (minutes)"
      inputMode="numeric"
      autoComplete="off"
      maxLength={String(limits.duration.max).length}
      value={typed ?? String(minutes)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(parseDuration(target.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
