import { KNOWN_DIFFERENCES } from '#imagery/comparison/known-differences.ts'
import { Disclosure } from '../workspace/disclosure.tsx'

/** Formulas that other tools have under names that mean something else. */
export const OldNumbersHelp = () => (
  <Disclosure summary="Why do my old numbers differ?">
    <div className="flex flex-col gap-4">
      <p className="max-w-prose">
        Mostly because of the plots (whole or without their edges), the mask of plants, or the map itself. And some
        formulas of other tools aren’t what their names say:
      </p>
      <dl className="flex max-w-prose flex-col divide-y divide-line border-y border-line">
        {KNOWN_DIFFERENCES.map(({ tool, name, written, right }) => (
          <div key={`${tool} ${name}`} className="py-2">
            <dt className="font-semibold">
              {name} <span className="font-normal text-muted">of {tool}</span>
            </dt>
            <dd>It computes: {written}.</dd>
            <dd className="text-muted">{right}</dd>
          </div>
        ))}
      </dl>
    </div>
  </Disclosure>
)
