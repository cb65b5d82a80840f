/** Files of one hand-in, or beside one assignment. */
export const handInLimits = {
  files: 10,
  bytes: 20 * 1024 * 1024,
  text: 50_000,
  comment: 4000,
} as const;

export const fileTooLarge = 'Each file can have at most 20 MB. Please choose a smaller one.';
export const tooManyFiles = `At most ${handInLimits.files} files can be handed in. Put them into one ZIP file.`;
export const wrongKind = (name: string): string =>
  `“${name}” is not a kind of file that is accepted: PDF, images, Office and OpenDocument files, plain text and ZIP are.`;

/** Media types by content, and how a picker names them. */
export const acceptedTypes = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/heic',
  'image/tiff',
  'application/zip',
  'application/rtf',
  'application/x-cfb',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
  'application/vnd.oasis.opendocument.graphics',
  'text/plain; charset=utf-8',
] as const;

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const longest = 100;

/**
 * A name that every file system takes and that leads nowhere else: no separators, control or
 * direction characters, reserved names, leading dots or trailing dots and blanks. Never empty; the
 * ending survives where the name is too long.
 */
export const safeFileName = (name: string): string => {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD<>:"/\\|?*]/gu, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '');
  const named = reserved.test(plain) ? `_${plain}` : plain;
  const signs = Array.from(named);
  if (signs.length <= longest) return named || 'file';
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(named)?.[0] ?? '';
  const start = signs.slice(0, longest - ending.length).join('');
  return `${start.replace(/[. ]+$/, '')}${ending}`;
};

/** Takes names for one folder: the second of a name becomes “name (2).ext”, whatever its case. */
export const createFolder = () => {
  const taken = new Set<string>();
  return (name: string): string => {
    const safe = safeFileName(name);
    const dot = safe.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    let free = safe;
    for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${stem} (${n})${ending}`;
    taken.add(free.toLowerCase());
    return free;
  };
};
