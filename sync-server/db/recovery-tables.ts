/**
 * A request for a reset code, made with an email that has an account or not: the rows of unknown ones
 * differ only by their missing user.
 */
export interface ResetRequestRow {
  /** Hash of the id that the client was given. */
  readonly idHash: string;
  readonly emailHash: string;
  /** The network that asked, as a keyed hash. */
  readonly networkHash: string;
  readonly userId: string | null;
  /** New for each mailed code; the code's hash is bound to it. */
  codeId: string;
  codeHash: string;
  /** For calls that name this request. */
  triesLeft: number;
  /** For calls that name none. Null: the code was mailed for another request, which counts them. */
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
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** A network from which a person signed in. */
export interface SignInNetworkRow {
  readonly userId: string;
  /** Keyed hash of the person's id and the network's prefix. */
  readonly networkHash: string;
  lastUsedAt: string;
}
