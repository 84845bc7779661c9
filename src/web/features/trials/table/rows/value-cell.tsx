import { memo } from 'react'
import { displayName } from '#domain/display-names.ts'
import { classNames } from '#web/ui/class-names.ts'
import { valueText } from '../../messages.ts'
import { WarningStar } from '../../workspace/warning-star.tsx'
import { controlBeside, FROZEN_CELL } from '../table-cells.ts'

type ValueCellProps = {
  value: number | string | null
  unit: string
  flags: readonly string[] | undefined
  /** Why the value counts in no mean. */
  why: string | undefined
  plotId: string
  columnId: string
  isFrozen: boolean | undefined
  /** Whether a click shows the plot on its date. */
  isOpenable: boolean
  /** Behind the value. */
  tint: string | undefined
  /** Whether that is shown. */
  isOpen: boolean
  /** Whether Tab leads here. */
  isStop: boolean
  onOpen: (plotId: string, columnId: string, opener: HTMLElement) => void
  onStop: (plotId: string, columnId: string) => void
}

/** A value that people can't change. Arrow keys lead to the next one, Enter opens the plot. */
export const ValueCell = memo(function ValueCell(props: ValueCellProps) {
  const { value, unit, flags, why, plotId, columnId, isFrozen, isOpenable, tint, isOpen, isStop, onOpen, onStop } =
    props
  if (typeof value === 'string')
    return (
      <td className={classNames('max-w-60 truncate border-t border-line px-2', isFrozen && FROZEN_CELL)} title={value}>
        <bdi>{displayName(value)}</bdi>
      </td>
    )
  const shown = <Shown {...{ why, flags }} text={valueText(value, unit)} />
  if (!isOpenable) return <td className="border-t border-line px-2 text-right whitespace-nowrap">{shown}</td>
  return (
    <td className="border-t border-line p-0 text-right whitespace-nowrap" style={{ background: tint }}>
      <button
        type="button"
        aria-pressed={isOpen}
        tabIndex={isStop ? 0 : -1}
        className={classNames(
          'h-8.75 w-full min-w-16 px-2 text-right -outline-offset-2 hover:bg-ink/8',
          isOpen && 'bg-action/15 font-semibold',
        )}
        onClick={({ currentTarget }) => onOpen(plotId, columnId, currentTarget)}
        onFocus={() => onStop(plotId, columnId)}
        onKeyDown={(event) => {
          const beside = controlBeside(event.currentTarget, event.key)
          if (event.key.startsWith('Arrow')) event.preventDefault()
          beside?.focus()
        }}
      >
        {shown}
      </button>
    </td>
  )
})

const Shown = ({ text, why, flags }: Pick<ValueCellProps, 'why' | 'flags'> & { text: string }) => (
  <>
    {why === undefined ? (
      text
    ) : (
      <del title={`Excluded: ${why}`} className="text-muted">
        {text}
      </del>
    )}
    <WarningStar flags={flags} />
  </>
)
