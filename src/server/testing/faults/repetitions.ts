/** The number of repetitions in `npm run faults` (full) and in `npm test` (short). */
export const repetitions = ({ full, short }: { full: number; short: number }): number =>
  process.env['FAULTS'] === 'full' ? full : short
