import { subjectPage, subjects, termClosing, terms } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import * as enrolments from './enrolments.service.ts';
import * as page from './subject-page.service.ts';
import * as service from './subjects.service.ts';
import * as closing from './term-closing.service.ts';
import * as ofTerms from './terms.service.ts';

export const subjectsRoutes = (mount: Mount): void => {
  mount(subjects, service);
  mount(subjectPage, { ...page, ...enrolments });
  mount(terms, ofTerms);
  mount(termClosing, closing);
};
