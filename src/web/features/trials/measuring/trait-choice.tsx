import { displayName } from '#domain/display-names.ts'
import { CANOPY_TRAITS } from '#imagery/traits/catalogue/canopy-traits.ts'
import { TRAITS } from '#imagery/traits/catalogue/catalogue.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import type { Formula } from '../formulas/formula-queries.ts'

const COLOURS: readonly string[] = ['red', 'green', 'blue']
const isOfColours = ({ needs }: (typeof TRAITS)[number]): boolean => needs.every((band) => COLOURS.includes(band))

const GROUPS = [
  { title: 'Canopy', traits: CANOPY_TRAITS.map(({ id, name }) => ({ id, label: name })) },
  { title: 'Indices of red, green and blue', traits: labelled(TRAITS.filter(isOfColours)) },
  { title: 'Indices with near infrared or red edge', traits: labelled(TRAITS.filter((trait) => !isOfColours(trait))) },
]

type TraitChoiceProps = {
  /** Of the trial. */
  formulas: readonly Formula[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** As a box of its own, so that a checkbox doesn't begin 'vNDVI' with a capital letter. */
const Label = ({ text }: { text: string }) => <span className="inline-block">{text}</span>

/** Which traits are measured. What the bands of a map don't allow is left out, and said with the values. */
export const TraitChoice = ({ formulas, chosen, onChange }: TraitChoiceProps) => (
  <div className="flex flex-col gap-4">
    {[...GROUPS, ...ownGroup(formulas, chosen)].map(({ title, traits }) => (
      <fieldset key={title}>
        <legend className="text-sm font-semibold">{title}</legend>
        <div className="grid gap-x-6 @md:grid-cols-2 @3xl:grid-cols-3">
          {traits.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={<Label text={label} />}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
          ))}
        </div>
      </fieldset>
    ))}
  </div>
)

const OF_CATALOGUE: ReadonlySet<string> = new Set(GROUPS.flatMap(({ traits }) => traits.map(({ id }) => id)))

/** One that was chosen and deleted meanwhile is there to be taken out. */
function ownGroup(formulas: readonly Formula[], chosen: readonly string[]) {
  const own = formulas.flatMap(({ trait, name }) => (trait === null ? [] : [{ id: trait, name: displayName(name) }]))
  const gone = chosen.filter((id) => !OF_CATALOGUE.has(id) && !own.some((one) => one.id === id))
  const traits = labelled([...own, ...gone.map((id) => ({ id, name: 'its formula was deleted' }))])
  return traits.length === 0 ? [] : [{ title: 'Own formulas', traits }]
}

function labelled(traits: readonly { id: string; name: string }[]) {
  return traits
    .map(({ id, name }) => ({ id, label: `${id}: ${name}` }))
    .toSorted((one, other) => one.id.localeCompare(other.id, 'en'))
}
