import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countStatements, type StatementCounter } from '../../testing/count-statements.ts';
import type { Person } from '../../testing/make.ts';
import { picture } from '../../testing/picture.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

const notAnImage = 'Please select an image file (JPEG, PNG)';
const tooLarge = 'Image size must be less than 2MB';

let campus: TestCampus;
let statements: StatementCounter;
let admin: Person;
let teacher: Person;
let student: Person;

beforeAll(async () => {
  campus = await testCampus();
  statements = countStatements(campus.database.pool);
  admin = await campus.make.admin();
});
beforeEach(async () => {
  teacher = await campus.make.teacher();
  student = await campus.make.student();
});
afterAll(() => campus.close());

const upload = (
  content: string | Uint8Array,
  { by = student, of = student, name = 'me.jpg', type = 'image/jpeg', area = 'students' } = {},
) =>
  sendForm(campus.as(by), `/api/${area}/upload-image`, [
    { field: 'image', name, type, content },
    { field: 'email', content: of.email },
  ]);
const image = (of: Person = student, by: Person = of, area = 'students') =>
  campus.as(by).get(`/api/${area}/profile-image/${of.email}`);
const profile = async () =>
  (await campus.as(student).get(`/api/students/by-email/${student.email}`)).body;
const colourAt = async (bytes: Buffer, left: number, top: number): Promise<number[]> => {
  const spot = sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha();
  return [...(await spot.raw().toBuffer())];
};
const isRed = ([r = 0, g = 0, b = 0]: number[]): boolean => r > 200 && g < 60 && b < 60;
const isBlue = ([r = 0, g = 0, b = 0]: number[]): boolean => b > 200 && g < 60 && r < 60;

describe('a profile image', () => {
  test('is missing at first: no marker in the profile, and 404 for the image', async () => {
    expect(await profile()).toMatchObject({ stuImage: null });
    const { status, body } = await image();
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: 'not_found', message: 'There is no profile image.' },
    });
  });

  test('is stored, marked in the profile, and sent as an image that can do nothing else', async () => {
    const { status, body } = await upload(await picture());
    expect(status).toBe(200);
    expect(body).toEqual({ email: student.email, stuImage: expect.stringMatching(/^.{20,}$/) });
    expect(await profile()).toMatchObject({ stuImage: body.stuImage });
    const sent = await image();
    expect(sent.status).toBe(200);
    expect(sent.headers).toMatchObject({
      'content-type': 'image/jpeg',
    });
    expect(isRed(await colourAt(sent.bytes, 10, 24))).toBe(true);
    expect(isBlue(await colourAt(sent.bytes, 54, 24))).toBe(true);
  });

  test('is replaced by the next one, whose marker differs; the same one again has the same', async () => {
    const first = (await upload(await picture())).body.stuImage;
    expect((await upload(await picture())).body.stuImage).toBe(first);
    const second = (await upload(await picture('png', { width: 30, height: 30 }))).body.stuImage;
    expect(second).not.toBe(first);
    expect(await profile()).toMatchObject({ stuImage: second });
    expect(await sharp((await image()).bytes).metadata()).toMatchObject({ width: 30, height: 30 });
  });

  test('is in the history of its person: who stored it, and when it was replaced', async () => {
    const { id } = student;
    const version = async (): Promise<string | undefined> =>
      String((await campus.as(admin).get(`/api/people/students/${id}`)).headers['etag']).split(
        '.',
      )[0];
    const seen = await version();
    const first = (await upload(await picture())).body.stuImage;
    await upload(await picture());
    const second = (await upload(await picture('jpeg', { width: 40, height: 40 }), { by: admin }))
      .body.stuImage;
    const { body } = await campus.as(admin).get(`/api/people/${id}/history`);
    expect(body).toMatchObject([
      { field: 'profileImage', before: first, after: second, changedBy: admin.name },
      { field: 'profileImage', before: null, after: first, changedBy: student.name },
    ]);
    // A new image causes no conflict for somebody editing the record.
    expect(await version()).toBe(seen);
  });

  test('is not sent again to a browser that has it', async () => {
    await upload(await picture());
    const { headers } = await image();
    const again = await campus.as(student).get(`/api/students/profile-image/${student.email}`, {
      'if-none-match': String(headers['etag']),
    });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  test('of a teacher: uploaded and read by the teacher and an administrator, marked in the profile', async () => {
    const { status, body } = await upload(await picture(), {
      by: teacher,
      of: teacher,
      area: 'faculty',
    });
    expect(status).toBe(200);
    const own = await campus.as(teacher).get(`/api/faculty/by-email/${teacher.email}`);
    expect(own.body).toMatchObject({ teacherImage: body.teacherImage });
    expect((await image(teacher, teacher, 'faculty')).status).toBe(200);
    expect((await image(teacher, admin, 'faculty')).status).toBe(200);
    const colleague = await campus.make.teacher();
    expect((await image(teacher, colleague, 'faculty')).status).toBe(403);
    expect((await image(teacher, student, 'faculty')).status).toBe(403);
  });

  test('of a student may be uploaded by an administrator, whatever case the e-mail is written in', async () => {
    const of = { ...student, email: student.email.toUpperCase() };
    expect((await upload(await picture(), { by: admin, of })).status).toBe(200);
    expect((await image(student, teacher)).status).toBe(200);
    const record = await campus.as(admin).get(`/api/people/students/${student.id}`);
    expect(record.body.stuImage).toEqual(expect.any(String));
  });

  test('of someone else cannot be changed by anyone or, by a student, seen', async () => {
    const other = await campus.make.student();
    expect((await upload(await picture(), { by: other })).status).toBe(403);
    expect((await upload(await picture(), { by: teacher })).status).toBe(403);
    await upload(await picture());
    expect((await image(student, other)).status).toBe(403);
    expect(await profile()).toMatchObject({ stuImage: expect.any(String) });
  });

  test('of someone who does not exist, or has another role, is 404', async () => {
    const nobody = { ...student, email: 'nobody@example.edu' };
    for (const of of [nobody, teacher])
      expect((await upload(await picture(), { by: admin, of })).status).toBe(404);
    for (const path of [
      `students/profile-image/${teacher.email}`,
      `faculty/profile-image/${student.email}`,
      'students/profile-image/%20',
      'faculty/profile-image/💥',
    ])
      expect((await campus.as(admin).get(`/api/${encodeURI(decodeURI(path))}`)).status).toBe(404);
  });

  test('is read with three statements: who asks, whose image it is, the image', async () => {
    await upload(await picture());
    expect(await statements.during(() => image())).toBe(3);
  });
});

