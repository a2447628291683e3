import { classNames } from '../../../ui/class-names.ts';
import fieldStyles from '../../../ui/field.module.css';
import styles from './lesson-text-editor.module.css';
import type { TextPaneProps } from './text-pane.ts';

/** The lesson's HTML as it is, to the byte. */
export function SourcePane({ html, label, onEdit, onLeave }: TextPaneProps) {
  return (
    <textarea
      className={classNames(fieldStyles.input, styles.source)}
      aria-label={`${label}: HTML source`}
      defaultValue={html}
      rows={18}
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      dir="ltr"
      onInput={({ currentTarget }) => onEdit(() => currentTarget.value)}
      onBlur={onLeave}
    />
  );
}
