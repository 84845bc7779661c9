// Brings the programs of the preview engine from Debian when there are none and we may install. Ends with 1 when none could be had.
import { hasColmap } from '../../src/server/testing/has-colmap.ts'
import { installFromDebian } from './debian.mjs'
import { launch, log } from './launch.mjs'

await launch(() => {
  if (hasColmap()) return
  installFromDebian(['colmap', 'gdal-bin'], { says: 'Installing COLMAP and GDAL from Debian (once)', log })
  if (!hasColmap())
    throw new Error(
      'There are no COLMAP and GDAL on this machine and none could be installed (as root: apt-get install colmap gdal-bin)',
    )
})
