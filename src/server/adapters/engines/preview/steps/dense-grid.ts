import type { TileGrid } from '#imagery/dense/match-tile.ts'
import type { Model } from '../preview-files.ts'

/** Metres of ground in a pixel of the photos, in the middle of them. `scales` are those of the photos, by what was matched. */
export function groundOfPixel(
  { solved, layout }: Pick<Model, 'solved' | 'layout'>,
  scales: ReadonlyMap<string, number>,
): number {
  const all = solved.model.views.map(({ name, camera, centre }) => {
    const focal = (solved.model.cameras[camera]?.lens.focal ?? 1) * (scales.get(name) ?? 1)
    return (centre[2] - layout.ground) / focal
  })
  return all.toSorted((one, other) => one - other)[all.length >> 1] ?? layout.pixel
}

/** Covers the maps, with cells of so many pixels of the photos, in whole tenths of a millimetre. */
export function denseGrid({ layout: { surface } }: Pick<Model, 'layout'>, gsd: number, pixels: number): TileGrid {
  const cell = Math.ceil(gsd * pixels * 10_000) / 10_000
  const cells = (metres: number) => Math.max(1, Math.floor(metres / cell))
  return {
    west: surface.west,
    north: surface.north,
    cell,
    width: cells(surface.width * surface.cell),
    height: cells(surface.height * surface.cell),
  }
}
