type ProgressBarProps = {
  /** 0 to 100 */
  percent: number
  label: string
}

export function ProgressBar({ percent, label }: ProgressBarProps) {
  const whole = Math.round(Math.min(100, Math.max(0, percent)))
  return (
    <div className="flex items-center gap-3">
      <progress
        aria-label={label}
        max={100}
        value={whole}
        className="h-2 grow appearance-none overflow-hidden rounded-full bg-ink/12 [&::-moz-progress-bar]:bg-action [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-action [&::-webkit-progress-value]:transition-[inline-size] [&::-webkit-progress-value]:duration-200"
      />
      <span aria-hidden className="w-11 text-right text-sm tabular-nums">
        {whole}%
      </span>
    </div>
  )
}
