import type { CheckId } from '#domain/flights.ts'

/** What findings are about, in a word or two. */
export const CHECK_NAMES: Record<CheckId, string> = {
  'few-photos': 'few photos',
  unreadable: 'unreadable',
  'cut-off': 'cut off',
  'same-names': 'same name',
  'same-content': 'copy',
  positions: 'position',
  references: 'north or south',
  altitudes: 'altitude',
  cameras: 'camera',
  sizes: 'mixed sizes',
  dates: 'date',
  clock: 'clock',
  height: 'height',
  'take-off': 'take-off',
  nadir: 'oblique',
  overlap: 'overlap',
  coverage: 'gaps',
  resolution: 'pixel size',
  'motion-blur': 'motion blur',
  sensitivity: 'ISO',
  rtk: 'RTK',
  bands: 'bands',
  edited: 'edited',
  outputs: 'outputs',
}
