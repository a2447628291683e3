import { createContext, useContext } from 'react';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { Command } from '#schema/commands/all-commands.ts';

/**
 * The unsent commands of this course. The value changes when an edit is queued or sent, never at a keystroke.
 */
export interface Waiting {
  /** Unsent commands of this course, including refused ones. */
  readonly unsent: readonly OutboxRow[];
  /** Commands that are applied to the stored rows. */
  readonly commands: readonly Command[];
  /** The ids of modules and lessons with an edit that needs the user. */
  readonly refused: ReadonlySet<string>;
  /** The first unused codes, as last received from the server. */
  readonly codes: readonly string[];
}

export const WaitingContext = createContext<Waiting>({
  unsent: [],
  commands: [],
  refused: new Set(),
  codes: [],
});

export function useWaiting(): Waiting {
  return useContext(WaitingContext);
}

export function useWaitingCommands(): readonly Command[] {
  return useContext(WaitingContext).commands;
}

/** The ids of modules and lessons with an edit that the server refused or that conflicts with another. */
export function useRefused(): ReadonlySet<string> {
  return useContext(WaitingContext).refused;
}
