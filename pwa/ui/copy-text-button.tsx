import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

const SAID_MS = 3_000;

interface CopyTextButtonProps extends Pick<ButtonProps, 'size'> {
  text: () => string;
}

/** Copies a text to the clipboard, and says for three seconds whether that worked. */
export function CopyTextButton({ text, size }: CopyTextButtonProps) {
  const [said, setSaid] = useState<'Copied' | 'Not copied' | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setSaid('Copied');
    } catch {
      // Without HTTPS, or forbidden: the browser has no clipboard for us.
      setSaid('Not copied');
    }
  };
  return (
    <Button size={size} onClick={() => void copy()}>
      <span aria-live="polite">{said ?? 'Copy'}</span>
    </Button>
  );
}
