/** Ids are opaque to clients; one that is not of this form names nothing that exists. */
export const isRecordId = (id: string): boolean => /^[1-9]\d{0,17}$/.test(id);
