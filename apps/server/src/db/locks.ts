/**
 * Numbers of Campus's advisory locks, one for each kind of work that a single process does at a time.
 * All are listed here so that none is used twice; never change one, since released versions use them too.
 */
export const locks = {
  migrations: '7302118',
  demo: '7302119',
  sealing: '7302120',
  checking: '7302121',
  backups: '7302122',
  rights: '7302123',
  peopleImport: '5418207',
  booksImport: '5418208',
  moveIn: '5418209',
} as const;
