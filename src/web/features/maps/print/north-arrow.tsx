/** Maps are turned so that the north of their grid is up. */
export const NorthArrow = () => (
  <svg viewBox="-12 -12 24 24" aria-hidden="true" className="size-6">
    <path d="M0 -11 L4 0 L0 -2.5 L-4 0 Z" fill="currentColor" />
    <text y="10" textAnchor="middle" fontSize="9" fontWeight="700" fill="currentColor">
      N
    </text>
  </svg>
)
