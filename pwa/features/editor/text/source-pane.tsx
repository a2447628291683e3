import { useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import fieldStyles from '#pwa/ui/fields/field.module.css';
import styles from './lesson-text-editor.module.css';
import type { TextPaneProps } from './rich/text-pane.ts';

/** The lesson's HTML, byte for byte. */
export function SourcePane({ html, label, onEdit, onLeave, caret, ref }: TextPaneProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [firstCaret] = useState(caret);
  useLayoutEffect(() => {
    if (firstCaret === null) return;
    area.current?.focus();
    area.current?.setSelectionRange(firstCaret, firstCaret);
  }, [firstCaret]);
  useImperativeHandle(
    ref,
    () => ({
      caret: () => (document.activeElement === area.current ? (area.current?.selectionStart ?? null) : null),
      applyExternal: () => false,
    }),
    [],
  );
  return (
    <textarea
      ref={area}
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
