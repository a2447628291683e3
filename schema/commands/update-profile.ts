import { ProfileInput } from '../account/profile.ts';
import { endpoints } from '../endpoints/endpoints.ts';
import { messages } from '../messages/messages.ts';
import { always } from './define/after-restore.ts';
import { defineCommand } from './define/define-command.ts';
import { requestTo } from './define/editor-command.ts';

/** Changes name and picture of the user; contains only the changed fields. */
export const updateProfile = defineCommand('profile.update', ProfileInput, {
  request: ({ userId, args }) => requestTo(endpoints.updateProfile, { userId }, { body: args }),
  sentence: describe,
  failure: messages.profileFailed,
  refusals: endpoints.updateProfile.refusals,
  record: () => 'profile',
  screen: () => ({ name: 'profile' }),
  afterRestore: always,
});

function describe({ name, avatar }: ProfileInput): string {
  const avatarPhrase = avatar === null ? 'remove your picture' : 'change your picture';
  if (name === undefined) return avatarPhrase.charAt(0).toUpperCase() + avatarPhrase.slice(1);
  return `Change your name to “${name}”${avatar === undefined ? '' : ` and ${avatarPhrase}`}`;
}
