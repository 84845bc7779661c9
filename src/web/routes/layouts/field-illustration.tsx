import { classNames } from '#web/ui/class-names.ts'

/** A trial field, half photo and half index map, with the flight path. Beside the sign-in forms; above them on phones. */
export const FieldIllustration = () => (
  <div
    aria-hidden
    className="relative h-20 w-full shrink-0 overflow-hidden bg-ramp-9 lg:sticky lg:top-0 lg:h-dvh lg:w-auto lg:min-w-0 lg:grow lg:basis-1/2"
  >
    <Layer name="field-photo" />
    <Layer
      name="field-index"
      className="[clip-path:polygon(62%_0,100%_0,100%_100%,48%_100%)] lg:[clip-path:polygon(0_58%,100%_42%,100%_100%,0_100%)]"
    />
    <Flight />
    {FOOTPRINTS.map((top) => (
      <span
        key={top}
        className="absolute left-[58%] hidden h-[15%] w-[19%] -translate-1/2 border border-ramp-1/80 bg-ramp-1/10 lg:block"
        style={{ top: `${top}%` }}
      />
    ))}
  </div>
)

const Layer = ({ name, className }: { name: 'field-photo' | 'field-index'; className?: string }) => (
  <picture className={classNames('absolute inset-0', className)}>
    <source
      type="image/avif"
      sizes="(width < 1024px) 100vw, 100vh"
      srcSet={[720, 1280, 1760].map((width) => `/pictures/${name}-${width}.avif ${width}w`).join(', ')}
    />
    <img src={`/pictures/${name}-1280.webp`} alt="" className="size-full object-cover lg:object-left" />
  </picture>
)

const Flight = () => (
  <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full text-ramp-1">
    <g fill="none" stroke="currentColor" strokeWidth="2">
      <path d="M62 0L48 100" vectorEffect="non-scaling-stroke" className="lg:hidden" />
      <path d="M0 58L100 42" vectorEffect="non-scaling-stroke" className="max-lg:hidden" />
      <path
        d="M18 104V12Q18 6 24 6H32Q38 6 38 12V88Q38 94 44 94H52Q58 94 58 88V12Q58 6 64 6H72Q78 6 78 12V104"
        strokeDasharray="1 9"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        className="max-lg:hidden"
      />
    </g>
  </svg>
)

/** The latest camera footprints, in percent from the top. They overlap along the flight path. */
const FOOTPRINTS = [30, 24, 18]
