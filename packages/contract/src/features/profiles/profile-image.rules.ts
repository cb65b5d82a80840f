/** Limits of a profile image: bytes as uploaded, and pixels per side as stored. */
export const profileImageLimits = { bytes: 2 * 1024 * 1024, side: 512 } as const;

/** Accepted media types. `image/jpg` is what some systems call `image/jpeg`. */
export const profileImageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/jpg'];

export const notAnImage = 'Please select an image file (JPEG, PNG)';
export const imageTooLarge = 'Image size must be less than 2MB';

/** Returns why a chosen file cannot be a profile image, judging by what the browser says of it; null if it can. */
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
