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
      <table className="min-w-xl text-left">
        <thead className="text-xs text-muted">
          <tr>
            {['Tool', 'Name', 'What it computes', 'What is right'].map((title) => (
              <th key={title} scope="col" className="py-1.5 pr-6 font-semibold">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {KNOWN_DIFFERENCES.map(({ tool, name, written, right }) => (
            <tr key={`${tool} ${name}`} className="border-t border-line align-top">
              <td className="py-2 pr-6 text-muted">{tool}</td>
              <th scope="row" className="py-2 pr-6 font-semibold">
                {name}
              </th>
              <td className="py-2 pr-6">{written}</td>
              <td className="py-2">{right}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Disclosure>
)
