/** The kinds of commands for people: access without a code, and their support requests. */
export type PersonKind = 'access.give' | 'support.setDone';
