import { configureGlobal } from 'fast-check'

/** `npm test` tries the same values each time; other ones are looked for before an issue is resolved, and the seed is told with a failure. */
if (process.env['FAULTS'] !== 'full') configureGlobal({ seed: 1 })
