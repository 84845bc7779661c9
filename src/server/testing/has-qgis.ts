import { existsSync } from 'node:fs'

/** Whether QGIS is here for Python (Debian's `python3-qgis`). */
export const hasQgis = (): boolean => existsSync('/usr/lib/python3/dist-packages/qgis')
