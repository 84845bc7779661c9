import { configDefaults, defineConfig } from 'vitest/config'
import { canMountDisks } from './src/server/testing/can-mount.ts'

/** What takes minutes by its nature runs in `npm run faults` only; what mounts a small disk takes root on Linux. */
const heavy = process.env.FAULTS === 'full' ? [] : ['src/**/*.heavy.test.ts']
const onDisks = canMountDisks() ? [] : ['src/**/*.disk.test.ts']
if (onDisks.length > 0) process.stderr.write('Full and read-only disks are not tested: that takes root on Linux\n')

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tools/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'src/**/*.postgres.test.ts', 'src/**/*.s3.test.ts', ...heavy, ...onDisks],
    globalSetup: ['./src/server/testing/database-template.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
