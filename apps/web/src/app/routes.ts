import type { Role } from '@campus/contract';
import { adminPages } from './areas/admin-pages.ts';
import type { AreaPage } from './areas/area-page.ts';
import { studentPages } from './areas/student-pages.ts';
import { teacherPages } from './areas/teacher-pages.ts';

/** Every route behind the sign-in, by area. A new page is plugged in there. */
export const areas: Readonly<Record<Role, readonly AreaPage[]>> = {
  admin: adminPages,
  student: studentPages,
  teacher: teacherPages,
};
