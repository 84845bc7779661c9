const STEPS = [
  'bg-ramp-9',
  'bg-ramp-8',
  'bg-ramp-7',
  'bg-ramp-6',
  'bg-ramp-5',
  'bg-ramp-4',
  'bg-ramp-3',
  'bg-ramp-2',
  'bg-ramp-1',
]

/** The color ramp of the brand, from canopy to soil, like the scale of a map. */
export const Ramp = ({ className }: { className: string }) => (
  <span aria-hidden className={`flex ${className}`}>
    {STEPS.map((step) => (
      <span key={step} className={`grow ${step}`} />
    ))}
  </span>
)
