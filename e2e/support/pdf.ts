/** A PDF with this many blank pages; readers find the objects without a cross-reference table. */
export const blankPages = (count: number): string => {
  const pages = Array.from({ length: count }, (_, index) => index + 3);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${pages.map((id) => `${id} 0 R`).join(' ')}] >>`,
    ...pages.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>'),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return `%PDF-1.4\n${body}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF`;
};
