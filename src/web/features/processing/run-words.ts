import { Ban, CircleCheck, CircleX, Hourglass, LoaderCircle, type LucideIcon } from 'lucide-react'
import type { PresetOffer, RunItem } from '#contract/processing.ts'
import { type EngineName, RUN_STAGES, type RunOptions, type RunState, STAGE_WORDS } from '#domain/processing.ts'
import { counted, formatBytes, seconds } from '#domain/units.ts'

export const ENGINE_WORDS: Record<EngineName, { name: string; start: string; goodFor: string }> = {
  preview: {
    name: 'Preview',
    start: 'Start preview',
    goodFor:
      'A quick look at 5 to 500 photos, made on this server, or a surface with plants. GPS accuracy, about metres.',
  },
  farm: {
    name: 'Farm',
    start: 'Start on the farm',
    goodFor: 'Full processing on NodeODM nodes: dense surface, and surveyed accuracy with ground control points.',
  },
}

export const STATE_WORDS = {
  QUEUED: { name: 'Waiting', tone: 'grey', icon: Hourglass },
  RUNNING: { name: 'Running', tone: 'blue', icon: LoaderCircle },
  DONE: { name: 'Done', tone: 'green', icon: CircleCheck },
  FAILED: { name: 'Failed', tone: 'red', icon: CircleX },
  CANCELLED: { name: 'Cancelled', tone: 'grey', icon: Ban },
} as const satisfies Record<RunState, { name: string; tone: string; icon: LucideIcon }>

/** 'Step 2 of 4: Making maps of the photos'. Of the stages, waiting is none. */
export function stageText(stage: RunItem['stage']): string {
  const step = RUN_STAGES.indexOf(stage)
  return step < 1 ? STAGE_WORDS[stage] : `Step ${step} of ${RUN_STAGES.length - 1}: ${STAGE_WORDS[stage]}`
}

/** 'fast-orthophoto=true, pc-quality=high' */
export const optionsText = (options: RunOptions): string =>
  Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')

/** '58 s', '1 min 58 s', '2 h 5 min' */
export function durationText(ms: number): string {
  const whole = Math.max(0, Math.round(ms / seconds(1)))
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Before, the pace of a run says little. */
const SAYS_LITTLE = 0.05

/** How long a run still takes at its pace so far: 'about 4 min left'; null while that says little. */
export function leftText({ startedAt, fraction }: Pick<RunItem, 'startedAt' | 'fraction'>, now: number): string | null {
  if (startedAt === null || fraction < SAYS_LITTLE || fraction >= 1) return null
  const left = ((now - Date.parse(startedAt)) * (1 - fraction)) / fraction
  const whole = Math.max(1, Math.round(left / seconds(60)))
  return whole < 60 ? `about ${whole} min left` : `about ${Math.round(whole / 60)} h left`
}

/** How long a run was worked on; null before its end, and where it never began. */
export const tookText = ({ startedAt, endedAt }: Pick<RunItem, 'startedAt' | 'endedAt'>): string | null =>
  startedAt === null || endedAt === null ? null : durationText(Date.parse(endedAt) - Date.parse(startedAt))

type Estimate = NonNullable<PresetOffer['estimate']>

/** '2 to 4 minutes, from 3 earlier runs; 1.3 GB of disk for as long' */
export const needsText = (estimate: Estimate, diskBytes: number | null): string =>
  `${estimateText(estimate)}${diskBytes === null ? '' : `; ${formatBytes(diskBytes)} of disk for as long`}`

/** '2 to 4 minutes, from 3 earlier runs' */
export function estimateText({ secondsFrom, secondsTo, runs }: Estimate): string {
  const from = runs === 0 ? 'by the size of the flight' : `from ${counted(runs, 'earlier run')}`
  const [unit, length] = secondsTo < 100 ? ['second', 1] : secondsTo < 6000 ? ['minute', 60] : ['hour', 3600]
  const [least, most] = [Math.floor(secondsFrom / length), Math.ceil(secondsTo / length)].map((count) =>
    Math.max(1, count),
  )
  const range = least === most ? `${most}` : `${least} to ${most}`
  return `${range} ${unit}${most === 1 ? '' : 's'}, ${from}`
}
