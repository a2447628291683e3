import { useEffect, useState } from 'react';
import type { Command } from '#schema/commands.ts';
import { Button } from '../../ui/button.tsx';
import { textOfEdit } from './edit-text.ts';

const SAID_MS = 3_000;

/** Copies what was typed, so that it can be carried anywhere. */
export function CopyButton({ command }: { command: Command }) {
  const [said, setSaid] = useState<'Copied' | 'Not copied' | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(textOfEdit(command));
      setSaid('Copied');
    } catch {
      // Without HTTPS, or forbidden: the browser has no clipboard for us.
      setSaid('Not copied');
    }
  };
  return (
    <Button size="sm" onClick={() => void copy()}>
      <span aria-live="polite">{said ?? 'Copy'}</span>
    </Button>
  );
}
