import { spawnSync } from 'node:child_process'

/** Whether Firefox is here, and a screen for it: without one it has no WebGL (Debian's `firefox-esr` and `xvfb`). */
export const hasFirefox = (): boolean =>
  [
    ['firefox-esr', '--version'],
    ['Xvfb', '-help'],
  ].every(([command = '', ...args]) => spawnSync(command, args, { stdio: 'ignore' }).error === undefined)
