// Everything that touches the object store, over a real S3-compatible server (Debian's Ceph) that is started for it and stopped after.
// `npm run test:s3 -- --no-browser` leaves out the journey through the screens.
import { ensureChromium } from './lib/chromium.mjs'
import { ensureBuilt, ensureInstalled, findNode, launch, log, packageBin } from './lib/launch.mjs'
import { ensureCeph, KEYS, startCeph } from './lib/object-store.mjs'
import { run } from './lib/suites.mjs'

const PORT = process.env.E2E_PORT ?? '18090'
const withBrowser = !process.argv.includes('--no-browser')

await launch(async () => {
  ensureInstalled()
  ensureCeph()
  const node = findNode()
  const started = Date.now()
  const ceph = await startCeph()
  log(`An S3 server answers at ${ceph.endpoint} (after ${Math.round((Date.now() - started) / 1000)} s)`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void ceph.stop().then(() => process.exit(1)))
  const env = {
    TEST_S3_ENDPOINT: ceph.endpoint,
    AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
  }
  let code = 1
  try {
    const args = [packageBin('vitest', 'vitest.mjs'), 'run', '--config', 'vitest.s3.config.ts']
    code = (await run(node, args, { env, show: true })).code
    if (withBrowser) code = (await journey(node, env)) || code
  } finally {
    await ceph.stop()
  }
  log(
    `${code === 0 ? 'All of it passed' : 'Some of it failed'}, after ${Math.round((Date.now() - started) / 1000)} s; the S3 server is stopped`,
  )
  process.exit(code)
})

/** The main job in a browser, with a product that stores in a bucket. */
async function journey(node, env) {
  ensureBuilt(node)
  const bucket = 'journey'
  const making = ['src/server/testing/doubles/create-bucket.ts', bucket, `http://127.0.0.1:${PORT}`]
  const made = await run(node, making, { env, show: true })
  if (made.code !== 0) return made.code
  const journeys = [
    'e2e/main-job.spec.ts',
    'e2e/maps.slow.spec.ts',
    'e2e/models.slow.spec.ts',
    'e2e/object-store.s3.spec.ts',
  ]
  const { code } = await run(node, [packageBin('@playwright/test', 'cli.js'), 'test', ...journeys], {
    env: {
      ...env,
      E2E_PORT: PORT,
      STORAGE_URL: `s3://${bucket}?endpoint=${env.TEST_S3_ENDPOINT}`,
      CHROMIUM_PATH: ensureChromium(node),
    },
    show: true,
  })
  return code
}
