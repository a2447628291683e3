import styles from './toolbar.module.css';
import type { ToolbarAction } from './toolbar-actions.ts';
import { toolbarIcons } from './toolbar-icons.tsx';

interface ToolbarButtonProps {
  action: ToolbarAction;
  isOn: boolean;
  isDisabled: boolean;
  tabIndex: number;
  onFocus: () => void;
  onPress: () => void;
}

/** An icon with a name: beside it where there is room, and when the pointer is on it. */
export function ToolbarButton({ action, isOn, isDisabled, ...button }: ToolbarButtonProps) {
  const { id, name, label, keys } = action;
  return (
    <button
      type="button"
      data-item={id}
      className={styles.button}
      tabIndex={button.tabIndex}
      aria-label={name}
      aria-keyshortcuts={keys}
      title={keys === undefined ? name : `${name} (${keys.replace('Control', 'Ctrl')})`}
      aria-pressed={action.isOn === undefined ? undefined : isOn}
      aria-disabled={isDisabled || undefined}
      onFocus={button.onFocus}
      // Prevents the text from losing its selection, and a phone from closing its keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={button.onPress}
    >
      {toolbarIcons[id]}
      {label !== undefined && (
        <span className={styles.label} aria-hidden="true">
          {label}
        </span>
      )}
    </button>
  );
}
