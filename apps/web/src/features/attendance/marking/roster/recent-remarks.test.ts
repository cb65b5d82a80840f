import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { forgetRemark, readOwnRemarks, rememberRemark, presetRemarks } from './recent-remarks.ts';

const person = 'meera@example.edu';
beforeEach(() => localStorage.clear());

it('offers the last four different remarks, the latest first, without the standard ones', () => {
  const remark = fc.constantFrom('Bus strike', ' Choir ', 'Sports', 'Visa', 'Fire drill', 'Late');
  fc.assert(
    fc.property(fc.array(remark), (written) => {
      localStorage.clear();
      for (const one of written) rememberRemark(person, one);
      const own = written.map((one) => one.trim()).filter((one) => !presetRemarks.includes(one));
      expect(readOwnRemarks(person)).toEqual([...new Set(own.toReversed())].slice(0, 4));
    }),
  );
});

it('does not offer long remarks, which are about one student, or empty ones', () => {
  rememberRemark(person, 'Her mother called and said that she will be back on Monday');
  rememberRemark(person, '  ');
  expect(readOwnRemarks(person)).toEqual([]);
});

it('forgets a remark when asked to, and keeps each person’s separately', () => {
  rememberRemark(person, 'Choir');
  rememberRemark(person, 'Sports');
  forgetRemark(person, 'Choir');
  expect(readOwnRemarks(person)).toEqual(['Sports']);
  expect(readOwnRemarks('ruth@example.edu')).toEqual([]);
});

it('offers nothing when the stored value is not valid', () => {
  localStorage.setItem(`campus-remarks:${person}`, '{"broken');
  expect(readOwnRemarks(person)).toEqual([]);
});
