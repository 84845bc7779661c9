import { defineConfig } from 'vitest/config'
import usual from './vitest.config.ts'

/** What only `npm run test:s3` runs: it needs the server that tools/test-s3.mjs starts. */
export default defineConfig({
  test: { ...usual.test, include: ['src/**/*.s3.test.ts'], exclude: [], testTimeout: 120_000 },
})
