/** Accepted files, their limits, and how problems are handled. */
export const ARCHIVE_LIMITS = [
  {
    name: 'Type',
    text: 'One file of any type, ideally a ZIP archive: it is the only type whose contents we can list before the upload. 7z, RAR and tar archives are checked once we unpack them.',
  },
  {
    name: 'Size',
    text: 'Up to 4.88 TiB for an archive, if your storage has room, and 10 GB for each file of a report, with a name of at most 255 bytes. You can have five uploads in progress.',
  },
  {
    name: 'Unpacked',
    text: 'Up to 10 TiB and 500,000 entries. We don’t unpack more than that, or archives inside the archive.',
  },
  {
    name: 'Photos',
    text: 'JPEG, TIFF and raw files such as DNG, with ground control points in a text, CSV or Excel file beside them.',
  },
  {
    name: 'Passwords',
    text: 'Please don’t use one; we can’t open protected archives. If a ZIP archive has one, we warn you before the upload.',
  },
  {
    name: 'Damaged files',
    text: 'Before the upload we tell you if a ZIP archive is incomplete, if a file doesn’t match its name, or if entries have paths outside the archive. You can still upload it; our team sees the same list and writes to you if they need a better file. Empty files are rejected.',
  },
  {
    name: 'Viruses',
    text: 'Where a scanner is installed, every file is scanned once it has arrived. Infected files can’t be downloaded; your request shows this to you and to us.',
  },
] as const satisfies readonly { name: string; text: string }[]
