import { useState } from 'react';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { courseEntity } from '#schema/entities/course-entity.ts';
import { useCourseEdit } from '../context/use-edits.ts';
import styles from './codes-section.module.css';

/** Below which number of unused codes admins are warned. Shows the text as it is typed, and the number afterwards. */
export function LowCodesField({ value }: { value: number }) {
  const edit = useCourseEdit();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className={styles.limit}>
      <TextField
        label="Warn below this number of unused codes"
        inputMode="numeric"
        autoComplete="off"
        maxLength={String(courseEntity.fieldRules.lowCodesBelow.max).length}
        hint="All admins get one mail when fewer are left. 0: no warning."
        value={typed ?? String(value)}
        onChange={({ target }) => {
          setTyped(target.value);
          edit({ lowCodesBelow: parseLimit(target.value) });
        }}
        onBlur={() => setTyped(null)}
      />
    </div>
  );
}

/** Whole codes; 0 for a text that is no number. */
function parseLimit(text: string): number {
  const limit = Math.round(Number(text));
  return Number.isFinite(limit) ? Math.min(Math.max(limit, 0), courseEntity.fieldRules.lowCodesBelow.max) : 0;
}
