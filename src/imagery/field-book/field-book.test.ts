import { expect, test } from 'vitest'
import type { ValueType } from '#domain/trials.ts'
import { traitFile } from './trait-file.ts'
import { fieldBookId, plotIdsByFieldBookId } from './unique-ids.ts'

const score = (name: string, type: ValueType = 'number') => ({ name, unit: null, type })
const TRIAL = '3f9a2c1b-0000-4000-8000-000000000000'

test('ids of plots differ from those of other trials, have no slash, and lead back to the plots', () => {
  const plots = ['101', '1/2', '1\\2', '1%2F2', '=1', 'Zeile 4'].map((plotId) => ({ plotId }))
  const ids = plots.map(({ plotId }) => fieldBookId(plotId, TRIAL))
  expect(ids[0]).toBe('101_sf3f9a2c1b')
  expect(ids.filter((id) => /[/\\]|^=/.test(id))).toEqual([])
  const found = plotIdsByFieldBookId(plots, TRIAL)
  expect(ids.map((id) => found.get(id))).toEqual(plots.map(({ plotId }) => plotId))
  expect(found.get(fieldBookId('101', '4f9a2c1b'))).toBeUndefined()
})

test('traits have the columns of the app in its order, one for each name, without characters that it refuses', () => {
  const traits = [
    { ...score('Yield'), unit: 'kg/ha' },
    score('Vigour "1/9"', 'text'),
    score('Yield'),
    score('"'),
    score('Maturity', 'date'),
  ]
  expect(traitFile(traits)).toBe(
    'trait,format,defaultValue,minimum,maximum,details,categories,isVisible,realPosition\r\n' +
      'Yield,numeric,,,,kg/ha,,true,1\r\n' +
      'Vigour 1 9,text,,,,,,true,2\r\n' +
      'Maturity,date,,,,,,true,3\r\n',
  )
})
