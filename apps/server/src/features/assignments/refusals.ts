import { notFound } from '../../campus-error.ts';

export const noSuchAssignment = () => notFound('There is no such assignment.');
export const noSuchFile = () => notFound('There is no such file, or it was taken away.');
export const noSuchStudent = () => notFound('There is no student with this e-mail.');

/** `2026-03-11T23:59` as “2026-03-11 at 23:59”. */
export const minuteInWords = (minute: string): string => minute.replace('T', ' at ');
