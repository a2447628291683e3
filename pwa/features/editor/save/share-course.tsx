import { Suspense, useState } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { useEditorContext } from '../context/editor-context.tsx';
import { LazyShareDialog } from '../lazy/lazy-parts.ts';

/** Opens the address of the course's public page, to copy and as a QR code. */
export function ShareCourse() {
  const { getEditor } = useEditorContext();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setIsOpen(true)}>
        Share
      </Button>
      {isOpen && (
        <Suspense>
          <LazyShareDialog course={getEditor().seen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
