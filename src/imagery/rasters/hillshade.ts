/** Light from the north-west, 45 degrees high: `plain` is what a level plain gets of it. */
export const HILLSHADE = { plain: 0.7071, ambient: 0.35, diffuse: 0.9, darkest: 0.25, brightest: 1.1 } as const

/** How bright a slope is. It rises by `east` and by `south` for a unit in that direction. */
export function brightnessOf(east: number, south: number): number {
  const { plain, ambient, diffuse, darkest, brightest } = HILLSHADE
  const light = (0.5 * (east + south) + plain) / Math.sqrt(1 + east * east + south * south)
  return Math.min(brightest, Math.max(darkest, ambient + diffuse * light))
}
