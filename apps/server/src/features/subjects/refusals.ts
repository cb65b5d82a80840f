import { notFound, conflict } from '../../campus-error.ts';

export const noSuchTerm = () => notFound('There is no such term.');

export const noSuchEnrolment = () => notFound('There is no such enrolment.');
export const noSuchSubject = () => notFound('There is no such subject.');
export const noSuchSection = () => notFound('This subject has no such section.');

export const refuseClosedTerm = (term: { readonly name: string; readonly state: string }): void => {
  if (term.state === 'closed')
    throw conflict(`${term.name} is closed. What belongs to it can be read, but not changed.`);
};

/** What is said of a code that another subject of the term has. */
export const codeTaken = (code: string | undefined) => ({
  subjects_code_in_term: `There is a subject with the code ${code} in this term already.`,
});
