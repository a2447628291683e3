/*
 * Full screen and picture in picture, as far as the browser supports them. An iPhone shows only the video
 * itself in full screen, with its own API.
 */

export function canFillScreen(video: HTMLVideoElement): boolean {
  return document.fullscreenEnabled || findAppleCall(video) !== null;
}

/** Toggles full screen for the player. If the browser refuses, nothing changes. */
export async function toggleFullscreen(stage: HTMLElement, video: HTMLVideoElement): Promise<void> {
  try {
    if (document.fullscreenElement !== null) await document.exitFullscreen();
    else if (document.fullscreenEnabled) await stage.requestFullscreen();
    else findAppleCall(video)?.();
  } catch {
    // The browser refused; the video continues in the page.
  }
}

function findAppleCall(video: HTMLVideoElement): (() => void) | null {
  if (!('webkitEnterFullscreen' in video)) return null;
  const call = video.webkitEnterFullscreen;
  return typeof call === 'function' ? () => call.call(video) : null;
}

export function canLeavePage(video: HTMLVideoElement): boolean {
  return document.pictureInPictureEnabled === true && !video.disablePictureInPicture;
}

/** Toggles picture in picture. */
export async function togglePictureInPicture(video: HTMLVideoElement): Promise<void> {
  try {
    if (document.pictureInPictureElement === video) await document.exitPictureInPicture();
    else await video.requestPictureInPicture();
  } catch {
    // The video has no frame yet, or the browser requires a user interaction.
  }
}
