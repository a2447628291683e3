import * as v from 'valibot';
import { Email } from '#schema/account/email.ts';
import { findUserByEmail } from '#sync-server/sessions/user-queries.ts';
import { type Command, UsageError } from '../command.ts';
import { type Account, resetPassword, setRole, signOut, turnSecondFactorOff } from './change-account.ts';
import { type AccountDeps, withAccounts } from './open-accounts.ts';

/** Returns the lines that report what was done. */
type Action = (deps: AccountDeps, account: Account) => Promise<string[]>;

const MAIL = 'A mail about it is queued; the server sends it within a minute, or when it starts.';

const actions: Readonly<Record<string, Action>> = {
  admin: async (deps, account) => {
    const isChanged = await setRole(deps, account, 'admin');
    return [
      isChanged ? `${nameOf(account)} is an admin from now on.` : `${nameOf(account)} is an admin already.`,
    ];
  },
  learner: async (deps, account) => {
    const isChanged = await setRole(deps, account, 'user');
    return [isChanged ? `${nameOf(account)} is no admin any more.` : `${nameOf(account)} is no admin.`];
  },
  password: async (deps, account) => {
    const { password, ended } = await resetPassword(deps, account);
    return [
      `New password of ${nameOf(account)}, shown only once:`,
      `  ${password}`,
      `It has to be replaced at the first sign-in. ${describeEnded(ended)} ${MAIL}`,
    ];
  },
  'sign-out': async (deps, account) => [
    `${nameOf(account)} is signed out. ${describeEnded(await signOut(deps, account))}`,
  ],
  'second-factor-off': async (deps, account) => {
    const ended = await turnSecondFactorOff(deps, account);
    if (ended === null) return [`Two-step sign-in is off for ${nameOf(account)} already.`];
    return [`Two-step sign-in is off for ${nameOf(account)}. ${describeEnded(ended)} ${MAIL}`];
  },
};

export const userCommand: Command = {
  name: 'user',
  usage: '<action> <email>',
  summary: 'Makes an admin, resets a password, signs out, turns two-step sign-in off',
  details: [
    `Actions: ${Object.keys(actions).join(', ')}. First verify the identity of the person who asks.`,
    'Works while the server runs, and takes effect at the next request of the user. Each change is in the history of the app, as one of the operator.',
  ],
  args: { min: 2, max: 2 },
  options: {},
  async run({ args, config, print }) {
    const [name = '', address = ''] = args;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined)
      throw new UsageError(`There is no action ${name}: use ${Object.keys(actions).join(', ')}.`);
    const email = v.safeParse(Email, address);
    if (!email.success) throw new UsageError(`${address} is not an email address.`);
    const lines = await withAccounts(config, async (deps) => {
      const account = await findUserByEmail(deps.db, email.output);
      if (account === undefined)
        throw new Error(`no account has the email ${email.output}. Nothing was changed.`);
      return action(deps, account);
    });
    for (const line of lines) print(line);
    return 0;
  },
};

const nameOf = ({ name, email }: Account): string => `${name} (${email})`;

function describeEnded(count: number): string {
  if (count === 0) return 'There was no session.';
  return count === 1 ? 'One session ended.' : `${count} sessions ended.`;
}
