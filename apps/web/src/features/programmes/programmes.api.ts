/** Paths to `refresh` after a renaming, wherever names may appear. */
export const namingPaths = [
  '/programmes',
  '/people',
  '/faculty',
  '/students',
  '/subjects',
  '/enrollments',
];
