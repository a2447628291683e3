import type { Command } from '#schema/commands/all-commands.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { textOfEdit } from './edit-text.ts';

/** Copies what was typed, so that it can be carried anywhere. */
export function CopyButton({ command }: { command: Command }) {
  return <CopyTextButton size="sm" text={() => textOfEdit(command)} />;
}
