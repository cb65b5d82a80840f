interface Subject {
  readonly subjectName: string;
  readonly subjectCode: string;
}

/** `Data Structures (CS201)` */
export const subjectLabel = ({ subjectName, subjectCode }: Subject): string =>
  `${subjectName} (${subjectCode})`;

/** `CS201, section A` */
export const withSection = (text: string, section: string | null): string =>
  section === null ? text : `${text}, section ${section}`;

/** Of what is graded, that of all students: by whom the exam or the assignment itself is changed. */
export const isOfAll = ({ sections }: { readonly sections: readonly string[] | null }): boolean =>
  sections === null;

/** What a select offers; `first` is its choice of none. */
export const subjectChoices = (
  subjects: readonly (Subject & { readonly id: string })[] | undefined,
  first?: string,
) => [
  ...(first === undefined ? [] : [{ value: '', label: first }]),
  ...(subjects ?? []).map((subject) => ({ value: subject.id, label: subjectLabel(subject) })),
];
