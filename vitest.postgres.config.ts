import { configDefaults, defineConfig } from 'vitest/config'
import { commitBefore } from './src/server/testing/previous-version.ts'

/** What runs a second time, over a real PostgreSQL: whatever has transactions, locks, constraints and jobs. */
const ON_BOTH = [
  'src/server/adapters/{db,queue}/*.test.ts',
  'src/server/limits.test.ts',
  'src/server/features/**/*.test.ts',
]

/** What takes minutes by its nature runs in `npm run faults` only; what needs the version before finds it in the history. */
const isFull = process.env.FAULTS === 'full'
const heavy = isFull ? [] : ['src/**/*.heavy.postgres.test.ts']
const versions = isFull && !commitBefore() ? ['src/**/versions.heavy.postgres.test.ts'] : []
if (versions.length > 0) process.stderr.write('Two versions together are not tested: there is no history of the code\n')

export default defineConfig({
  test: {
    include: [...ON_BOTH, 'src/**/*.postgres.test.ts'],
    exclude: [...configDefaults.exclude, 'src/**/*.{s3,heavy,disk}.test.ts', ...heavy, ...versions],
    globalSetup: ['./src/server/testing/postgres-template.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
