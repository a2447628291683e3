import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

const SAID_MS = 3_000;

interface CopyTextButtonProps extends Pick<ButtonProps, 'size'> {
  text: () => string;
}

/** Copies a text to the clipboard, and shows for three seconds whether it succeeded. */
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
      // The browser offers no clipboard without HTTPS or permission.
      setSaid('Not copied');
    }
  };
  return (
    <Button size={size} onClick={() => void copy()}>
      <span aria-live="polite">{said ?? 'Copy'}</span>
    </Button>
  );
}
