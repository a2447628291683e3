import { useEffect, useState } from 'react';
import { takeLinkedCode } from './linked-code.ts';

/**
 * Takes the code of a link that is opened while the page is: its address differs in the fragment only, so the browser
 * does not load the page again.
 *
 * @returns how many were taken: a key for the form, which reads its draft when it mounts
 */
export function useLinkedCode(): number {
  const [taken, setTaken] = useState(0);
  useEffect(() => {
    const take = () => {
      if (takeLinkedCode()) setTaken((count) => count + 1);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return taken;
}
