// Brings the programs that tests need beside Node from Debian, where there are none and we may install. Ends with 1 when one is missing.
import { hasColmap } from '../../src/server/testing/has-colmap.ts'
import { hasFirefox } from '../../src/server/testing/has-firefox.ts'
import { hasNginx } from '../../src/server/testing/has-nginx.ts'
import { installFromDebian } from './debian.mjs'
import { launch, log } from './launch.mjs'

const missing = () => [
  ...(hasColmap() ? [] : ['colmap', 'gdal-bin']),
  ...(hasNginx() ? [] : ['nginx']),
  ...(hasFirefox() ? [] : ['firefox-esr', 'xvfb']),
]

await launch(() => {
  const wanted = missing()
  if (wanted.length === 0) return
  installFromDebian(wanted, { says: `Installing ${wanted.join(', ')} from Debian (once)`, log })
  if (missing().length > 0) throw new Error(`Missing on this machine (as root: apt-get install ${missing().join(' ')})`)
})
