import { Columns2, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { dateText, dayOf } from '#domain/dates.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

export type StripDate = {
  id: string
  /** As screens and addresses name it. */
  date: string
  /** As in files; null without one. */
  takenOn: string | null
  picture: ReactNode
}

type DateStripProps = {
  dates: readonly StripDate[]
  /** The id of one. */
  shown: string
  onChoose: (id: string) => void
  /** Where two dates can be compared. */
  comparing?: { other: string | null; onCompare: (id: string | null) => void }
  /** How two dates are compared. */
  children?: ReactNode
}

const EACH_DATE_MS = 900

/** The dates of a season on an axis of time. One of them is shown; a second one is compared with it. */
export function DateStrip({ dates, shown, onChoose, comparing, children }: DateStripProps) {
  const name = useId()
  const [isComparing, setComparing] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  const other = comparing?.other ?? null
  const at = dates.findIndex(({ id }) => id === shown)
  const showNext = useEffectEvent(() => {
    const next = dates[(at + 1) % dates.length]
    if (next) onChoose(next.id)
  })
  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setInterval(showNext, EACH_DATE_MS)
    return () => clearInterval(timer)
  }, [isPlaying])
  const choose = (chosen: string) => {
    if (!isComparing) return onChoose(chosen)
    setComparing(false)
    if (chosen !== shown) comparing?.onCompare(chosen)
  }
  return (
    <div className="flex h-[71px] items-stretch border-t border-line bg-card">
      <div className="flex shrink-0 flex-col justify-center gap-0.5 border-r border-line px-1.5">
        <IconButton
          className="size-8!"
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? 'Pause' : 'Play the season'}
          onClick={() => setPlaying(!isPlaying)}
        />
        {comparing && (
          <IconButton
            className={classNames('size-8!', (isComparing || other !== null) && 'bg-action/15 text-action!')}
            icon={Columns2}
            label={other === null ? 'Compare with another date' : 'Stop comparing'}
            aria-pressed={isComparing || other !== null}
            onClick={() => {
              if (other !== null) comparing.onCompare(null)
              setComparing(other === null && !isComparing)
            }}
          />
        )}
      </div>
      <fieldset className="flex min-w-0 grow overflow-x-auto overscroll-x-contain px-2">
        <legend className="sr-only">{isComparing ? 'Date to compare with' : 'Date'}</legend>
        {dates.map((one, place) => (
          <DateItem
            key={one.id}
            {...one}
            name={name}
            days={daysTo(one, dates[place + 1])}
            isLast={place === dates.length - 1}
            isShown={one.id === shown}
            isOther={one.id === other}
            onChoose={() => choose(one.id)}
          />
        ))}
      </fieldset>
      {children && <div className="flex shrink-0 items-center border-l border-line px-2 max-sm:hidden">{children}</div>}
    </div>
  )
}

type DateItemProps = StripDate & {
  /** Of the group. */
  name: string
  days: number
  isLast: boolean
  isShown: boolean
  isOther: boolean
  onChoose: () => void
}

/** In a task of its own, because it lays the page out. */
const scrollIntoView = (item: HTMLElement | null): void => {
  if (item) setTimeout(() => item.scrollIntoView({ inline: 'nearest', block: 'nearest' }))
}

const DateItem = ({ date, picture, name, days, isLast, isShown, isOther, onChoose }: DateItemProps) => (
  <label
    ref={isShown ? scrollIntoView : null}
    style={{ flexGrow: days }}
    className="group relative flex min-w-19 scroll-mx-12 cursor-pointer flex-col justify-end pb-1"
  >
    <span
      aria-hidden
      className={classNames('absolute bottom-5.5 left-0 h-px w-full bg-line-strong', isLast && 'invisible')}
    />
    <input
      type="radio"
      name={name}
      value={date}
      aria-label={dateText(date)}
      checked={isShown}
      onChange={onChoose}
      className="peer absolute inset-0 z-10 m-0 cursor-pointer opacity-0"
    />
    <span
      className={classNames(
        'relative grid h-10 w-14 place-items-center overflow-hidden rounded-sm border bg-sunken',
        isShown
          ? 'border-action ring-2 ring-action'
          : isOther
            ? 'border-action ring-2 ring-action/50'
            : 'border-line-strong group-hover:border-ink',
        'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
      )}
    >
      {picture}
    </span>
    <span
      className={classNames(
        'mt-0.5 text-note leading-4 whitespace-nowrap tabular-nums',
        isShown ? 'font-semibold text-ink' : 'text-muted',
      )}
    >
      {dateText(date)}
    </span>
  </label>
)

/** Room after a date in proportion to the time until the next one. */
const daysTo = (one: StripDate, next: StripDate | undefined): number =>
  one.takenOn !== null && next?.takenOn ? Math.max(1, dayOf(next.takenOn) - dayOf(one.takenOn)) : 0
