import { Download } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import type { FlightCheck, FlightPhoto } from '#domain/flights.ts'
import { counted } from '#domain/units.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { saveFile } from '#web/ui/list/save-file.ts'
import { FindingBadges } from '../finding-badges.tsx'
import { findingsByPhoto, photosCsv } from './photo-columns.ts'
import { shutterOf } from './shutter.ts'

type PhotoTableProps = {
  photos: readonly FlightPhoto[]
  checks: readonly FlightCheck[]
  chosen: string | null
  onChoose: (name: string) => void
}

const ROWS_MAX = 200

/** What each photo says, as far as it is looked for. */
export function PhotoTable({ photos, checks, chosen, onChoose }: PhotoTableProps) {
  const [text, setText] = useState('')
  const [isFoundOnly, setIsFoundOnly] = useState(false)
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const found = useMemo(() => findingsByPhoto(checks), [checks])
  const rows = useMemo(
    () =>
      photos.filter(({ name, camera, band }) => {
        const isMatch = wanted === '' || `${name} ${camera ?? ''} ${band ?? ''}`.toLowerCase().includes(wanted)
        return isMatch && (!isFoundOnly || found.has(name))
      }),
    [photos, found, wanted, isFoundOnly],
  )
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
        <TextField
          label="Name, camera or band"
          type="search"
          className="min-w-0 grow basis-48"
          value={text}
          onChange={({ target: { value } }) => setText(value)}
        />
        <Checkbox
          label="With findings only"
          className="h-11 items-center"
          checked={isFoundOnly}
          onChange={({ target: { checked } }) => setIsFoundOnly(checked)}
        />
        <Button
          variant="secondary"
          disabled={rows.length === 0}
          onClick={() =>
            saveFile(new Blob([photosCsv(rows, checks)], { type: 'text/csv;charset=utf-8' }), 'photos.csv')
          }
        >
          <Download aria-hidden className="size-4" />
          Save as CSV
        </Button>
      </div>
      <output className="text-sm text-muted tabular-nums">{countOf(rows.length, photos.length)}</output>
      {rows.length > 0 && <Rows rows={rows.slice(0, ROWS_MAX)} found={found} chosen={chosen} onChoose={onChoose} />}
    </div>
  )
}

function countOf(count: number, of: number): string {
  const all = counted(of, 'photo')
  const text = count === of ? all : count === 0 ? `None of ${all}` : `${count.toLocaleString('en')} of ${all}`
  return count > ROWS_MAX ? `${text}; the first ${ROWS_MAX} are shown, and all of them saved as CSV` : text
}

type RowsProps = Pick<PhotoTableProps, 'chosen' | 'onChoose'> & {
  rows: readonly FlightPhoto[]
  found: ReadonlyMap<string, FlightCheck[]>
}

const COLUMNS: readonly [title: string, text: (photo: FlightPhoto) => string][] = [
  ['Taken', ({ takenAt }) => takenAt?.slice(11, 19) ?? ''],
  ['Height, m', ({ heightMetres }) => heightMetres?.toFixed(1) ?? ''],
  ['Yaw, °', ({ yaw }) => yaw?.toFixed(0) ?? ''],
  ['Pitch, °', ({ pitch }) => pitch?.toFixed(0) ?? ''],
  ['Exposure', ({ exposureSeconds }) => shutterOf(exposureSeconds)],
  ['ISO', ({ iso }) => iso?.toString() ?? ''],
  ['Sharpness', ({ sharpness }) => sharpness?.toFixed(1) ?? ''],
  ['Brightness', ({ brightness }) => brightness?.toFixed(0) ?? ''],
]

function Rows({ rows, found, chosen, onChoose }: RowsProps) {
  const columns = COLUMNS.filter(([, text]) => rows.some((photo) => text(photo) !== ''))
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
      tabIndex={0}
      aria-label="Photos"
      className="max-h-96 overflow-auto border-y border-line-strong in-data-bench:max-h-none in-data-bench:overflow-visible"
    >
      <table className="w-full text-sm tabular-nums">
        <thead className="sticky top-0 z-10 bg-card text-xs text-muted">
          <tr>
            <th scope="col" className="border-b border-line-strong py-2 pr-3 text-left font-medium">
              Photo
            </th>
            {columns.map(([title]) => (
              <th
                key={title}
                scope="col"
                className="border-b border-line-strong py-2 pl-3 text-right font-medium whitespace-nowrap"
              >
                {title}
              </th>
            ))}
            <th scope="col" className="border-b border-line-strong py-2 pl-3 text-left font-medium">
              Found
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((photo) => (
            <tr key={photo.name} className={chosen === photo.name ? 'bg-sunken' : ''}>
              <th scope="row" className="max-w-56 border-b border-line py-1 pr-3 text-left font-medium">
                <NameButton name={photo.name} isChosen={chosen === photo.name} onChoose={onChoose} />
              </th>
              {columns.map(([title, text]) => (
                <td key={title} className="border-b border-line py-1 pl-3 text-right whitespace-nowrap">
                  {text(photo)}
                </td>
              ))}
              <td className="border-b border-line py-1 pl-3">
                <FindingBadges checks={found.get(photo.name) ?? []} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type NameButtonProps = Pick<PhotoTableProps, 'onChoose'> & { name: string; isChosen: boolean }

const NameButton = ({ name, isChosen, onChoose }: NameButtonProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    title={displayName(name)}
    className="block h-8 w-full cursor-pointer truncate text-left hover:underline"
    onClick={() => onChoose(name)}
  >
    <bdi>{displayName(name)}</bdi>
  </button>
)
