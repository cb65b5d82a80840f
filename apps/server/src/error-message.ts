/** An error's message. A refused connection to several addresses has no message, but a code. */
export const errorMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return error.message || (code ?? error.name);
};
