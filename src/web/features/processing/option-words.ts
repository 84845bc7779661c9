import { type EngineOption, valuesOf } from '#domain/engine-options.ts'

/** More than these are counted. */
const NAMED_MAX = 8

/** 'a whole number from 1 to 14, default 11' */
export function optionFacts(option: EngineOption): string {
  const { value } = option
  const isSwitch = option.type === 'bool'
  const standard = isSwitch ? switchText(value) : value
  return [isSwitch ? 'yes or no' : valuesText(option), standard === '' ? 'no default' : `default ${standard}`].join(
    ', ',
  )
}

const valuesText = (option: EngineOption): string =>
  typeof option.domain !== 'string' && option.domain.length > NAMED_MAX
    ? `one of ${option.domain.length} values`
    : valuesOf(option)

/** Of an option that is on or off. */
export const switchText = (value: string): string => (value === 'true' || value === '1' ? 'yes' : 'no')

/** What people most likely choose an option for: the other way than it is, or something near the default. */
export const firstValue = ({ type, value }: EngineOption): string =>
  type === 'bool' ? String(switchText(value) === 'no') : value

/** Those with all the words in their name or help. */
export function findOptions<Option extends EngineOption>(options: readonly Option[], typed: string): Option[] {
  const words = typed.toLowerCase().split(/\s+/)
  return options.filter(({ name, help }) => {
    const text = `${name} ${help}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
