type ProgressBarProps = { /** 0 to 100 */ percent: number; label: string }

export function ProgressBar({ percent, label }: ProgressBarProps) {
  const whole = Math.round(Math.min(100, Math.max(0, percent)))
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={whole}
        className="h-2 grow overflow-hidden rounded-full bg-ink/12"
      >
        <div className="h-full rounded-full bg-action transition-[width] duration-200" style={{ width: `${whole}%` }} />
      </div>
      <span aria-hidden className="w-11 text-right text-sm tabular-nums">
        {whole}%
      </span>
    </div>
  )
}
