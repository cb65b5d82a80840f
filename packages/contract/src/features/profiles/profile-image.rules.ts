/** A profile image: at most this many bytes when it is sent, at most this many pixels a side when it is kept. */
export const profileImageLimits = { bytes: 2 * 1024 * 1024, side: 512 } as const;

/** The media types that are taken. `image/jpg` is what some systems call the first one. */
export const profileImageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/jpg'];

export const notAnImage = 'Please select an image file (JPEG, PNG)';
export const imageTooLarge = 'Image size must be less than 2MB';

/** Why a file that someone picked cannot be their image, judged by what the browser says of it; or null. */
export const profileImageProblem = ({
  type,
  size,
}: {
  readonly type: string;
  readonly size: number;
}): string | null => {
  if (!profileImageTypes.includes(type.toLowerCase())) return notAnImage;
  return size > profileImageLimits.bytes ? imageTooLarge : null;
};
