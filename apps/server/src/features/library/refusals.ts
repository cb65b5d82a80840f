import { notFound } from '../../campus-error.ts';

export const noSuchBook = () => notFound('There is no such book.');
