import type { MapItem } from '#contract/maps.ts'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { truncateMiddle } from '#domain/file-names.ts'
import { formatDateTime } from '#domain/units.ts'
import { indexOf, type Look } from '#imagery/rasters/look.ts'
import { accuracyNoteOf } from '#web/lib/accuracy-note.tsx'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'

type Named = Pick<MapItem, 'fileName' | 'takenOn' | 'runId' | 'madeBy'>

/** For staff, whose maps of several runs have the same names. */
export const runText = ({ runId, madeBy }: Named): string | undefined =>
  runId !== null && madeBy ? `run of ${formatDateTime(new Date(madeBy.time))}` : undefined

const whole = (parts: readonly (string | null | undefined)[]): string[] => parts.filter((part) => part != null)

/** In a list of maps. */
export const nameOf = (map: Named): string =>
  whole([truncateMiddle(displayName(map.fileName)), runText(map)]).join(', ')

/** Among others: what each shows, and its file and run where another one is called the same. */
export function layerNames(maps: readonly ReadyMap[]): ReadonlyMap<string, string> {
  const counts = Map.groupBy(maps, shortOf)
  return new Map(
    maps.map((map) => {
      const short = shortOf(map)
      const isOne = map.takenOn !== null && counts.get(short)?.length === 1
      return [map.mapId, isOne ? short : `${short}, ${nameOf(map)}`]
    }),
  )
}

const shortOf = (map: ReadyMap): string => whole([whatOf(map), map.takenOn && dateText(map.takenOn)]).join(', ')

export const whatOf = ({ kind, isPicture }: ReadyMap): string =>
  kind === 'elevation' ? 'Elevation' : kind === 'orthomosaic' ? (isPicture ? 'Photo' : 'Photo of several bands') : 'Map'

/** What a map is, on the map itself. */
export const captionOf = (map: Named): string[] =>
  whole([map.takenOn ? dateText(map.takenOn) : truncateMiddle(displayName(map.fileName)), runText(map)])

/** What the values of a map are, as short as can be. */
export const nameOfLook = ({ kind }: Pick<MapItem, 'kind'>, look: Look): string =>
  indexOf(look)?.id ?? (kind === 'elevation' ? 'Elevation' : 'Value')

/** How exact these maps are, as far as that must be said. */
export const accuracyOf = (maps: readonly Named[]): string[] => [
  ...new Set(whole(maps.map(({ madeBy }) => accuracyNoteOf(madeBy)))),
]
