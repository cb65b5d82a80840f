import { subjectPage, subjects, termClosing, terms } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import { addEnrolment, dropEnrolment } from './enrolments.service.ts';
import * as page from './subject-page.service.ts';
import { createForAll, listEnrollments } from './subjects.service.ts';
import { closeTerm } from './term-closing.service.ts';
import * as ofTerms from './terms.service.ts';

export const subjectsRoutes = (mount: Mount): void => {
  mount(subjects.listEnrollments, ({ campus }) => listEnrollments(campus.db));
  mount(subjects.createForAll, createForAll);

  mount(subjectPage.readSubject, page.readSubject);
  mount(subjectPage.changeSubject, page.changeSubject);
  mount(subjectPage.listSubjectEnrolments, page.listSubjectEnrolments);
  mount(subjectPage.addEnrolment, addEnrolment);
  mount(subjectPage.dropEnrolment, dropEnrolment);

  mount(terms.listTerms, ({ campus }) => ofTerms.listTerms(campus.db));
  mount(terms.createTerm, ofTerms.createTerm);
  mount(terms.changeTerm, ofTerms.changeTerm);
  mount(terms.openTerm, ofTerms.openTerm);
  mount(terms.termSubjects, ofTerms.termSubjects);
  mount(termClosing.closeTerm, closeTerm);
};
