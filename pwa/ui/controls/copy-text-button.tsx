import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

const RESULT_SHOWN_MS = 3_000;

interface CopyTextButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'disabled'> {
  text: () => string | Promise<string>;
  label?: string;
  /** What is copied, for screen readers. */
  of?: string;
}

/** Copies a text to the clipboard, and shows for three seconds whether it succeeded. */
export function CopyTextButton({ text, label = 'Copy', of, ...button }: CopyTextButtonProps) {
  const [result, setResult] = useState<'Copied' | 'Copy failed' | null>(null);
  useEffect(() => {
    if (result === null) return;
    const timer = setTimeout(() => setResult(null), RESULT_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    try {
      await copyText(text());
      setResult('Copied');
    } catch {
      // The browser offers no clipboard without HTTPS or permission.
      setResult('Copy failed');
    }
  };
  return (
    <Button {...button} onClick={() => void copy()}>
      <span aria-live="polite">{result ?? label}</span>
      {of !== undefined && <span className="visually-hidden"> {of}</span>}
    </Button>
  );
}

/** Safari accepts a text that comes later only as an item that is handed over at once; older browsers know none. */
async function copyText(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string' || !('ClipboardItem' in globalThis))
    return navigator.clipboard.writeText(await text);
  const content = text.then((plain) => new Blob([plain], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': content })]);
}
