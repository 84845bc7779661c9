import { expect, test } from 'vitest'
import { foundCommands } from './found-commands.ts'

const command = (group: string, title: string) => ({ group, title, run: () => undefined })
const COMMANDS = [
  command('Trait', 'Canopy cover'),
  command('Plot', 'LAM18-0101'),
  command('Plot', 'LAM18-0102'),
  command('Date', '2018-08-15'),
]
const titles = (text: string) => foundCommands(COMMANDS, text).map(({ title }) => title)

test('all words are found in the group and the title, wherever they stand', () => {
  expect(titles('0102 plot')).toEqual(['LAM18-0102'])
  expect(titles('cover')).toEqual(['Canopy cover'])
  expect(titles('plot cover')).toEqual([])
})

test('titles that begin with what was typed come first', () => {
  const both = [command('Plot', 'B7'), command('Plot', '7B')]
  expect(foundCommands(both, '7').map(({ title }) => title)).toEqual(['7B', 'B7'])
})

test('without a word, some of each group are offered', () => {
  const many = Array.from({ length: 500 }, (_, at) => command('Plot', String(at)))
  expect(foundCommands([...many, ...COMMANDS], '').filter(({ group }) => group === 'Plot')).toHaveLength(6)
  expect(foundCommands(many, 'plot')).toHaveLength(40)
})
