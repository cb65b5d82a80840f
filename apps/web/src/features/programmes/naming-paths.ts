/** What may look otherwise once somebody or something is called otherwise, as `refresh` takes them. */
export const namingPaths = [
  '/programmes',
  '/people',
  '/faculty',
  '/students',
  '/subjects',
  '/enrollments',
];
