import { type RecordChange, studentFields } from '@campus/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedFields, type Draft, initialValuesAfter, sentValues } from './field-values.ts';

const changeOf = (draft: Draft, before: Draft) =>
  sentValues(studentFields, changedFields(draft, before), draft);

const change = (field: string, now: string | null): RecordChange => ({
  field,
  before: null,
  now,
  changedBy: 'Ben Ito',
  changedAt: '2026-03-11T14:00:00.000Z',
  version: 7,
});
const opened = { name: 'Ada', semester: '3', contactNo: '+44 20 7946 0958', address: '' };

it('sends what was touched and nothing else', () => {
  expect(changeOf(opened, opened)).toEqual({});
  expect(changeOf({ ...opened, name: ' Ada ' }, opened)).toEqual({});
  expect(changeOf({ ...opened, semester: '4', address: ' Quad 1 ' }, opened)).toEqual({
    semester: 4,
    address: 'Quad 1',
  });
  expect(changeOf({ ...opened, semester: '', contactNo: '' }, opened)).toEqual({
    semester: null,
    contactNo: null,
  });
  expect(changeOf({ ...opened, contactNo: '9845022114' }, opened)).toEqual({
    contactNo: 9845022114,
  });
  expect(changeOf({ ...opened, contactNo: '0098' }, opened)).toEqual({ contactNo: '0098' });
});

it('keeps what is typed when someone else has changed the record, and sends it the next time', () => {
  const typed = { ...opened, semester: '5' };
  const after = initialValuesAfter(opened, [change('semester', '4'), change('address', null)]);
  expect(changedFields(typed, after)).toEqual(['semester']);
  expect(changeOf(typed, after)).toEqual({ semester: 5 });
});

it('does not send a field for which their value was chosen', () => {
  const field = fc.constantFrom('name', 'semester', 'contactNo', 'address');
  fc.assert(
    fc.property(fc.array(fc.tuple(field, fc.string())), (changes) => {
      const theirs = changes.map(([name, now]) => change(name, now));
      const after = initialValuesAfter(opened, theirs);
      expect(changeOf(after, after)).toEqual({});
    }),
  );
});

it('leaves out what is not a field of the form: a withdrawal, an account', () => {
  expect(initialValuesAfter(opened, [change('withdrawnOn', '2026-03-11')])).toEqual(opened);
});
