import { profiles } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import { createProfileImages } from './profiles.service.ts';

export const profilesRoutes = (mount: Mount, campus: Campus): void => {
  const images = createProfileImages(campus);
  mount(profiles.studentImage, ({ actor, params }) => images.read(actor, 'student', params.email));
  mount(profiles.facultyImage, ({ actor, params }) => images.read(actor, 'teacher', params.email));
  mount(profiles.uploadStudentImage, async ({ actor, request }) => {
    const { email, marker } = await images.receive(actor, 'student', request);
    return { email, stuImage: marker };
  });
  mount(profiles.uploadFacultyImage, async ({ actor, request }) => {
    const { email, marker } = await images.receive(actor, 'teacher', request);
    return { email, teacherImage: marker };
  });
};
