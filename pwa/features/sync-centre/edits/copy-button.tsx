import { CopyTextButton } from '#pwa/ui/controls/copy-text-button.tsx';
import type { Command } from '#schema/commands/all-commands.ts';
import { textOfEdit } from './edit-text.ts';

/** Copies the text of an edit to the clipboard. */
export function CopyButton({ command }: { command: Command }) {
  return <CopyTextButton size="sm" text={() => textOfEdit(command)} />;
}
