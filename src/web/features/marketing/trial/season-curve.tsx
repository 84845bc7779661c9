type Stage = { name: string; text: string; at: number }

const STAGES: readonly Stage[] = [
  {
    name: 'Before sowing',
    text: 'Zones that stay weak or strong for several years: the best places for soil samples.',
    at: 60,
  },
  { name: 'Emergence', text: 'Gaps and late corners, while there is still time to resow.', at: 200 },
  {
    name: 'Canopy closing',
    text: 'Where the crop has taken up nitrogen, and where more would be wasted.',
    at: 400,
  },
  { name: 'Flowering', text: 'Drought and disease start in patches. The map shows where to walk first.', at: 620 },
  { name: 'Ripening', text: 'Which field is ready first, and which parts lag behind.', at: 860 },
]

const EXPECTED = 'M0 226C120 222 180 216 240 186C330 138 370 66 470 52C600 36 690 38 760 66C850 104 890 168 1000 204'
const BAND = `${EXPECTED}V240C890 206 850 146 760 106C690 78 600 78 470 94C370 106 330 176 240 216C180 236 120 240 0 242Z`
const FIELD =
  'M0 232C120 230 180 226 240 204C330 164 380 96 470 76C540 62 580 66 620 104C680 158 740 150 790 164C870 188 900 206 1000 222'

/** The index of a field through the season, compared with the expected curve, with notes for each stage. */
export const SeasonCurve = () => (
  <figure>
    <svg viewBox="0 0 1000 270" aria-hidden preserveAspectRatio="none" className="h-44 w-full md:h-72">
      <path d={BAND} className="fill-ramp-4/35" />
      {STAGES.map(({ name, at }) => (
        <path
          key={name}
          d={`M${at} 12V258`}
          className="stroke-line-strong"
          strokeDasharray="2 6"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <path d={FIELD} fill="none" className="stroke-action" strokeWidth={3} vectorEffect="non-scaling-stroke" />
      <path d="M0 258H1000" className="stroke-line-strong" vectorEffect="non-scaling-stroke" />
    </svg>
    <figcaption className="mt-3 flex flex-wrap gap-x-8 gap-y-1 text-sm text-muted">
      <span className="inline-flex items-center gap-2">
        <span aria-hidden className="h-3 w-7 bg-ramp-4/50" /> expected course
      </span>
      <span className="inline-flex items-center gap-2">
        <span aria-hidden className="h-[3px] w-7 bg-action" /> one synthetic field: it falls behind at flowering
      </span>
    </figcaption>
    <ol className="mt-8 grid gap-x-6 gap-y-6 sm:grid-cols-2 lg:grid-cols-5">
      {STAGES.map(({ name, text }) => (
        <li key={name} className="border-t-2 border-ink pt-3">
          <h3 className="font-display text-lg font-semibold">{name}</h3>
          <p className="mt-1 leading-relaxed text-muted">{text}</p>
        </li>
      ))}
    </ol>
  </figure>
)
