/** An error reply of the store. */
export class S3Refusal extends Error {
  readonly status: number;
  /** A code of S3's, such as `NoSuchKey`. */
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }

  /** The body of the reply. */
  get xml(): string {
    return `<?xml version="1.0"?><Error><Code>${this.code}</Code><Message>${this.code}</Message></Error>`;
  }
}
