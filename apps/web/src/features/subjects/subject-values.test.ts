import type { RecordChange } from '@campus/contract';
import { expect, it } from 'vitest';
import { changedFields, type Draft, initialValuesAfter } from '../../lib/field-values.ts';
import { sentSubject } from './subject-values.ts';

const changeOf = (values: Draft, before: Draft) =>
  sentSubject(changedFields(values, before), values);

const opened = {
  subjectName: 'Networks',
  subjectCode: 'CS305',
  credits: '4',
  emailId: 'meera@example.edu',
};
const change = (field: string, before: string, now: string): RecordChange => ({
  field,
  before,
  now,
  changedBy: 'Femi Cole',
  changedAt: '2026-03-11T14:00:00.000Z',
  version: 2,
});

it('sends what was touched and nothing else', () => {
  expect(changeOf(opened, opened)).toEqual({});
  expect(changeOf({ ...opened, subjectName: ' Networks ' }, opened)).toEqual({});
  expect(changeOf({ ...opened, credits: '5', subjectCode: ' CS306 ' }, opened)).toEqual({
    credits: 5,
    subjectCode: 'CS306',
  });
  expect(changeOf({ ...opened, credits: '' }, opened)).toEqual({ credits: 0 });
});

it('after a conflict keeps what was typed, and takes their values for all other fields', () => {
  const changes = [
    change('credits', '4', '6'),
    change('subjectName', 'Networks', 'Computer Networks'),
  ];
  const typed = { ...opened, credits: '5' };
  expect(changedFields(typed, opened)).toEqual(['credits']);
  const after = initialValuesAfter(opened, changes);
  expect(changeOf({ ...typed, subjectName: 'Computer Networks' }, after)).toEqual({ credits: 5 });
});

it('sends nothing if both have typed the same', () => {
  const changes = [change('credits', '4', '5')];
  expect(changeOf({ ...opened, credits: '5' }, initialValuesAfter(opened, changes))).toEqual({});
});
