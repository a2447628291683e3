import { useEffect, useRef } from 'react';
import { Notice, type NoticeProps } from '#pwa/ui/feedback/notice.tsx';

/** The end of work on a pack. Takes the focus, which was on the button that stops the work. */
export function PackResult(notice: NoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Notice {...notice} />
    </div>
  );
}
