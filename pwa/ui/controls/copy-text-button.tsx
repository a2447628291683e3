import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

const RESULT_SHOWN_MS = 3_000;

interface CopyTextButtonProps extends Pick<ButtonProps, 'size'> {
  text: () => string;
  label?: string;
}

/** Copies a text to the clipboard, and shows for three seconds whether it succeeded. */
export function CopyTextButton({ text, size, label = 'Copy' }: CopyTextButtonProps) {
  const [result, setResult] = useState<'Copied' | 'Copy failed' | null>(null);
  useEffect(() => {
    if (result === null) return;
    const timer = setTimeout(() => setResult(null), RESULT_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setResult('Copied');
    } catch {
      // The browser offers no clipboard without HTTPS or permission.
      setResult('Copy failed');
    }
  };
  return (
    <Button size={size} onClick={() => void copy()}>
      <span aria-live="polite">{result ?? label}</span>
    </Button>
  );
}
