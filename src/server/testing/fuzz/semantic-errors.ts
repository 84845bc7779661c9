import type { EndpointName } from '#contract/api.ts'

const TIMES = /^The start must not be later than the end$/
const LOST_PAGE =
  /^(This page can no longer be found\. Load the list again|Pages have numbers up to row 10,000\. Continue with `after`)\.$/
const HIDDEN = /^(Full name|Organisation) must not contain invisible characters$/
const WRONG_CODE = /^This code is not correct or has expired/
const FILE_NAME = /^(The file name |The file has no name)/
const PARTS = /^(Parts? |The ETag of part |\d+ bytes arrived, but |The file is empty$)/
const WEAK = /^(This password is too common|The password must not be made of )/
const NOT_THE_PASSWORD = /^This is not your current password$/
const NOT_THE_CODE = /^This code is wrong or was already used/
const TWO_UPLOADS = /^These are the ids of two different uploads$/
const NOT_OFFERED = /^(You get no emails about this topic|Choose AT_ONCE or OFF)$/
const NOT_STAFF = /^Choose an approved member of staff$/
const NO_CUSTOMER = /^Choose the customer of this trial$/
const NO_TRAIT = /^There is no trait \w+$/
const NO_PRESET = /^This engine does not have this preset$/
const NO_PLOTS = /^There is no plot in this file\.$/
const NOT_A_NAME =
  /^(A letter, then letters, digits and _ only$|Names that begin with canopy |\w+ is taken\. Choose another one\.$)/
const NOT_A_FORMULA =
  /^(At character \d+: |It needs a (band|column in brackets), such as |A formula reads at most 10 columns$)/
const OF_WHAT = /^Say of what: /
const NO_TABLE = /^Name a measurement, or a trial$/
const NO_WORKBOOK = /^Only the formats xlsx and means take /
const TWO_TEMPERATURES = /^(The upper limit must be above the base temperature|A day has two temperatures)/
const TOO_MANY_PARTS = /^A file has at most 10000 parts$/

const NO_LAST_DAY = /^(Choose a day that is not over|A link lasts a year at most)$/

const NO_DATE = /(^|: )This is not a date$/
const NO_SCORE = /(is no plot of this study$| takes no scores: | is not a (number|date) )/
const NO_PHOTO = /(is no plot of this study|This photo has no name)$/
const NO_OUTLINE = / has no outline: /
const NO_TOKEN = /^Name an API token of your own /

const NO_DATABASE = /: (This address is of a private network|There is no such host|It )|^Give the address only/

/** Messages of 400 responses to calls that match the schema but have a semantic error. */
const SEMANTIC_ERRORS: Partial<Record<EndpointName, readonly RegExp[]>> = {
  listUsers: [LOST_PAGE],
  searchUsers: [LOST_PAGE, TIMES],
  exportUsers: [TIMES],
  listAllAnalyses: [LOST_PAGE, TIMES],
  exportAnalyses: [TIMES],
  countAnalyses: [TIMES],
  assignAnalysis: [NOT_STAFF],
  listMyAnalyses: [LOST_PAGE],
  listActivity: [LOST_PAGE],
  listUndeliveredEmails: [LOST_PAGE],
  listNotices: [LOST_PAGE],
  changeEmailSetting: [NOT_OFFERED],
  startRun: [NO_PRESET],
  restartRun: [NO_PRESET],
  confirmUser: [WRONG_CODE],
  register: [WEAK, HIDDEN],
  changeName: [HIDDEN],
  confirmForgotPassword: [WRONG_CODE, WEAK],
  changePassword: [NOT_THE_PASSWORD, WEAK],
  startSecondFactor: [NOT_THE_PASSWORD],
  confirmSecondFactor: [NOT_THE_CODE],
  renewRecoveryCodes: [NOT_THE_PASSWORD, NOT_THE_CODE],
  stopSecondFactor: [NOT_THE_PASSWORD, NOT_THE_CODE],
  listTrials: [LOST_PAGE],
  createTrial: [NO_CUSTOMER],
  makeLink: [NO_LAST_DAY],
  listMaps: [OF_WHAT],
  savePlots: [NO_PLOTS],
  startMeasurement: [NO_TRAIT],
  getTraitTable: [NO_TABLE, NO_WORKBOOK],
  saveFormula: [NOT_A_NAME, NOT_A_FORMULA],
  saveTemperatures: [TWO_TEMPERATURES],
  startUpload: [FILE_NAME, TOO_MANY_PARTS],
  startReportUpload: [FILE_NAME, TOO_MANY_PARTS],
  completeUpload: [PARTS, TWO_UPLOADS],
  resumeUpload: [TWO_UPLOADS],
  cancelUpload: [TWO_UPLOADS],
  confirmContent: [TWO_UPLOADS],
  completeReportUpload: [PARTS, TWO_UPLOADS],
  resumeReportUpload: [TWO_UPLOADS],
  cancelReportUpload: [TWO_UPLOADS],
  confirmReportContent: [TWO_UPLOADS],
  startMapUpload: [FILE_NAME, TOO_MANY_PARTS],
  completeMapUpload: [PARTS, TWO_UPLOADS],
  resumeMapUpload: [TWO_UPLOADS],
  cancelMapUpload: [TWO_UPLOADS],
  confirmMapContent: [TWO_UPLOADS],
  uploadReportByForm: [FILE_NAME],
  findStudies: [NO_DATABASE],
  connectStudy: [NO_DATABASE],
  saveTraitNames: [/ is named twice$/],
  makeToken: [NO_LAST_DAY],
  getTrialAddresses: [NO_TOKEN],
  brapiMakeUnits: [NO_OUTLINE],
  brapiMakeStudies: [NO_DATE, /^Name the trial, whose customer/],
  brapiMakeObservations: [NO_DATE, NO_SCORE],
  brapiChangeObservations: [NO_DATE, NO_SCORE],
  brapiChangeObservation: [NO_DATE, NO_SCORE],
  brapiMakeImages: [NO_DATE, NO_PHOTO],
  brapiChangeImage: [NO_DATE],
  brapiSaveImageContent: [/^This is no picture /],
}

export const isSemanticError = (name: EndpointName, message: string): boolean =>
  SEMANTIC_ERRORS[name]?.some((meaning) => meaning.test(message)) ?? false
