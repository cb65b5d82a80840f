import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  imageTooLarge,
  notAnImage,
  profileImageLimits,
  profileImageProblem,
  profileImageTypes,
} from './profile-image.rules.ts';

const size = fc.integer({ min: 0, max: 4 * profileImageLimits.bytes });

test('a JPEG or PNG of up to 2 MB is accepted as a profile image, a larger one refused', () => {
  fc.assert(
    fc.property(fc.constantFrom(...profileImageTypes, 'IMAGE/PNG'), size, (type, bytes) => {
      const problem = profileImageProblem({ type, size: bytes });
      expect(problem).toBe(bytes <= 2_097_152 ? null : imageTooLarge);
    }),
  );
});

test('any other type of file is refused, whatever its size', () => {
  const others = fc.oneof(
    fc.constantFrom('image/gif', 'image/svg+xml', 'image/heic', 'application/pdf', ''),
    fc.string().filter((type) => !profileImageTypes.includes(type.toLowerCase())),
  );
  fc.assert(
    fc.property(others, size, (type, bytes) => {
      expect(profileImageProblem({ type, size: bytes })).toBe(notAnImage);
    }),
  );
});
