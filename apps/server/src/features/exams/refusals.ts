import { notFound } from '../../campus-error.ts';

export const noSuchExam = () => notFound('There is no such exam.');
