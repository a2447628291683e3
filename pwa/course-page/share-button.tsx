import { useEffect, useState } from 'react';
import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';

/** Opens the system's own share sheet; nothing where there is none, because browsers have an address bar. */
export function ShareButton({ courseId, title }: { courseId: string; title: string }) {
  // Not on the server, which renders this page too.
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare('share' in navigator), []);
  if (!canShare) return null;
  const share = () =>
    navigator.share({ title, url: location.origin + paths.course(courseId) }).catch(() => {
      // The user closed the sheet.
    });
  return (
    <Button variant="quiet" onClick={() => void share()}>
      Share
    </Button>
  );
}
