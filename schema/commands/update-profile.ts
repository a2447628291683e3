import { endpoints } from '../endpoints.ts';
import { messages } from '../messages.ts';
import { ProfileInput } from '../profile.ts';
import { defineCommand } from './define-command.ts';
import { requestTo } from './editor-command.ts';

/** Changes name and picture of the user; contains only the changed fields. */
export const updateProfile = defineCommand('profile.update', ProfileInput, {
  request: ({ userId, args }) => requestTo(endpoints.updateProfile, { userId }, { body: args }),
  sentence: describe,
  failure: messages.profileFailed,
  refusals: endpoints.updateProfile.refusals,
  record: () => 'profile',
});

function describe({ name, avatar }: ProfileInput): string {
  const picture = avatar === null ? 'take away your picture' : 'change your picture';
  if (name === undefined) return picture.charAt(0).toUpperCase() + picture.slice(1);
  return `Change your name to “${name}”${avatar === undefined ? '' : ` and ${picture}`}`;
}