describe('what is stored of a picture', () => {
  test('is at most 512 pixels a side, and no larger than it was', async () => {
    await upload(await picture('jpeg', { width: 1600, height: 900 }));
    expect(await sharp((await image()).bytes).metadata()).toMatchObject({
      width: 512,
      height: 288,
    });
    await upload(await picture('png', { width: 20, height: 10 }));
    expect(await sharp((await image()).bytes).metadata()).toMatchObject({ width: 20, height: 10 });
  });

  test('has nothing the camera wrote into it: place, name, time, thumbnail', async () => {
    const original = await sharp(await picture())
      .withExif({
        IFD0: { Artist: 'Secret Photographer', Copyright: 'Secret' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>Secret</secret></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(original.includes('Secret')).toBe(true);
    expect((await upload(original)).status).toBe(200);
    const { bytes } = await image();
    const kept = await sharp(bytes).metadata();
    expect([kept.exif, kept.xmp, kept.iptc, kept.icc]).toEqual(Array(4).fill(undefined));
    for (const trace of ['Secret', 'Exif', 'adobe:ns', 'GPS'])
      expect(bytes.includes(trace)).toBe(false);
  });

  test.each([
    [6, 'a quarter turn to the right', 24, 10, 24, 54],
    [8, 'a quarter turn to the left', 24, 54, 24, 10],
    [3, 'half a turn', 54, 24, 10, 24],
  ])('stands upright: orientation %i, %s', async (orientation, _what, x, y, x2, y2) => {
    const turned = await sharp(await picture())
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
    expect((await upload(turned)).status).toBe(200);
    const { bytes } = await image();
    expect((await sharp(bytes).metadata()).orientation ?? 1).toBe(1);
    expect(isRed(await colourAt(bytes, x, y))).toBe(true);
    expect(isBlue(await colourAt(bytes, x2, y2))).toBe(true);
  });

  test('stays transparent where it was, and has one format for every browser', async () => {
    const clear = await sharp({
      create: { width: 40, height: 40, channels: 4, background: '#00000000' },
    })
      .png()
      .toBuffer();
    await upload(clear, { name: 'me.png', type: 'image/png' });
    const sent = await image();
    expect(sent.headers['content-type']).toBe('image/png');
    expect((await sharp(sent.bytes).metadata()).hasAlpha).toBe(true);
    const press = await sharp(await picture())
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    expect((await upload(press)).status).toBe(200);
    expect((await sharp((await image()).bytes).metadata()).space).toBe('srgb');
  });
});

describe('what is not a profile image', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>';

  test.each([
    ['a GIF that is called .jpg', () => picture('gif')],
    ['a WebP that is called .jpg', () => picture('webp')],
    ['an SVG drawing', () => Promise.resolve(Buffer.from(svg))],
    ['a PDF file', () => Promise.resolve(Buffer.from('%PDF-1.7'))],
    ['an empty file', () => Promise.resolve(Buffer.alloc(0))],
  ])('%s: 415 with the sentence of the page', async (_what, content) => {
    const { status, body } = await upload(await content());
    expect({ status, message: body.message }).toEqual({ status: 415, message: notAnImage });
    expect(await profile()).toMatchObject({ stuImage: null });
  });

  test.each([
    [
      'a JPEG that breaks off',
      async () => (await picture('jpeg', { width: 900, height: 900 })).subarray(0, 2500),
    ],
    [
      'a PNG that breaks off',
      async () => (await picture('png', { width: 900, height: 900 })).subarray(0, 200),
    ],
    [
      'a JPEG of which only the beginning is one',
      () => Promise.resolve(Buffer.from('ffd8ffe000', 'hex')),
    ],
    [
      'letters behind the signature of a PNG',
      () =>
        Promise.resolve(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(svg)])),
    ],
  ])('%s: 415, and what there was stays', async (_what, content) => {
    const before = (await upload(await picture())).body.stuImage;
    const { status, body } = await upload(await content());
    expect({ status, message: body.message }).toEqual({
      status: 415,
      message: 'This image is damaged or incomplete and cannot be read. Please choose another one.',
    });
    expect(await profile()).toMatchObject({ stuImage: before });
  });

  test('2 MB is accepted, one byte more is not', async () => {
    const small = await picture();
    const padded = (bytes: number) => Buffer.concat([small, Buffer.alloc(bytes - small.length)]);
    const limit = 2 * 1024 * 1024;
    expect((await upload(padded(limit))).status).toBe(200);
    const { status, body } = await upload(padded(limit + 1));
    expect({ status, body }).toEqual({
      status: 413,
      body: { error: 'too_large', message: tooLarge },
    });
  });

  test('a small file with very many pixels is refused before it is decoded', async () => {
    for (const [width, height] of [
      [30_000, 30_000],
      [65_000, 65_000],
      [2_000_000_000, 2],
    ] as const) {
      const { status, body } = await upload(declaring(width, height), { name: 'bomb.png' });
      expect(status).toBeOneOf([413, 415]);
      expect(body.message).toMatch(/more than 64 million pixels|damaged/);
    }
    expect(await profile()).toMatchObject({ stuImage: null });
  });

  test('a form without an image, without an e-mail, or with something else', async () => {
    const send = (...parts: Parameters<typeof sendForm>[2]) =>
      sendForm(campus.as(student), '/api/students/upload-image', parts);
    const email = { field: 'email', content: student.email };
    const file = { field: 'image', name: 'me.jpg', content: await picture() };
    expect(await send(email)).toMatchObject({ status: 422, body: { message: notAnImage } });
    expect(await send(file)).toMatchObject({
      status: 422,
      body: { details: [{ field: 'email', message: 'Email is missing' }] },
    });
    expect(await send(file, email, { field: 'role', content: 'admin' })).toMatchObject({
      status: 422,
      body: { details: [{ field: 'role' }] },
    });
    expect(await send(file, file, email)).toMatchObject({ status: 422 });
    expect(await send(file, { field: 'email', content: 'a\0b' })).toMatchObject({ status: 422 });
    const json = await campus
      .as(student)
      .post('/api/students/upload-image', { email: student.email });
    expect(json.status).toBe(415);
  });
});

/** A PNG of a few hundred bytes that declares this size. */
const declaring = (width: number, height: number): Buffer => {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
