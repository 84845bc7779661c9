import { existsSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { commitBefore } from './src/server/testing/processes/previous-version.ts'
import { HOW_TO_RUN } from './vitest.config.ts'

/** What may run a second time, over a real PostgreSQL. */
const ON_BOTH = [
  'src/server/adapters/{db,queue}/*.test.ts',
  'src/server/rate-limits/sliding-window.test.ts',
  'src/server/former-jobs.test.ts',
  'src/server/features/**/*.test.ts',
]

/**
 * What another database can't change: one caller at a time, plain rows, no locks, no order or search by the database. A new
 * file runs on both until it stands here (docs/decisions/033-tests.md).
 */
const EMBEDDED_ONLY = [
  'accounts/account-settings',
  'accounts/passwords/password-hash',
  'accounts/passwords/required-password-change',
  'accounts/passwords/weak-passwords',
  'accounts/registration/disclosure',
  'accounts/registration/private-disclosure',
  'accounts/second-factor/staff-policy',
  'accounts/sessions/session-expiry',
  'accounts/sessions/sessions',
  'analyses/get-analysis',
  'emails/send-email',
  'files/inspect-archive',
  'files/make-preview',
  'files/prepare-model',
  'files/prepare-points',
  'files/scan-file',
  'messages/send-message',
  'notices/notices',
  'processing/farm-runs',
  'reports/download/zip-layout',
  'reports/drafts',
  'reports/open-report',
  'reports/report-contents',
  'reports/upload-by-form',
  'trials/flight-files/flight-files',
  'trials/flight-files/flight-files.gdal',
  'trials/measuring/heights',
  'trials/measuring/masks',
  'trials/shifts/shifts',
  'uploads/part-rate-limit',
  'uploads/receipts',
  'users/user-sessions',
].map((name) => `src/server/features/${name}.test.ts`)
const renamed = EMBEDDED_ONLY.filter((file) => !existsSync(file))
if (renamed.length > 0) throw new Error(`vitest.postgres.config.ts names what is not there: ${renamed.join(', ')}`)

/** What takes minutes by its nature runs in `npm run faults` only; what needs the version before finds it in the history. */
const isFull = process.env.FAULTS === 'full'
const heavy = isFull ? [] : ['src/**/*.heavy.postgres.test.ts']
const versions = isFull && !commitBefore() ? ['src/**/mixed-versions.heavy.postgres.test.ts'] : []
if (versions.length > 0) process.stderr.write('Two versions together are not tested: there is no history of the code\n')

export default defineConfig({
  test: {
    include: [...ON_BOTH, 'src/**/*.postgres.test.ts'],
    exclude: [...configDefaults.exclude, ...EMBEDDED_ONLY, 'src/**/*.{s3,heavy,disk}.test.ts', ...heavy, ...versions],
    globalSetup: ['./src/server/testing/server/postgres-template.ts'],
    ...HOW_TO_RUN,
  },
})
