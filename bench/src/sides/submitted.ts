/** The body of a submission, as sent by every client of Campus. */
interface Body {
  readonly subjectId: string;
  readonly date: string;
  readonly studentAttendances: readonly {
    readonly studentEmail: string;
    readonly present: boolean;
    readonly remarks: string | null;
  }[];
}

/** The submission by column, and Campus's reply to it. */
export const readSubmission = (body: string) => {
  const { subjectId, date, studentAttendances: marks } = JSON.parse(body) as Body;
  return {
    subjectId,
    date,
    emails: marks.map(({ studentEmail }) => studentEmail),
    present: marks.map(({ present }) => present),
    remarks: marks.map(({ remarks }) => remarks),
    answer: (changed: number): string =>
      JSON.stringify({
        message: 'Attendance submitted successfully!',
        subjectId,
        date,
        submitted: marks.length,
        changed,
      }),
  };
};
