import { expect, test } from 'vitest'
import { z } from 'zod'
import { brapi } from './brapi.ts'

type Name = keyof typeof brapi

/** Version 2.1 of the standard, reviewed by hand: what a row must have, and which of the further fields we send. */
const FIELDS: Partial<Record<Name, [required: string[], others: string[]]>> = {
  brapiPrograms: [['programDbId', 'programName'], []],
  brapiTrials: [
    ['trialDbId', 'trialName'],
    ['active', 'programDbId', 'programName', 'startDate'],
  ],
  brapiStudies: [
    ['studyDbId', 'studyName'],
    [
      'active',
      'commonCropName',
      'externalReferences',
      'locationDbId',
      'locationName',
      'observationVariableDbIds',
      'seasons',
      'startDate',
      'studyType',
      'trialDbId',
      'trialName',
    ],
  ],
  brapiSeasons: [['seasonDbId'], ['seasonName', 'year']],
  brapiObservationLevels: [['levelName', 'levelOrder'], []],
  brapiObservationUnits: [
    ['observationUnitDbId', 'observationUnitName'],
    [
      'additionalInfo',
      'externalReferences',
      'germplasmDbId',
      'germplasmName',
      'locationDbId',
      'locationName',
      'observationUnitPUI',
      'observationUnitPosition',
      'observations',
      'programDbId',
      'programName',
      'studyDbId',
      'studyName',
      'treatments',
      'trialDbId',
      'trialName',
    ],
  ],
  brapiVariables: [
    ['observationVariableDbId', 'observationVariableName', 'trait', 'method', 'scale'],
    ['commonCropName', 'synonyms'],
  ],
  brapiObservations: [
    ['observationDbId'],
    [
      'additionalInfo',
      'collector',
      'externalReferences',
      'germplasmDbId',
      'germplasmName',
      'observationTimeStamp',
      'season',
      'value',
      'observationUnitDbId',
      'observationUnitName',
      'observationVariableDbId',
      'observationVariableName',
      'studyDbId',
    ],
  ],
  brapiImages: [
    ['imageDbId'],
    [
      'additionalInfo',
      'imageFileName',
      'imageFileSize',
      'imageHeight',
      'imageLocation',
      'imageName',
      'imageTimeStamp',
      'imageURL',
      'imageWidth',
      'mimeType',
      'observationUnitDbId',
    ],
  ],
}

type Described = { properties: Record<string, Described>; required?: string[]; items: Described }

test.each(Object.entries(FIELDS))('%s sends the fields of the standard, and no others', (name, [required, others]) => {
  const reply = z.toJSONSchema(brapi[name as Name].reply, { unrepresentable: 'any' }) as unknown as Described
  const row = reply.properties['result']?.properties['data']?.items
  expect(Object.keys(row?.properties ?? {}).sort()).toEqual([...required, ...others].sort())
  expect(row?.required).toEqual(expect.arrayContaining(required))
  expect(reply.required).toEqual(['metadata', 'result'])
})

test('parts of a variable have the fields of the standard', () => {
  const reply = z.toJSONSchema(brapi.brapiVariables.reply) as unknown as Described
  const { trait, method, scale } = reply.properties['result']?.properties['data']?.items.properties ?? {}
  const names = (part: Described | undefined) => Object.keys(part?.properties ?? {}).sort()
  expect(names(trait)).toEqual(['entity', 'traitClass', 'traitDbId', 'traitName'])
  expect(names(method)).toEqual(['bibliographicalReference', 'formula', 'methodClass', 'methodDbId', 'methodName'])
  expect(names(scale)).toEqual(['dataType', 'scaleDbId', 'scaleName', 'units'])
})
