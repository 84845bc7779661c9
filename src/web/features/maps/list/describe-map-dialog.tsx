import type { BodyIn } from '#contract/api.ts'
import type { MapItem } from '#contract/maps.ts'
import { displayName } from '#domain/display-names.ts'
import { truncateMiddle } from '#domain/file-names.ts'
import { BAND_ROLES, type BandRole, LIGHT, MAP_KINDS } from '#domain/maps.ts'
import { problemOf } from '#web/lib/api.ts'
import { KIND_NAMES } from '#web/lib/raster-map/names.ts'
import type { MapsOf } from '#web/lib/raster-map/use-maps.ts'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { textIn } from '#web/ui/form/text-in.ts'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { BandChoice } from '../layers/band-choice.tsx'
import { useDescribeMap } from '../map-queries.ts'

type Props = { of: MapsOf; map: MapItem; onClose: () => void }

const KIND_OPTIONS = MAP_KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] }))
const REFLECTANCE_OPTIONS = [
  { value: '', label: 'Unknown' },
  { value: 'yes', label: 'Reflectance' },
  { value: 'no', label: 'Digital numbers' },
]
const NUMBERS_FOR_ONE = [1, 100, 255, 10_000, 32_768, 65_535]
const CODE = /^\d{4,5}$/

/** In it people state what a file doesn't say of itself. */
export function DescribeMapDialog({ of, map, onClose }: Props) {
  const describe = useDescribeMap()
  const send = (form: FormData) => {
    const changes = changesOf(map, form)
    if (Object.keys(changes).length === 0) return onClose()
    describe.mutate(
      { mapId: map.mapId, ...changes },
      {
        onSuccess: () => {
          toast.success('Map updated')
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={`Describe ${truncateMiddle(displayName(map.fileName))}`}
      onClose={onClose}
      onSubmit={(event) => send(new FormData(event.currentTarget))}
      submitLabel="Save"
      pending={describe.isPending}
      error={describe.error ? problemOf(describe.error) : undefined}
    >
      <TextField label="Taken on" name="takenOn" type="date" defaultValue={map.takenOn ?? ''} />
      <Select label="Kind" name="kind" options={KIND_OPTIONS} defaultValue={map.kind ?? 'other'} />
      <TextField
        label="EPSG code"
        name="epsg"
        inputMode="numeric"
        pattern="\d{4,5}"
        defaultValue={map.epsg ?? ''}
        hint={map.crs ? `Now ${map.crs.name}` : 'The file names no coordinate system, so the map is shown in pixels.'}
      />
      {!map.isPicture && (
        <Select
          label="Values"
          name="reflectance"
          options={REFLECTANCE_OPTIONS}
          defaultValue={map.reflectance === null ? '' : map.reflectance ? 'yes' : 'no'}
          hint="Indices of near infrared need reflectance."
        />
      )}
      {!map.isPicture && (
        <TextField
          label="Number that stands for 1"
          name="standsForOne"
          inputMode="decimal"
          list="numbers-for-one"
          defaultValue={map.standsForOne ?? ''}
          hint={`Of a reflectance of 100 %: 10000 in many programs, 32768 in Metashape, 65535, or 1. Leave it empty for what the file says: ${scaleText(map)}.`}
        />
      )}
      <datalist id="numbers-for-one">
        {NUMBERS_FOR_ONE.map((number) => (
          <option key={number} value={number}>
            {number}
          </option>
        ))}
      </datalist>
      <BandChoice of={of} map={map} />
    </FormDialog>
  )
}

/** What a file says of the numbers of its first band of light. */
function scaleText({ bands, scalings, standsForOne }: MapItem): string {
  if (standsForOne !== null) return 'its own scale, or none'
  const [factor, offset] = scalings?.find((_, at) => LIGHT.includes(bands?.[at] ?? 'unknown')) ?? []
  return factor === undefined
    ? 'numbers are values'
    : `number × ${factor}${offset ? ` ${offset < 0 ? '−' : '+'} ${Math.abs(offset)}` : ''}`
}

type Changes = Omit<BodyIn<'describeMap'>, 'mapId'>

/** Only what was changed: the rest stays what the file says. */
function changesOf(map: MapItem, form: FormData): Changes {
  const [takenOn, epsg, reflectance] = [textIn(form, 'takenOn'), textIn(form, 'epsg'), textIn(form, 'reflectance')]
  const kind = MAP_KINDS.find((one) => one === form.get('kind'))
  const bands = form.getAll('band').map((value): BandRole => BAND_ROLES.find((role) => role === value) ?? 'unknown')
  const isReflectance = reflectance === 'yes'
  const one = textIn(form, 'standsForOne')
  const isNamed = bands.join() !== map.bands?.join() || form.get('areBandsRight') === 'on'
  return {
    ...(takenOn !== '' && takenOn !== map.takenOn && { takenOn }),
    ...(kind && kind !== map.kind && { kind }),
    ...(epsg !== '' && epsg !== String(map.epsg) && { epsg: CODE.test(epsg) ? Number(epsg) : 0 }),
    ...(isNamed && { bands }),
    ...(reflectance !== '' && isReflectance !== map.reflectance && { reflectance: isReflectance }),
    // What is no number is refused by the server.
    ...(one !== String(map.standsForOne ?? '') && {
      standsForOne: one === '' ? null : Number(one.replace(',', '.')) || 0,
    }),
  }
}
