const STORAGE_KEY = 'carrel-remembered-email';

/** The email that "Remember me" kept on this device; empty where none was, or where storage is closed. */
export function rememberedEmail(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}

/** Keeps the email for the next login on this device, or forgets the kept one. */
export function rememberEmail(email: string | null): void {
  try {
    if (email === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, email.trim());
  } catch {
    // A browser without storage remembers nothing; signing in works all the same.
  }
}
