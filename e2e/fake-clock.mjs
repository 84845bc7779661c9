// Loaded before the product's own code (node --import): each SIGUSR2 sets its clock half a day and an hour ahead, beyond the
// lifetime of every access token issued until then; two of them are beyond that of every signed URL. A session that is used in
// between survives both. A restarted server starts at the time of the one before: CLOCK_STEPS says how often that was set ahead.
const STEP_MS = 13 * 60 * 60 * 1000
const RealDate = Date
let aheadMs = Number(process.env.CLOCK_STEPS ?? 0) * STEP_MS

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length > 0) super(...given)
    else super(RealDate.now() + aheadMs)
  }

  static now() {
    return RealDate.now() + aheadMs
  }
}

// The signal goes to the launcher as well, which must live on and has nothing to say.
const isLauncher = process.argv[1]?.endsWith('skyfurrow.mjs')
process.on('SIGUSR2', () => {
  aheadMs += STEP_MS
  if (!isLauncher) process.stdout.write('The clock was moved\n')
})
