/**
 * Digits as the JSON number of the wire. What a number cannot hold (a plus, blanks, leading zeros) is
 * sent as it was typed: the server reads both and keeps the text.
 */
export const contactNumberOf = (typed: string): number | string => {
  const text = typed.trim();
  return /^\d+$/.test(text) && String(Number(text)) === text ? Number(text) : text;
};
