import { execFileSync } from 'node:child_process'

/** Whether GDAL's programs and its validator are here (Debian's `gdal-bin` and `python3-gdal`). */
export function hasGdal(): boolean {
  try {
    execFileSync('gdal_translate', ['--version'], { stdio: 'ignore' })
    execFileSync('/usr/bin/python3', ['-c', 'import osgeo_utils'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
