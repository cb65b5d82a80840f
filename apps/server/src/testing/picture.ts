import sharp from 'sharp';

/** A picture to upload, its left half red, its right half blue. */
export const picture = async (
  format: 'jpeg' | 'png' | 'gif' | 'webp' = 'jpeg',
  { width = 64, height = 48 } = {},
): Promise<Buffer> => {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const };
  const blue = await sharp({ create: { ...half, background: '#0000ff' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: Math.floor(width / 2), top: 0 }])
    .toFormat(format)
    .toBuffer();
};
