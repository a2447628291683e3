import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { useLayer } from '#pwa/ui/overlays/use-layer.ts';
import styles from './editor-actions.module.css';

/** The rarer actions on a phone. */
export function MorePopover({ children }: { children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useLayer(isOpen, () => panel.current?.hidePopover());
  return (
    <>
      <Button popoverTarget="editor-more">More</Button>
      <div
        ref={panel}
        id="editor-more"
        popover="auto"
        className={styles.more}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {children}
      </div>
    </>
  );
}
