import type { MapItem } from '#contract/maps.ts'
import { BAND_ROLES } from '#domain/maps.ts'
import { isReady } from '#web/lib/raster-map/look.ts'
import { ROLE_NAMES } from '#web/lib/raster-map/names.ts'
import type { MapsOf } from '#web/lib/raster-map/use-maps.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { BandPictures } from './band-pictures.tsx'

type BandChoiceProps = { of: MapsOf; map: MapItem }

const ROLE_OPTIONS = BAND_ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))

/** Which band is which, with a picture of each. */
export function BandChoice({ of, map }: BandChoiceProps) {
  const { bands, bandNames, areBandsAssumed, looksNearInfrared } = map
  const choose = (band: number) => (
    <Select
      label={bandNames?.[band] ? `Band ${band + 1}, ${bandNames[band]}` : `Band ${band + 1}`}
      name="band"
      options={ROLE_OPTIONS}
      defaultValue={bands?.[band]}
    />
  )
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">Bands</legend>
      {areBandsAssumed && (
        <>
          <p className="text-sm text-muted">
            Nothing names these bands. They are assumed to be red, green and blue until someone says otherwise.
          </p>
          <Checkbox label="They are red, green and blue" name="areBandsRight" />
        </>
      )}
      {looksNearInfrared && (
        <p className="text-sm text-status-yellow">
          Plants look red or purple in this map, so one of these bands likely holds near infrared.
        </p>
      )}
      {bands?.includes('unknown') && (
        <p className="text-sm text-muted">
          Nobody has said yet what every band holds. Plants are brightest in near infrared, and brighter in green than
          in red and blue.
        </p>
      )}
      {isReady(map) && !map.isPicture ? (
        <BandPictures of={of} map={map} choose={choose} />
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          {bands?.map((_, band) => (
            // oxlint-disable-next-line react/no-array-index-key -- bands are known by their place
            <div key={band}>{choose(band)}</div>
          ))}
        </div>
      )}
    </fieldset>
  )
}
