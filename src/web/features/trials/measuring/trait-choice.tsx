import { CANOPY_TRAITS } from '#imagery/traits/catalogue/canopy-traits.ts'
import { TRAITS } from '#imagery/traits/catalogue/catalogue.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

const COLOURS: readonly string[] = ['red', 'green', 'blue']
const isOfColours = ({ needs }: (typeof TRAITS)[number]): boolean => needs.every((band) => COLOURS.includes(band))

const GROUPS = [
  { title: 'Canopy', traits: CANOPY_TRAITS.map(({ id, name }) => ({ id, label: name })) },
  { title: 'Indices of red, green and blue', traits: labelled(TRAITS.filter(isOfColours)) },
  { title: 'Indices with near infrared or red edge', traits: labelled(TRAITS.filter((trait) => !isOfColours(trait))) },
]

type TraitChoiceProps = { chosen: readonly string[]; onChange: (chosen: string[]) => void }

/** As a box of its own, so that a checkbox doesn't begin 'vNDVI' with a capital letter. */
const Label = ({ text }: { text: string }) => <span className="inline-block">{text}</span>

/** Which traits are measured. What the bands of a map don't allow is left out, and said with the values. */
export const TraitChoice = ({ chosen, onChange }: TraitChoiceProps) => (
  <div className="flex flex-col gap-4">
    {GROUPS.map(({ title, traits }) => (
      <fieldset key={title}>
        <legend className="text-sm font-semibold">{title}</legend>
        <div className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
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

function labelled(traits: readonly { id: string; name: string }[]) {
  return traits
    .map(({ id, name }) => ({ id, label: `${id}: ${name}` }))
    .toSorted((one, other) => one.id.localeCompare(other.id, 'en'))
}
