/** The name of a user who deleted their account, as on the screens. */
export const DELETED_USER = 'Deleted user';

const replacements: Readonly<Record<string, string | null>> = {
  name: DELETED_USER,
  userName: DELETED_USER,
  email: '',
  avatar: null,
};

/** Returns a JSON value in which every object with the id of this person, as `id` or `userId`, names nobody. */
export function forget(value: unknown, personId: string): unknown {
  if (Array.isArray(value)) return value.map((item) => forget(item, personId));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, forget(member, personId)]);
  const isPerson = members.some(
    ([name, member]) => (name === 'id' || name === 'userId') && member === personId,
  );
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      isPerson && String(name) in replacements ? replacements[String(name)] : member,
    ]),
  );
}
