import { createContext, useContext } from 'react';
import type { Command } from '#schema/commands/all-commands.ts';
import type { OutboxRow } from '../../store/outbox.ts';

/** What waits in the outbox of this course. It changes when an edit is queued or sent, never with a key. */
export interface Waiting {
  /** Commands of this course that have not arrived, refused ones included. */
  readonly unsent: readonly OutboxRow[];
  /** Commands that are laid over what the server has. */
  readonly commands: readonly Command[];
  /** The ids of modules and lessons with an edit that needs the user. */
  readonly refused: ReadonlySet<string>;
  /** The first unused codes, as the server last sent them. */
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

/** The ids of modules and lessons with an edit that the server refused or that met somebody else's. */
export function useRefused(): ReadonlySet<string> {
  return useContext(WaitingContext).refused;
}
