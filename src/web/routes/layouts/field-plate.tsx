/** A trial field between photo and index map, with the flight that took it: the picture beside the account forms. */
export const FieldPlate = () => (
  <div aria-hidden className="sticky top-0 hidden h-dvh min-w-0 grow basis-1/2 overflow-hidden bg-ramp-9 lg:block">
    <img src="/pictures/field-photo-1280.webp" alt="" className="absolute inset-0 size-full object-cover object-left" />
    <img
      src="/pictures/field-index-1280.webp"
      alt=""
      className="absolute inset-0 size-full object-cover object-left [clip-path:polygon(0_58%,100%_42%,100%_100%,0_100%)]"
    />
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full text-ramp-1">
      <path d="M0 58L100 42" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      <path
        d="M18 104V12Q18 6 24 6H32Q38 6 38 12V88Q38 94 44 94H52Q58 94 58 88V12Q58 6 64 6H72Q78 6 78 12V104"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray="1 9"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
    {FOOTPRINTS.map(({ left, top }) => (
      <span
        key={`${left} ${top}`}
        className="absolute h-[15%] w-[19%] -translate-x-1/2 -translate-y-1/2 border border-ramp-1/80 bg-ramp-1/10"
        style={{ left: `${left}%`, top: `${top}%` }}
      />
    ))}
  </div>
)

/** Where the camera has just looked, the frames overlapping along the line of flight. */
const FOOTPRINTS = [
  { left: 58, top: 30 },
  { left: 58, top: 24 },
  { left: 58, top: 18 },
]
