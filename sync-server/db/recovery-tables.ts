/**
 * A request for a reset code, with an email of an account or not: rows of unknown emails differ only by their
 * missing user.
 */
export interface ResetRequestRow {
  /** Hash of the id that the client received. */
  readonly idHash: string;
  readonly emailHash: string;
  /** Keyed hash of the requesting network. */
  readonly networkHash: string;
  readonly userId: string | null;
  /** New for each mailed code; the code's hash is bound to it. */
  codeId: string;
  codeHash: string;
  /** For calls that name this request. */
  triesLeft: number;
  /** For calls that name no request. Null: the code was mailed for another request, which counts them. */
  plainTriesLeft: number | null;
  /** When the code was mailed. */
  createdAt: string;
  expiresAt: string;
  /** When the code was used or voided. */
  closedAt: string | null;
}

export interface ResetTokenRow {
  readonly tokenHash: string;
  readonly userId: string;
  readonly expiresAt: string;
}

/** A network or a device from which a user signed in. */
export interface SignInNetworkRow {
  readonly userId: string;
  /** Keyed hash of the user's id and the network's prefix, or the device's id. */
  readonly networkHash: string;
  lastUsedAt: string;
}
