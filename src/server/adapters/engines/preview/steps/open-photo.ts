import { readFile } from 'node:fs/promises'
import { sharp } from '../../../../compute/safe-sharp.ts'

const PIXELS_MAX = 200_000_000

/** Strictly, whatever its decoder warns of is an error. */
export const openPhoto = async (path: string, { isStrict = false } = {}) =>
  sharp(await readFile(path), { limitInputPixels: PIXELS_MAX, failOn: isStrict ? 'warning' : 'error' })
