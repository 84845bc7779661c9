import { displayName } from '#domain/display-names.ts'
import { counted } from '#domain/units.ts'
import type { UploadSource } from '#transfer/upload-source.ts'
import { KIND_NAMES, ROLE_NAMES } from '#web/lib/raster-map/names.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { MapLook } from './look-worker.ts'

type ChosenMapProps = {
  file: UploadSource
  look: MapLook | undefined
  takenOn: string
  /** Absent once it is sent. */
  onTakenOn: ((date: string) => void) | undefined
}

/** What a chosen file says of itself, and the date on which it was taken. Nothing for what is no raster. */
export function ChosenMap({ file, look, takenOn, onTakenOn }: ChosenMapProps) {
  if (!look) return null
  if (look.reason !== null) return <p className="text-status-yellow">{look.reason} It is kept as a file.</p>
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 pl-8">
      <p className="min-w-0 grow basis-60 text-muted">{factsOf(look).join(', ')}</p>
      <div className="w-44">
        <TextField
          label="Taken on"
          aria-label={`Taken on, of ${displayName(file.name)}`}
          type="date"
          disabled={!onTakenOn}
          value={takenOn}
          onChange={({ target }) => onTakenOn?.(target.value)}
        />
      </div>
    </div>
  )
}

function factsOf({ facts }: MapLook): string[] {
  if (!facts) return ['What it holds is read once it has arrived']
  const { kind, bands, isPicture, areBandsAssumed, gsdCm, crs, unknownCrs, transform, madeWith } = facts
  const roles = bands.filter(({ role }) => role !== 'alpha').map(({ role }) => ROLE_NAMES[role])
  const named = isPicture ? 'photo colours' : `${counted(roles.length, 'band')}: ${roles.join(', ')}`
  return [
    KIND_NAMES[kind],
    areBandsAssumed ? `${named} (assumed: nothing names them)` : named,
    ...(gsdCm === null ? [] : [`${gsdCm.toFixed(1)} cm a pixel`]),
    transform === null ? 'it says no place' : (crs?.name ?? unknownCrs ?? 'it names no coordinate system'),
    ...(madeWith === undefined ? [] : [`made with ${displayName(madeWith)}`]),
  ]
}
