import fc from 'fast-check';

/** Texts that have broken programs, typed by nobody or by somebody one day. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e3',
  '٣',
  'NaN',
  'null',
  '007',
  '2147483648',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999999',
  '__proto__',
  'constructor',
  'toString',
  '\0',
  'a\0b',
  '\uD800',
  'a\uDFFF',
  '\uFFFE\u200B\u202E',
  '👩‍👩‍👧',
  'x\r\nBcc: everybody@example.edu',
  "' or 1=1 --",
  '%',
  '\\',
  '_',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '=1+1',
  '{}',
  '[',
  '*',
  '(',
  '"',
  'a'.repeat(300),
  '@',
  'a@b',
  'x'.repeat(300) + '@example.edu',
  '2026-02-30',
  '0000-00-00',
  '0001-01-01',
  '1582-10-10',
  '2026-03-11',
  '9999-12-31',
  '10000-01-01',
  '-000001-01-01',
  '2026-03-11T25:61:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  'infinity',
  '24:00',
];

export const hostileNumbers: readonly number[] = [
  0,
  -0,
  -1,
  1,
  1.5,
  0.1 + 0.2,
  32_768,
  2 ** 31 - 1,
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
  2 ** 63,
  -(2 ** 63),
  1e21,
  1e308,
  5e-324,
];

/** An object whose own keys are those that every object inherits. */
const prototypeKeys = JSON.parse(
  '{"__proto__": {"role": "admin"}, "constructor": {"prototype": {}}, "toString": 1}',
) as unknown;

const deep: unknown = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`);

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);

/** Any JSON value. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(...hostileNumbers),
  fc.constantFrom(null, true, false, [], {}, [[]], [null], prototypeKeys, deep),
  fc.jsonValue({ maxDepth: 2 }),
);
