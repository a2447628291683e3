const STORAGE_KEY = 'carrel-remembered-email';

/** The email that "Remember me" stored on this device; empty if there is none or storage is unavailable. */
export function rememberedEmail(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}

/** Stores the email for the next login on this device, or removes it. */
export function rememberEmail(email: string | null): void {
  try {
    if (email === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, email.trim());
  } catch {
    // Without storage, the email is not remembered; signing in works nevertheless.
  }
}
