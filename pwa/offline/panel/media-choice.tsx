import type { KindSize } from '#pwa/downloads/plans/course-size.ts';
import type { MediaKind } from '#pwa/store/database/rows.ts';
import { Checkbox } from '#pwa/ui/fields/checkbox.tsx';
import styles from './offline-panel.module.css';
import { describeKind, kindNames } from './panel-text.ts';
import { RemoveButton } from './remove-button.tsx';

interface MediaChoiceProps {
  kind: MediaKind;
  size: KindSize;
  isWanted: boolean;
  onChange: (isWanted: boolean) => void;
  onRemove: () => void;
}

/** One kind of a course's files: whether to have it, its size, and a way to remove it. */
export function MediaChoice({ kind, size, isWanted, onChange, onRemove }: MediaChoiceProps) {
  const name = kindNames[kind];
  return (
    <li className={styles.kind}>
      <Checkbox
        checked={isWanted}
        onChange={(event) => onChange(event.target.checked)}
        label={
          <>
            <span className={styles.name}>{name}</span>
            <span className={styles.muted}>{describeKind(kind, size)}</span>
          </>
        }
      />
      {size.bytesHere > 0 && (
        <RemoveButton size="sm" bytes={size.bytesHere} what={name.toLowerCase()} onRemove={onRemove} />
      )}
    </li>
  );
}
