// Version 2.1 of the standard: the fields that we send.
import { z } from 'zod'
import { timestamp } from '../endpoint.ts'

export const brapiSeason = z.object({ seasonDbId: z.string(), seasonName: z.string(), year: z.int() })
export const brapiLevel = z.object({ levelName: z.string(), levelOrder: z.int(), levelCode: z.string() })
const place = z.object({ type: z.literal('Feature'), geometry: z.object({ type: z.string(), coordinates: z.any() }) })
export const brapiReference = z.object({ referenceId: z.string(), referenceSource: z.string() })
const texts = z.record(z.string(), z.string())

export const brapiProgram = z.object({ programDbId: z.string(), programName: z.string() })

export const brapiTrial = z.object({
  trialDbId: z.string(),
  trialName: z.string(),
  active: z.boolean(),
  startDate: z.iso.date().optional(),
  ...brapiProgram.shape,
})

export const brapiStudy = z.object({
  studyDbId: z.string(),
  studyName: z.string(),
  studyType: z.literal('Field trial'),
  active: z.boolean(),
  commonCropName: z.string().optional(),
  seasons: z.array(z.string()),
  startDate: timestamp.optional(),
  trialDbId: z.string(),
  trialName: z.string(),
  locationDbId: z.string(),
  locationName: z.string(),
  observationVariableDbIds: z.array(z.string()),
  externalReferences: z.array(brapiReference),
})

export const brapiObservation = z.object({
  observationDbId: z.string(),
  observationUnitDbId: z.string(),
  observationUnitName: z.string(),
  observationVariableDbId: z.string(),
  observationVariableName: z.string(),
  observationTimeStamp: timestamp.optional().meta({ description: 'Left out where no date is known' }),
  studyDbId: z.string(),
  season: brapiSeason,
  germplasmDbId: z.string().optional(),
  germplasmName: z.string().optional(),
  collector: z.string(),
  value: z.string().optional().meta({ description: 'Left out where nothing could be measured' }),
  additionalInfo: texts,
  externalReferences: z
    .array(brapiReference)
    .optional()
    .meta({ description: 'In the answer to who sent it: as it was sent. They aren’t kept' }),
})

export const brapiUnit = z.object({
  observationUnitDbId: z.string(),
  observationUnitName: z.string(),
  observationUnitPUI: z.string(),
  ...brapiProgram.shape,
  trialDbId: z.string(),
  trialName: z.string(),
  studyDbId: z.string(),
  studyName: z.string(),
  locationDbId: z.string(),
  locationName: z.string(),
  germplasmDbId: z.string().optional(),
  germplasmName: z.string().optional(),
  observationUnitPosition: z.object({
    observationLevel: brapiLevel,
    observationLevelRelationships: z.array(brapiLevel),
    entryType: z.enum(['CHECK', 'TEST', 'FILLER']).optional(),
    positionCoordinateX: z.string().optional(),
    positionCoordinateXType: z.literal('GRID_COL').optional(),
    positionCoordinateY: z.string().optional(),
    positionCoordinateYType: z.literal('GRID_ROW').optional(),
    geoCoordinates: place.optional(),
  }),
  treatments: z.array(z.object({ factor: z.string(), modality: z.string() })),
  additionalInfo: texts,
  externalReferences: z.array(brapiReference),
  observations: z
    .array(brapiObservation)
    .optional()
    .meta({ description: 'Of a plot, with includeObservations; a page has fewer plots then' }),
})

export const brapiTrait = z.object({
  traitDbId: z.string(),
  traitName: z.string(),
  traitClass: z.string(),
  entity: z.enum(['canopy', 'plot']),
})

export const brapiMethod = z.object({
  methodDbId: z.string(),
  methodName: z.string(),
  methodClass: z.enum(['Measurement', 'Observation', 'Computation']),
  formula: z.string().optional(),
  bibliographicalReference: z.string().optional(),
})

export const brapiScale = z.object({
  scaleDbId: z.string(),
  scaleName: z.string(),
  dataType: z.enum(['Numerical', 'Date', 'Text']),
  units: z.string().optional(),
})

export const brapiVariable = z.object({
  observationVariableDbId: z.string(),
  observationVariableName: z.string(),
  synonyms: z.array(z.string()).optional().meta({ description: 'What the account calls it' }),
  commonCropName: z.string().optional(),
  trait: brapiTrait,
  method: brapiMethod,
  scale: brapiScale,
})

export const brapiLocation = z.object({
  locationDbId: z.string(),
  locationName: z.string(),
  locationType: z.literal('Field'),
  instituteName: z.string(),
  coordinates: place.optional(),
})

export const brapiGermplasm = z.object({
  germplasmDbId: z.string(),
  germplasmName: z.string(),
  germplasmPUI: z.string(),
  defaultDisplayName: z.string(),
  commonCropName: z.string().optional(),
})

export const brapiEvent = z.object({
  eventDbId: z.string(),
  eventType: z.enum(['Planting', 'Drone flight']),
  eventDescription: z.string(),
  studyDbId: z.string(),
  studyName: z.string(),
  eventDateRange: z.object({ discreteDates: z.array(timestamp) }),
})

export const brapiImage = z.object({
  imageDbId: z.string(),
  imageName: z.string(),
  imageFileName: z.string(),
  imageTimeStamp: z.iso.datetime({ offset: true }).optional(),
  imageURL: z.string().optional().meta({ description: 'Of a photo of a plot that has come: GET it with the token' }),
  imageFileSize: z.int().optional(),
  imageWidth: z.int().optional(),
  imageHeight: z.int().optional(),
  mimeType: z.literal('image/webp'),
  observationUnitDbId: z.string().optional().meta({ description: 'Of a photo of a plot' }),
  imageLocation: place.optional(),
  additionalInfo: texts,
})
