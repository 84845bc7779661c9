import type { NewerChange } from '#contract/newer.ts'
import { displayName } from '#domain/display-names.ts'
import { Time } from '#web/lib/time.tsx'
import { Alert } from '#web/ui/alert.tsx'

export type NewerNoteProps = {
  newer: NewerChange
  /** How differences are called. */
  names?: Readonly<Record<string, string>> | undefined
  textOf?: ((what: string, value: string | number) => string) | undefined
}

const PLOTS = { plots: 'Plots' }

/** Whose newer change there is, and both beside each other. */
export const NewerNote = ({ newer: { by, changedTime, differences }, names = PLOTS, textOf }: NewerNoteProps) => {
  const text = (what: string, value: string | number | null) =>
    value === null || value === '' ? 'nothing' : (textOf?.(what, value) ?? displayName(String(value)))
  const name = by === '' ? 'Another person' : displayName(by)
  return (
    <Alert tone="warning" title={`${name} changed this meanwhile`}>
      <p>
        <Time at={changedTime} />. Nothing of yours was saved yet.
      </p>
      <table className="mt-2 w-full text-left">
        <thead>
          <tr>
            {['', by === '' ? 'Theirs' : `Of ${name}`, 'Yours'].map((heading) => (
              <th key={heading} scope="col" className="py-1 pr-4 text-xs font-semibold last:pr-0">
                {heading === '' ? <span className="sr-only">What</span> : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map(({ what, theirs, yours }) => (
            <tr key={what} className="border-t border-line align-top">
              <th scope="row" className="py-1 pr-4 font-normal">
                {names[what] ?? what}
              </th>
              <td className="py-1 pr-4 wrap-anywhere">{text(what, theirs)}</td>
              <td className="py-1 wrap-anywhere">{text(what, yours)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Alert>
  )
}
