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

/** Whether an exam or assignment covers all sections, and so may be edited as a whole. */
export const coversAllSections = ({
  sections,
}: {
  readonly sections: readonly string[] | null;
}): boolean => sections === null;

/** Options of a select; `first` is the label of the empty choice. */
export const subjectChoices = (
  subjects: readonly (Subject & { readonly id: string })[] | undefined,
  first?: string,
) => [
  ...(first === undefined ? [] : [{ value: '', label: first }]),
  ...(subjects ?? []).map((subject) => ({ value: subject.id, label: subjectLabel(subject) })),
];
