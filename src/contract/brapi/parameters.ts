// What clients may ask for, by the names of the standard (version 2.1) in a query. A search has them as lists, under the plural.

const REFERENCES = ['externalReferenceId', 'externalReferenceID', 'externalReferenceSource'] as const
const STUDIES = [
  'commonCropName',
  'programDbId',
  'programName',
  'trialDbId',
  'trialName',
  'studyDbId',
  'studyName',
  'locationDbId',
  'locationName',
  'seasonDbId',
] as const
const GERMPLASM = ['germplasmDbId', 'germplasmName'] as const
const VARIABLES = ['observationVariableDbId', 'observationVariableName', 'observationVariablePUI'] as const
const UNITS = [
  'observationUnitDbId',
  'observationUnitLevelName',
  'observationUnitLevelOrder',
  'observationUnitLevelCode',
  'observationUnitLevelRelationshipName',
  'observationUnitLevelRelationshipOrder',
  'observationUnitLevelRelationshipCode',
  'observationUnitLevelRelationshipDbId',
] as const
const SORTING = ['sortBy', 'sortOrder'] as const
const OF_VARIABLES = [
  'observationVariableDbId',
  'ontologyDbId',
  'commonCropName',
  'programDbId',
  ...REFERENCES,
] as const

export const PARAMETERS = {
  commoncropnames: [],
  studytypes: [],
  programs: [
    ...['commonCropName', 'programDbId', 'programName', 'abbreviation', 'programType'],
    ...['leadPersonDbId', 'leadPersonName', 'objective', ...REFERENCES],
  ],
  trials: [
    ...[...STUDIES, 'active', 'contactDbId', 'trialPUI', 'searchDateRangeStart', 'searchDateRangeEnd'],
    ...[...SORTING, ...REFERENCES],
  ],
  studies: [
    ...[...STUDIES, 'active', 'studyType', 'studyCode', 'studyPUI'],
    ...[...GERMPLASM, ...VARIABLES, ...SORTING, ...REFERENCES],
  ],
  seasons: ['seasonDbId', 'season', 'seasonName', 'year'],
  locations: [
    ...['locationDbId', 'locationName', 'locationType', 'parentLocationDbId', 'parentLocationName', 'commonCropName'],
    ...['programDbId', 'programName', 'abbreviation', 'altitudeMin', 'altitudeMax', 'countryCode', 'countryName'],
    ...['coordinates', 'instituteAddress', 'instituteName', ...REFERENCES],
  ],
  germplasm: [
    ...[...STUDIES, ...GERMPLASM, 'germplasmPUI', 'accessionNumber', 'collection', 'binomialName', 'genus', 'species'],
    ...['synonym', 'parentDbId', 'progenyDbId', 'familyCode', 'instituteCode', ...REFERENCES],
  ],
  observationlevels: ['programDbId', 'trialDbId', 'studyDbId'],
  observationunits: [
    ...[...STUDIES, ...GERMPLASM, ...UNITS, ...VARIABLES, 'observationUnitName', 'includeObservations', ...REFERENCES],
  ],
  variables: [
    ...[...STUDIES, ...VARIABLES, 'traitClass', 'methodDbId', 'methodName', 'methodPUI', 'scaleDbId', 'scaleName'],
    ...['scalePUI', 'traitDbId', 'traitName', 'traitPUI', 'traitEntity', 'traitAttribute', 'dataType', 'ontologyDbId'],
    ...REFERENCES,
  ],
  traits: ['traitDbId', ...OF_VARIABLES],
  scales: ['scaleDbId', ...OF_VARIABLES],
  methods: ['methodDbId', ...OF_VARIABLES],
  observations: [
    ...[...STUDIES, ...GERMPLASM, ...UNITS, ...VARIABLES, 'observationUnitName', 'observationDbId'],
    ...['observationTimeStampRangeStart', 'observationTimeStampRangeEnd', 'observationLevel', ...REFERENCES],
  ],
  images: [
    ...[...STUDIES, 'imageDbId', 'imageName', 'imageFileName', 'observationUnitDbId', 'observationDbId', 'mimeType'],
    ...['descriptiveOntologyTerm', 'imageTimeStampRangeStart', 'imageTimeStampRangeEnd', ...REFERENCES],
  ],
  events: ['studyDbId', 'observationUnitDbId', 'eventDbId', 'eventType', 'dateRangeStart', 'dateRangeEnd'],
  lists: [
    ...[
      'listType',
      'listName',
      'listDbId',
      'listSource',
      'commonCropName',
      'programDbId',
      'programName',
      ...REFERENCES,
    ],
  ],
} as const satisfies Record<string, readonly string[]>
export type Noun = keyof typeof PARAMETERS

/** What a search calls it. */
export const pluralOf = (name: string): string =>
  RANGES.test(name) || name === 'genus' || name === 'species' || name === 'active' ? name : `${name}s`

const RANGES = /(Start|End|Min|Max|By|Order)$/
