import { defineConfig } from 'vitest/config'
import usual, { withDatabase } from './vitest.config.ts'

const { projects: _, ...shared } = usual.test ?? {}

/** What only `npm run test:s3` runs: it needs the server that tools/test-s3.mjs starts. */
export default defineConfig({
  test: { ...shared, ...withDatabase, include: ['src/**/*.s3.test.ts'], exclude: [], testTimeout: 120_000 },
})
