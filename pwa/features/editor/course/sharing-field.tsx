import { useId } from 'react';
import { Checkbox } from '#pwa/ui/fields/checkbox.tsx';
import { useCourseEdit } from '../context/use-edits.ts';
import styles from './course-details.module.css';

/** Whether learners may pass the course's downloaded files to each other's devices. */
export function SharingField({ value }: { value: 0 | 1 }) {
  const edit = useCourseEdit();
  const hintId = useId();
  return (
    <div>
      <Checkbox
        label="Learners may pass downloaded files on to each other"
        checked={value === 1}
        aria-describedby={hintId}
        onChange={({ target }) => edit({ sharesFiles: target.checked ? 1 : 0 })}
      />
      <p id={hintId} className={styles.hint}>
        A learner saves the downloaded videos and documents as one file, and a classmate’s phone takes them
        from it without a network. The file is not encrypted: anyone who has it can open the videos and
        documents, without a code. It never contains texts.
      </p>
    </div>
  );
}
