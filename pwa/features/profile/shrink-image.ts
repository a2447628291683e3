import { AVATAR_DATA_MAX_CHARACTERS } from '#schema/account/profile.ts';
import { AVATAR_FILE_MAX_BYTES, AVATAR_JPEG_QUALITY, AVATAR_LONGEST_SIDE_PX } from '#schema/limits.ts';
import { messages } from '#schema/messages/messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { fitWithin } from './fit-within.ts';

/**
 * Converts a chosen image for upload (spec map, section 5): at most 400 px on its longest side, rotated
 * upright, transparent areas white, as a data URL of a JPEG with quality 0.7.
 *
 * @throws {Error} with a user-facing message for a file over 10 MB or one that is not an image
 */
export async function shrinkImage(file: File): Promise<string> {
  if (file.size > AVATAR_FILE_MAX_BYTES) throw new UserFacingError(messages.avatarTooLarge);
  try {
    const avatar = await encode(await createImageBitmap(file, { imageOrientation: 'from-image' }));
    if (avatar.length > AVATAR_DATA_MAX_CHARACTERS) throw new Error('The encoded picture is too large');
    return avatar;
  } catch (cause) {
    throw new UserFacingError(messages.avatarUnreadable, { cause });
  }
}

async function encode(image: ImageBitmap): Promise<string> {
  const { width, height } = fitWithin(image, AVATAR_LONGEST_SIDE_PX);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no canvas to draw on');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  image.close();
  const avatar = canvas.toDataURL('image/jpeg', AVATAR_JPEG_QUALITY);
  if (!avatar.startsWith('data:image/jpeg;base64,')) throw new Error('This browser encodes no JPEG');
  return avatar;
}
