/*
 * Full screen and picture in picture, as far as the browser supports them. An iPhone shows only the video
 * itself in full screen, with its own API.
 */

export function canFillScreen(film: HTMLVideoElement): boolean {
  return document.fullscreenEnabled || findAppleCall(film) !== null;
}

/** Toggles full screen for the player. If the browser refuses, nothing changes. */
export async function toggleFullscreen(stage: HTMLElement, film: HTMLVideoElement): Promise<void> {
  try {
    if (document.fullscreenElement !== null) await document.exitFullscreen();
    else if (document.fullscreenEnabled) await stage.requestFullscreen();
    else findAppleCall(film)?.();
  } catch {
    // The browser refused; the video continues in the page.
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

/** Toggles picture in picture. */
export async function togglePictureInPicture(film: HTMLVideoElement): Promise<void> {
  try {
    if (document.pictureInPictureElement === film) await document.exitPictureInPicture();
    else await film.requestPictureInPicture();
  } catch {
    // The video has no frame yet, or the browser requires a user interaction.
  }
}
