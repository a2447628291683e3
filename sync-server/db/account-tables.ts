import type { Role } from '#schema/user.ts';

/** The rows of users and of the ways in which they sign in; see tables.ts for how columns are written. */
export interface UserRow {
  readonly id: string;
  name: string;
  readonly email: string;
  passwordHash: string;
  role: Role;
  avatar: string | null;
  /** The same picture small, for lists of people. */
  avatarSmall: string | null;
  /** Part of every session token; raising it ends all sessions of the person. */
  tokenVersion: number;
  /** Session tokens and hand-over cookies without a session id are refused when they were issued up to here. */
  oldTokensEndedAt: string | null;
  /** 1 while the password is one that the server generated; the account can do nothing else until it is changed. */
  mustChangePassword: 0 | 1;
  readonly createdAt: string;
  updatedAt: string;
}

/**
 * A signed-in device. An ended session keeps its row until no token of it could be valid any more, because a
 * token without a session id would otherwise get a new one.
 */
export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  /** Random, made and stored by the device; null for callers that send none. */
  readonly deviceId: string | null;
  /** Derived from the User-Agent at sign-in, for the list that people see. */
  readonly deviceName: string;
  /** SHA-256 of the ticket that ends this session without a login. */
  readonly endTicketHash: string;
  readonly createdAt: string;
  /** At most an hour behind. */
  lastSeenAt: string;
  /** The absolute limit, which no renewal moves. */
  readonly expiresAt: string;
  endedAt: string | null;
}

/** The authenticator app of an account. */
export interface SecondFactorRow {
  readonly userId: string;
  /** Encrypted: whoever reads it can make codes. */
  readonly sealedSecret: string;
  /** The last time step whose code was accepted; each is accepted once. */
  lastStep: number;
  readonly createdAt: string;
  /** Null until a code has been entered; until then it protects nothing. */
  confirmedAt: string | null;
}

export interface RecoveryCodeRow {
  readonly userId: string;
  readonly codeHash: string;
  usedAt: string | null;
}
