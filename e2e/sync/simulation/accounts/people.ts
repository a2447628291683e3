import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';
import { ADMINS, LEARNERS } from '../machines/backend.ts';
import type { Member, SimulationRun } from '../run/simulation-run.ts';

/** A user of the product, with what they know. */
export interface Person {
  readonly email: string;
  /** The one that the user takes for theirs comes first; others may be, where the reply to a change did not arrive. */
  passwords: readonly string[];
}

/** What is known of the accounts of a run. */
export interface Accounts {
  /** By id. */
  readonly people: Map<string, Person>;
  /** What users left behind on a device for their next sign-in there, by device and user. */
  readonly retained: Map<string, readonly OutboxRow[]>;
  /** What users discarded when they signed out and nothing was under way, by key. */
  readonly discarded: Map<string, OutboxRow>;
  /** Discarded when they signed out, perhaps on its way. */
  readonly given: Map<string, OutboxRow>;
  /** Tokens of sessions that have ended. */
  readonly ended: Set<string>;
}

const known = new WeakMap<SimulationRun, Accounts>();

export function accountsOf(run: SimulationRun): Accounts {
  const accounts = known.get(run) ?? {
    people: new Map(
      [...ADMINS, ...LEARNERS].map((id) => [id, { email: `${id}@example.org`, passwords: [PASSWORD] }]),
    ),
    ...{ retained: new Map(), discarded: new Map(), given: new Map(), ended: new Set<string>() },
  };
  known.set(run, accounts);
  return accounts;
}

export const placeOf = ({ device }: Member, userId: string) => `${device.name} ${userId}`;
