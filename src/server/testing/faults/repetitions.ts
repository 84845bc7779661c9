/** This often in `npm run faults`, and less often in `npm test`. */
export const times = ({ full, short }: { full: number; short: number }): number =>
  process.env['FAULTS'] === 'full' ? full : short
