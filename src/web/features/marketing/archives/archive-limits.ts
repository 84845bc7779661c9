/** Accepted files, their limits, and how problems are handled. */
export const ARCHIVE_LIMITS = [
  {
    name: 'Type',
    text: 'One file of any type. Best is a ZIP archive, since it is the one type whose contents we can list for you before it is sent. What is in a 7z, RAR or tar archive we see only when we unpack it.',
  },
  {
    name: 'Size',
    text: 'Up to 4.88 TiB for an archive and 10 GB for each file of a report, with a name of at most 255 bytes. A customer can have five uploads under way at a time.',
  },
  {
    name: 'Unpacked',
    text: 'Up to 10 TiB and 500,000 entries. We do not unpack more than that, nor archives inside of the archive.',
  },
  {
    name: 'Photos',
    text: 'JPEG, TIFF and raw files such as DNG, with the ground control points beside them in a text, CSV or Excel file.',
  },
  {
    name: 'Passwords',
    text: "None, please: staff can't open an archive that has one. You are warned before it is sent.",
  },
  {
    name: 'Damaged files',
    text: 'You are told before the upload begins when a ZIP archive is incomplete, when a file is not what its name says, and when entries have paths that lead out of the archive. Nothing of that keeps you from sending it; staff see the same list, and write to you when they need a better file. An empty file is not taken.',
  },
  {
    name: 'Viruses',
    text: 'Where a scanner is installed, every file is scanned after it has arrived. Nobody can download an infected one; its sender and our staff are told.',
  },
] as const satisfies readonly { name: string; text: string }[]
