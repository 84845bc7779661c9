import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { canMountDisks } from './src/server/testing/faults/can-mount.ts'
import { hasColmap } from './src/server/testing/has-colmap.ts'
import { hasGdal } from './src/server/testing/has-gdal.ts'
import { hasNginx } from './src/server/testing/has-nginx.ts'
import { hasQgis } from './src/server/testing/has-qgis.ts'
import { hasR } from './src/server/testing/has-r.ts'

/** What takes minutes by its nature runs in `npm run faults` only; what mounts a small disk takes root on Linux. */
const heavy = process.env.FAULTS === 'full' ? [] : ['src/**/*.heavy.{test,disk.test,colmap.test}.ts']
/** A real trial, too large to be kept here: its tests are there where SOY_TRIAL names its folder. */
const onTrial = process.env.SOY_TRIAL ? [] : ['src/**/*.soy-trial.test.ts']
/** Real flights, likewise. */
const onFlights = process.env.FLIGHT_DATA ? [] : ['src/**/*.real-data.test.ts']
const withGdal = hasGdal() ? [] : ['src/**/*.gdal.test.ts']
const withColmap = hasColmap() ? [] : ['src/**/*.colmap.test.ts']
if (withColmap.length > 0)
  process.stderr.write('The preview engine is not tested: that takes COLMAP and GDAL on the PATH\n')
const withNginx = hasNginx() ? [] : ['src/**/*.nginx.test.ts']
if (withNginx.length > 0) process.stderr.write('nginx in front of the product is not tested: there is none\n')
const withR = hasR() ? [] : ['src/**/*.r.test.ts']
if (withR.length > 0) process.stderr.write('What R reads is not tested: that takes R with sf and terra\n')
const withQgis = hasQgis() ? [] : ['src/**/*.qgis.test.ts']
if (withQgis.length > 0) process.stderr.write('What QGIS opens is not tested: that takes python3-qgis\n')
const onDisks = canMountDisks() ? [] : ['src/**/*.disk.test.ts']
if (onDisks.length > 0) process.stderr.write('Full and read-only disks are not tested: that takes root on Linux\n')
/** Slow slices that no change has reached (tools/lib/slices.mjs). */
const unreached = process.env.UNREACHED ? process.env.UNREACHED.split(' ') : []

/** For tests of everything but screens, with a database of their own. */
export const withDatabase = {
  globalSetup: ['./src/server/testing/server/database-template.ts'],
  setupFiles: ['./src/server/testing/random-seed.ts'],
  // Files share the modules of a worker, which are what a file costs most.
  isolate: false,
}

export default defineConfig({
  test: {
    // One more than processors: some tests wait for a clock.
    maxWorkers: availableParallelism() + 1,
    // Only ends what hangs, also on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: ['src/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [
            ...configDefaults.exclude,
            'src/**/*.s3.test.ts',
            ...heavy,
            ...onTrial,
            ...onFlights,
            ...onDisks,
            ...withGdal,
            ...withColmap,
            ...withNginx,
            ...withR,
            ...withQgis,
            ...unreached,
          ],
          ...withDatabase,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'screens',
          include: ['src/web/**/*.test.tsx'],
          environment: 'happy-dom',
          isolate: false,
          setupFiles: ['./src/web/testing/setup.ts'],
        },
      },
    ],
  },
})
