import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: ['./src/server/testing/database-template.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
