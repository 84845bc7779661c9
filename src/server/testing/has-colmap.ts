import { spawnSync } from 'node:child_process'

/** Whether the programs of the preview engine are here (Debian's `colmap` and `gdal-bin`). */
export const hasColmap = (): boolean =>
  [
    ['colmap', 'help'],
    ['gdal_translate', '--version'],
  ].every(([command = '', ...args]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0)
