import type { Role } from '#schema/account/user.ts';

/** The rows of users and of their sign-in methods; see tables.ts for the column conventions. */
export interface UserRow {
  readonly id: string;
  name: string;
  readonly email: string;
  passwordHash: string;
  role: Role;
  avatar: string | null;
  /** The avatar in a small size, for lists of users. */
  avatarSmall: string | null;
  /** Part of every session token; incrementing it ends all sessions of the user. */
  tokenVersion: number;
  /** Session tokens and hand-over cookies without a session id are rejected when issued up to this time. */
  tokensWithoutSessionEndedAt: string | null;
  /**
   * 1 while the password is one that the server generated; until it is changed, no other action is allowed.
   */
  mustChangePassword: 0 | 1;
  readonly createdAt: string;
  updatedAt: string;
}

/**
 * A signed-in device. The row of an ended session remains until all its tokens have expired, because a token
 * without a session id would otherwise get a new row.
 */
export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  /** Random, generated and stored by the device; null for callers that send none. */
  readonly deviceId: string | null;
  /** Derived from the User-Agent at sign-in; shown in the list of devices. */
  readonly deviceName: string;
  /** SHA-256 of the ticket that ends this session without a login. */
  readonly endTicketHash: string;
  readonly createdAt: string;
  /** At most an hour behind. */
  lastSeenAt: string;
  /** The absolute limit, which new tokens do not extend. */
  readonly expiresAt: string;
  endedAt: string | null;
}

/** The authenticator app of an account. */
export interface SecondFactorRow {
  readonly userId: string;
  /** Encrypted: the plain secret is enough to generate codes. */
  readonly sealedSecret: string;
  /** The last time step whose code was accepted; each is accepted once. */
  lastStep: number;
  readonly createdAt: string;
  /** Null until a code has been entered; until then the factor is not required. */
  confirmedAt: string | null;
}

export interface RecoveryCodeRow {
  readonly userId: string;
  readonly codeHash: string;
  usedAt: string | null;
}

/** A passkey: the public half of a key pair whose private half never leaves the authenticator. */
export interface PasskeyRow {
  readonly id: string;
  readonly userId: string;
  /** The authenticator's id of the key pair, in base64url. */
  readonly credentialId: string;
  /** The host name that it was created for, and that its signatures name. */
  readonly rpId: string;
  /** A COSE key (RFC 9052), in base64url. */
  readonly publicKey: string;
  /** The signatures so far, as the authenticator counts them; 0 for those that do not count. */
  counter: number;
  /** Separated by commas. */
  readonly transports: string;
  name: string;
  readonly createdAt: string;
  lastUsedAt: string | null;
}

/** A random value for an authenticator to sign; accepted once. */
export interface PasskeyChallengeRow {
  readonly challenge: string;
  readonly userId: string;
  /** What a signature of it is for, and of which session; see passkeys/challenge-queries.ts. */
  readonly scope: string;
  readonly expiresAt: string;
}
