import type { User } from '#schema/account/user.ts';

function person(name: string): User {
  const id = name.toLowerCase();
  return { id, name, email: `${id}@example.org`, role: 'user', avatar: null, activatedCourses: [] };
}

export const alice = person('Alice');
export const bob = person('Bob');
