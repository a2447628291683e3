import {
  type ClipboardEvent,
  type DragEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
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
  const [refused, setRefused] = useState<string | null>(null);
  const refuseFiles = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const [file] = data.files;
    if (file === undefined || data.getData('text/plain') !== '') return;
    // A browser would open a dropped file in place of the app.
    event.preventDefault();
    setRefused(file.name);
  };
  return (
    <>
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
        onPaste={(event) => refuseFiles(event, event.clipboardData)}
        onDrop={(event) => refuseFiles(event, event.dataTransfer)}
      />
      {refused !== null && (
        <Notice
          tone="bad"
          actions={
            <Button size="sm" onClick={() => setRefused(null)}>
              Close
            </Button>
          }
        >
          “{refused}” was not added: the HTML source takes only text. Open “Rich text” to add pictures.
        </Notice>
      )}
    </>
  );
}
