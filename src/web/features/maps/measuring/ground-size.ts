import type { MapItem } from '#contract/maps.ts'

/** Width and height on the ground in metres; null where they are unknown. */
export function groundSize({ gsdCm, width, height }: Pick<MapItem, 'gsdCm' | 'width' | 'height'>): string | null {
  if (gsdCm === null || width === null || height === null) return null
  const [across, down] = [width, height].map((pixels) => Math.round((pixels * gsdCm) / 100))
  // Spaces at which no line ends.
  return `${across}\u00a0×\u00a0${down}\u00a0m`
}
