/*
 * Full screen and picture in picture, each as far as the browser has it. An iPhone shows nothing but the film
 * itself in full screen, by a call of its own.
 */

export function canFillScreen(film: HTMLVideoElement): boolean {
  return document.fullscreenEnabled || findAppleCall(film) !== null;
}

/** Fills the screen with the player, or gives it back. What the browser refuses changes nothing. */
export async function toggleFullscreen(stage: HTMLElement, film: HTMLVideoElement): Promise<void> {
  try {
    if (document.fullscreenElement !== null) await document.exitFullscreen();
    else if (document.fullscreenEnabled) await stage.requestFullscreen();
    else findAppleCall(film)?.();
  } catch {
    // Not now, says the browser; the film plays on where it is.
  }
}

function findAppleCall(film: HTMLVideoElement): (() => void) | null {
  if (!('webkitEnterFullscreen' in film)) return null;
  const call = film.webkitEnterFullscreen;
  return typeof call === 'function' ? () => call.call(film) : null;
}

export function canLeavePage(film: HTMLVideoElement): boolean {
  return document.pictureInPictureEnabled === true && !film.disablePictureInPicture;
}

/** Puts the film into a small window of its own, or back. */
export async function togglePictureInPicture(film: HTMLVideoElement): Promise<void> {
  try {
    if (document.pictureInPictureElement === film) await document.exitPictureInPicture();
    else await film.requestPictureInPicture();
  } catch {
    // A film without a first picture, or a browser that is asked too late.
  }
}
