/** The time on a clock that all pages of this machine share. */
export const nowMs = (): number => performance.timeOrigin + performance.now();
