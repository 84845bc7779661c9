import type { MapItem } from '#contract/maps.ts'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { KIND_NAMES, NEAR_INFRARED_WARNING } from '#web/lib/raster-map/names.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { groundSize } from './open-map-link.tsx'

export const preparingText = ({ fraction }: Pick<MapItem, 'fraction'>): string =>
  `Map is being prepared, ${Math.floor(fraction * 100)} %`

/** How far a map is that is being prepared. */
export const Preparing = ({ map }: { map: Pick<MapItem, 'fileName' | 'fraction'> }) => (
  <>
    <span className="text-xs font-normal text-muted">{preparingText(map)}</span>
    <ProgressBar label={`Preparing ${displayName(map.fileName)}`} percent={map.fraction * 100} />
  </>
)

/** What nobody has said yet of a map, and what follows. */
export function Doubts({ map }: { map: MapItem }) {
  const doubts = [
    ...(map.areBandsAssumed ? ['Its bands are assumed to be red, green and blue: nothing names them.'] : []),
    ...(map.kind === 'orthomosaic' && map.bands?.includes('unknown')
      ? ['Nobody has said yet which of its bands is which. Choose “Describe” to name them.']
      : []),
    ...(map.looksNearInfrared ? [NEAR_INFRARED_WARNING] : []),
    ...(map.reason === null ? [] : [map.reason]),
  ]
  return doubts.map((doubt) => (
    <p key={doubt} className="px-3 pb-2 text-xs text-muted">
      {doubt}
    </p>
  ))
}

/** Where a map comes from, and who stands for it. */
export const originText = ({ origin, madeWith, madeBy, reviewedBy }: MapItem): string =>
  [
    origin === 'own' && 'own map',
    reviewedBy !== null && `reviewed by ${displayName(reviewedBy)}`,
    (madeBy?.version ?? madeWith) !== null && `made with ${displayName(madeBy?.version ?? madeWith ?? '')}`,
  ]
    .filter(Boolean)
    .join(', ')

export function factsOf(map: MapItem): string[] {
  const { kind, gsdCm, takenOn } = map
  const size = groundSize(map)
  return [
    ...(kind ? [kind === 'other' ? 'Map' : KIND_NAMES[kind]] : []),
    ...(takenOn ? [dateText(takenOn)] : []),
    ...(gsdCm === null ? [] : [`${gsdCm.toFixed(1)} cm a pixel`]),
    ...(size ? [size] : []),
  ]
}
