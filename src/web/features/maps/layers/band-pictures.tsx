import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { TILE_PIXELS } from '#imagery/rasters/pyramid.ts'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { useCopies } from '#web/lib/raster-map/use-copies.ts'
import type { MapsOf } from '#web/lib/raster-map/use-maps.ts'

type BandPicturesProps = {
  of: MapsOf
  map: ReadyMap
  /** What is beside the picture of a band. */
  choose: (band: number) => ReactNode
}

/** The smallest level of a map, which is one tile. */
type Small = { width: number; height: number; values: ArrayLike<number> | undefined }

/** Each band of a map in grey, from dark for its low values to bright for its high ones. */
export function BandPictures({ of, map, choose }: BandPicturesProps) {
  const { copies } = useCopies(of, [map])
  const copy = copies.get(map.mapId)
  const { data: small } = useQuery({
    queryKey: ['map-bands', map.mapId, map.bytes, map.scalings, copy !== undefined],
    queryFn: async ({ signal }): Promise<Small | null> => {
      const level = copy?.levels.at(-1)
      if (!copy || !level) return null
      const values = await copy.readNumbers({ level: copy.levels.length - 1, column: 0, row: 0 }, signal)
      return { width: Math.min(level.width, TILE_PIXELS), height: Math.min(level.height, TILE_PIXELS), values }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {map.bands.map((_, band) => (
        // oxlint-disable-next-line react/no-array-index-key -- bands are known by their place
        <li key={band} className="flex min-w-0 items-end gap-3">
          <BandPicture map={map} band={band} small={small ?? null} />
          <div className="min-w-0 grow">{choose(band)}</div>
        </li>
      ))}
    </ul>
  )
}

function BandPicture({ map, band, small }: { map: ReadyMap; band: number; small: Small | null }) {
  const url = useMemo(
    () => small && urlOf({ ...small, bands: map.bands.length, band, range: map.ranges[band] ?? [0, 1] }),
    [small, map, band],
  )
  return (
    <div className="size-20 shrink-0 overflow-hidden rounded-sm border border-line bg-sunken">
      {url !== null && <img src={url} alt={`Band ${band + 1} in grey`} className="size-full object-contain" />}
    </div>
  )
}

type Drawing = Small & { bands: number; band: number; range: readonly [low: number, high: number] }

function urlOf({ width, height, values, bands, band, range: [low, high] }: Drawing): string {
  const picture = new ImageData(width, height)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const at = Math.floor(pixel / width) * TILE_PIXELS + (pixel % width)
    const value = values?.[at * bands + band] ?? Number.NaN
    if (Number.isNaN(value)) continue
    picture.data.fill((255 * (value - low)) / (high - low || 1), pixel * 4, pixel * 4 + 3)
    picture.data[pixel * 4 + 3] = 255
  }
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.putImageData(picture, 0, 0)
  return canvas.toDataURL()
}
