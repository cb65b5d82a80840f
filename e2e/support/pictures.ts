import { crc32, deflateSync } from 'node:zlib';

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
};

/** A square of one colour as a PNG file, for file inputs. */
export const square = (side: number, [red, green, blue]: [number, number, number]) => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([
    Buffer.alloc(1),
    Buffer.alloc(side * 3, Buffer.from([red, green, blue])),
  ]);
  const buffer = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array<Buffer>(side).fill(row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name: 'portrait-2026.png', mimeType: 'image/png', buffer };
};
