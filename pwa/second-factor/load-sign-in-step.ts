import { failUnlessReloading } from '../install/before-reload.ts';

/** Loads the second step of a sign-in: few accounts have one, and visitors' first load has no room for it. */
export async function loadSignInStep() {
  const { SignInStep } = await import('./sign-in-step.tsx').catch(failUnlessReloading);
  return SignInStep;
}
