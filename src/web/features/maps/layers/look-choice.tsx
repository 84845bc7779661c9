import { INDICES } from '#imagery/rasters/indices.ts'
import { dataBands, indexOf, type Look } from '#imagery/rasters/look.ts'
import type { Lack } from '#imagery/traits/catalogue/why-not.ts'
import { lackOfLook, type ReadyMap } from '#web/lib/raster-map/look.ts'
import { NEAR_INFRARED_WARNING, ROLE_NAMES } from '#web/lib/raster-map/names.ts'
import { Select } from '#web/ui/form/select.tsx'

type LookChoiceProps = { map: ReadyMap; look: Look; onChange: (look: Look) => void }

const keyOf = (look: Look): string =>
  look.mode === 'index' ? look.id : look.mode === 'band' ? `band ${look.band}` : 'colours'

/** What is shown of a map: colours, one band, or an index. */
export function LookChoice({ map, look, onChange }: LookChoiceProps) {
  const bands = dataBands(map)
  const nameOf = (band: number) => {
    const role = map.bands[band] ?? 'unknown'
    return role === 'unknown'
      ? map.bandNames?.[band] || `Band ${band + 1}`
      : `Band ${band + 1}: ${ROLE_NAMES[role]}${map.areBandsAssumed && role !== 'alpha' ? ' (assumed)' : ''}`
  }
  const colours: Look =
    look.mode === 'colours' ? look : { mode: 'colours', bands: [bands[0] ?? 0, bands[1] ?? 0, bands[2] ?? 0] }
  const choices: { look: Look; label: string; lack?: Lack | undefined }[] = [
    ...(bands.length >= 3
      ? [{ look: colours, label: map.isPicture ? 'Natural colours' : 'Colours of three bands' }]
      : []),
    ...INDICES.map((index) => {
      const chosen: Look = { mode: 'index', id: index.id }
      return { look: chosen, label: `${index.id}: ${index.name}`, lack: lackOfLook(map, chosen) }
    }),
    ...bands.map((band) => ({ look: { mode: 'band', band } as const, label: nameOf(band) })),
  ]
  const index = indexOf(look)
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Show"
        value={keyOf(look)}
        options={choices.map((choice) => ({
          value: keyOf(choice.look),
          label: choice.lack ? `${choice.label} (needs ${choice.lack.needs})` : choice.label,
          disabled: choice.lack !== undefined,
        }))}
        onChange={(event) => {
          const chosen = choices.find((choice) => keyOf(choice.look) === event.target.value)
          if (chosen) onChange(chosen.look)
        }}
      />
      {map.looksNearInfrared && <p className="text-sm text-status-yellow">{NEAR_INFRARED_WARNING}</p>}
      <WhyNotAll reasons={[...new Set(choices.flatMap(({ lack }) => lack?.reason ?? []))]} />
      {index && (
        <p className="text-xs text-muted">
          {index.formula}. A preview from the copy for viewing; numbers for a table come from the original.
        </p>
      )}
      {look.mode === 'colours' && !map.isPicture && (
        <div className="grid grid-cols-3 gap-2">
          {(['Red', 'Green', 'Blue'] as const).map((colour, at) => (
            <Select
              key={colour}
              label={colour}
              value={String(look.bands[at])}
              options={bands.map((band) => ({ value: String(band), label: nameOf(band) }))}
              onChange={(event) => {
                const [red, green, blue] = look.bands.map((band, place) =>
                  place === at ? Number(event.target.value) : band,
                )
                onChange({ mode: 'colours', bands: [red ?? 0, green ?? 0, blue ?? 0] })
              }}
            />
          ))}
        </div>
      )}
    </div>
  )
}

const WhyNotAll = ({ reasons }: { reasons: readonly string[] }) =>
  reasons.length > 0 && (
    <details className="text-xs text-muted">
      <summary className="cursor-pointer">Why some can't be shown</summary>
      <ul className="mt-1 flex flex-col gap-1">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  )
