import * as v from 'valibot';
import { Avatar, type ProfileInput } from '#schema/account/profile.ts';
import { Name } from '#schema/account/user.ts';

/** The form's name and avatar. */
const ProfileFields = v.object({ name: v.string(), avatar: Avatar });
type ProfileFields = v.InferOutput<typeof ProfileFields>;
export const ProfileDraft = v.partial(ProfileFields);

interface Person {
  readonly name: string;
  readonly avatar: string | null;
}

/** The problem with the name, as a sentence; null if it is valid. */
export function findNameProblem(name: string): string | null {
  const parsed = v.safeParse(Name, name, { abortPipeEarly: true });
  return parsed.success ? null : parsed.issues[0].message;
}

/** The fields that differ from the displayed user; empty if there is nothing to save. */
export function changedFields(fields: ProfileFields, person: Person): ProfileInput {
  const name = fields.name.trim();
  return {
    ...(name === person.name ? {} : { name }),
    ...(fields.avatar === person.avatar ? {} : { avatar: fields.avatar }),
  };
}
