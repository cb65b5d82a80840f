import { assignments, handIns } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import { downloadHandIns } from './archive.ts';
import * as service from './assignments.service.ts';
import * as work from './hand-ins.service.ts';
import * as marks from './marks.service.ts';

export const assignmentsRoutes = (mount: Mount): void => {
  mount(assignments.listAssignments, service.listAssignments);
  mount(assignments.createAssignment, service.createAssignment);
  mount(assignments.changeAssignment, service.changeAssignment);
  mount(assignments.deleteAssignment, service.deleteAssignment);
  mount(assignments.addAttachments, service.addAttachments);
  mount(assignments.removeAttachment, service.removeAttachment);
  mount(assignments.readStorage, service.readStorage);
  mount(assignments.readAttachment, service.readAttachment);

  mount(handIns.readAssignment, service.readAssignment);
  mount(handIns.studentAssignments, work.studentAssignments);
  mount(handIns.studentTerms, work.studentTerms);
  mount(handIns.readHandIn, work.readHandIn);
  mount(handIns.handItIn, work.handItIn);
  mount(handIns.readHandInFile, work.readHandInFile);
  mount(handIns.downloadHandIns, downloadHandIns);
  mount(handIns.markHandIn, marks.markHandIn);
  mount(handIns.returnHandIn, marks.returnHandIn);
  mount(handIns.reopenHandIn, marks.reopenHandIn);
  mount(handIns.returnAll, marks.returnAll);
};
