import { defineConfig } from '@playwright/test'
import { hasColmap } from './src/server/testing/has-colmap.ts'
import { hasFirefox } from './src/server/testing/has-firefox.ts'

const port = process.env.E2E_PORT ?? '18080'
const results = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? `.cache/results-${port}/playwright.json`

const withColmap = hasColmap() ? [] : ['**/*.colmap.spec.ts']
const withFirefox = hasFirefox() ? [] : ['**/*.firefox.spec.ts']
// Workers read this file, too.
if (process.env.TEST_WORKER_INDEX === undefined) {
  if (withColmap.length > 0)
    process.stderr.write('The way from an archive to a preview is not tested: that takes COLMAP and GDAL on the PATH\n')
  if (withFirefox.length > 0)
    process.stderr.write('The maps are not tested in Firefox: that takes firefox-esr and Xvfb on the PATH\n')
}

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // Those need the object store that `npm run test:s3` starts.
  testIgnore: [
    ...(process.env.STORAGE_URL ? [] : ['**/*.s3.spec.ts']),
    // A real trial, too large to be kept here: its tests are there where SOY_TRIAL names its folder.
    ...withColmap,
    ...withFirefox,
    ...(process.env.SOY_TRIAL ? [] : ['**/*.soy-trial.spec.ts']),
    // Slow slices that no change has reached (tools/lib/slices.mjs).
    ...(process.env.UNREACHED ? process.env.UNREACHED.split(' ').map((file) => `**/${file}`) : []),
  ],
  // A folder for each port, so that two runs at a time stay out of each other's way.
  outputDir: `.cache/browser-results-${port}`,
  reporter: [['list'], ['json', { outputFile: results }]],
  // What takes long by nature runs in `npm run faults` only.
  ...(process.env.FAULTS !== 'full' && { grepInvert: /@heavy/ }),
  // Each has a server of its own (e2e/fixtures.ts); those on a bucket share it.
  workers: process.env.STORAGE_URL ? 1 : 2,
  timeout: 240_000,
  globalTimeout: 3_600_000,
  // A part that keeps failing is tried for 7 s before people are told; a busy machine adds its own.
  expect: { timeout: 40_000 },
  use: {
    actionTimeout: 40_000,
    // Drawing what moves takes a tenth of all time.
    contextOptions: { reducedMotion: 'reduce' },
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      // Without it Chromium gives downloads no names beyond ASCII.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
