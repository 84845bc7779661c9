import { randomUUID } from 'node:crypto'
import type { EndpointName } from '#contract/api.ts'
import { days } from '#domain/units.ts'
import { ownVariableIdOf } from '#server/features/trials/variable-ids.ts'
import type { Fixture, Kind } from './fixtures.ts'
import { ONE_PIXEL } from './one-pixel.ts'
import { EXAMPLE_PLOTS } from './trials.ts'
import { PASSWORD, type TestUser } from './users.ts'

type Sent = { query?: Record<string, string>; body?: unknown; form?: Record<string, string | Blob> }

/** A call that succeeds when its caller may make it. `about` is what it takes an object to be made of. */
export type ExampleCall = { about?: Kind; send: (fixture: Fixture, caller: TestUser) => Sent }

const plain = (sent: Sent = {}): ExampleCall => ({ send: () => sent })
const about = (kind: Kind, send: ExampleCall['send']): ExampleCall => ({ about: kind, send })

const requestOf = ({ id }: Fixture) => ({ analysisRequestId: id })
const uploadOf = ({ id, uploadId }: Fixture) => ({ uploadId, analysisRequestId: id })
const maskOf = (id: string) => ({ measurementId: id, trialFlightId: id, kind: 'mask' })
const tomorrow = () => new Date(Date.now() + days(1)).toISOString().slice(0, 10)
const email = () => `${randomUUID()}@example.org`
const archive = { description: '', projectType: 'Soybean_Trial', totalChunks: 1, reportCategories: ['orthomosaic'] }
const map = { projectType: 'Soybean_Trial', totalChunks: 1, fileSize: 10 }
const ownUploadOf = ({ id, uploadId }: Fixture) => ({ uploadId, fileId: id })
const digest = '0'.repeat(64)
/** A plot that each trial has. */
const BRAPI_UNIT = {
  observationUnitName: '101',
  observationUnitPosition: { geoCoordinates: { geometry: { type: 'Polygon', coordinates: [] } } },
}
/** The variable of the own column of each trial. */
const SCORE = ownVariableIdOf({ name: 'Score', unit: null })

/** One for each call of the contract. */
export const EXAMPLE_CALLS = {
  logIn: { send: (_thing, caller) => ({ body: { email: caller.email, password: PASSWORD } }) },
  refreshSession: { send: (_thing, { refreshToken }) => ({ body: { refreshToken } }) },
  getSignOn: plain(),
  startSignOn: plain(),
  finishSignOn: plain({ body: { ticket: 'of nobody', answer: 'code=1' } }),
  logOut: plain({ body: { refreshToken: 'of no session' } }),
  register: { send: () => ({ body: { email: email(), fullName: 'New Person', password: PASSWORD } }) },
  confirmUser: { send: () => ({ body: { email: email(), confirmationCode: '123456' } }) },
  resendCode: { send: () => ({ body: { email: email() } }) },
  forgotPassword: { send: () => ({ query: { email: email() } }) },
  confirmForgotPassword: {
    send: () => ({ body: { email: email(), verificationCode: '123456', newPassword: PASSWORD } }),
  },
  sendMessage: plain({ body: { name: 'Ann', email: 'ann@example.org', message: 'Do you fly over orchards?' } }),

  getProfile: plain(),
  changeName: plain({ body: { fullName: 'Another Name' } }),
  changePassword: plain({ body: { currentPassword: PASSWORD, newPassword: PASSWORD } }),
  listSessions: plain(),
  endSession: about('session', ({ id }) => ({ query: { sessionId: id } })),
  endOtherSessions: plain(),
  getSecondFactor: plain(),
  startSecondFactor: plain({ body: { currentPassword: PASSWORD } }),
  confirmSecondFactor: plain({ body: { code: '123456' } }),
  renewRecoveryCodes: plain({ body: { currentPassword: PASSWORD, code: '123456' } }),
  stopSecondFactor: plain({ body: { currentPassword: PASSWORD, code: '123456' } }),

  getOfferedTrial: plain({ query: { code: 'of no offer' } }),
  openLink: plain({ body: { code: 'of no link' } }),
  getInvitation: plain({ query: { code: 'of no invitation' } }),
  getAccount: plain(),
  inviteMember: { send: () => ({ body: { email: email(), role: 'viewer' } }) },
  withdrawInvitation: about('invitation', ({ id }) => ({ query: { invitationId: id } })),
  acceptInvitation: about('invited', ({ id }) => ({ body: { code: id } })),
  changeMember: about('member', ({ id }) => ({ body: { userId: id, role: 'editor' } })),
  removeMember: about('member', ({ id }) => ({ query: { userId: id } })),
  switchAccount: about('account', ({ id }) => ({ body: { accountId: id } })),

  getTrialAddresses: about('trial', ({ id }) => ({ query: { trialId: id } })),
  makeWebhook: plain({ body: { url: 'https://station.example/hook', events: ['report.published'] } }),
  listWebhooks: plain(),
  removeWebhook: about('webhook', ({ id }) => ({ query: { webhookId: id } })),
  testWebhook: about('webhook', ({ id }) => ({ body: { webhookId: id } })),
  listDeliveries: about('webhook', ({ id }) => ({ query: { webhookId: id } })),

  makeToken: plain({ body: { name: 'Nightly job', scopes: ['read'] } }),
  listTokens: plain(),
  revokeToken: about('apiToken', ({ id }) => ({ query: { tokenId: id } })),

  getDeletionContents: about('spareRequest', ({ id }) => ({ query: { kind: 'request', id } })),
  listDeletions: plain(),
  deleteSubject: about('spareRequest', ({ id }) => ({ query: { kind: 'request', id } })),
  restoreSubject: about('spareRequest', ({ id }) => ({ body: { kind: 'request', id } })),
  deleteRequest: about('spareRequest', (request) => ({ query: requestOf(request) })),
  restoreRequest: about('spareRequest', (request) => ({ body: requestOf(request) })),
  deleteMyRequest: about('spareRequest', (request) => ({ query: requestOf(request) })),
  restoreMyRequest: about('spareRequest', (request) => ({ body: requestOf(request) })),
  getMyData: plain(),
  deleteMyAccount: plain(),
  restoreMyAccount: plain(),
  getArchivesKept: plain(),
  setArchivesKept: plain({ body: { days: 90 } }),
  setLegalHold: about('user', ({ id }) => ({ body: { userId: id, reason: 'A court asked for it' } })),

  brapiMakeStudies: plain({ body: [{ studyName: 'Of a breeding database' }] }),
  brapiMakeVariables: plain({ body: [{ observationVariableName: 'Lodging' }] }),
  brapiMakeUnits: about('trial', ({ id }) => ({ body: [{ ...BRAPI_UNIT, studyDbId: id }] })),
  brapiMakeObservations: about('trial', ({ id }) => ({
    body: [{ observationUnitDbId: `${id}:101`, observationVariableDbId: SCORE, value: '3' }],
  })),
  brapiChangeObservations: about('trialColumn', ({ id }) => ({ body: { [`${id}:${SCORE}:101`]: { value: '4' } } })),
  brapiChangeObservation: about('trialColumn', ({ id }) => ({
    query: { observationDbId: `${id}:${SCORE}:101` },
    body: { value: '4' },
  })),
  brapiMakeImages: about('trial', ({ id }) => ({
    body: [{ observationUnitDbId: `${id}:101`, imageFileName: 'plot_101.jpg' }],
  })),
  brapiChangeImage: about('trialImage', ({ id }) => ({ query: { imageDbId: id }, body: { imageName: 'Rust' } })),
  brapiSaveImageContent: about('trialImage', ({ id }) => ({ query: { imageDbId: id }, body: ONE_PIXEL })),
  brapiImageContent: about('trialImage', ({ id }) => ({ query: { imageDbId: id } })),
  brapiServerInfo: plain(),
  brapiCommonCropNames: plain(),
  brapiStudyTypes: plain(),
  brapiPrograms: plain(),
  brapiTrials: plain(),
  brapiStudies: plain(),
  brapiSeasons: plain(),
  brapiLocations: plain(),
  brapiGermplasms: plain(),
  brapiObservationLevels: plain(),
  brapiObservationUnits: plain(),
  brapiObservationUnitTable: about('trial', ({ id }) => ({ query: { studyDbId: id } })),
  brapiVariables: plain(),
  brapiTraits: plain(),
  brapiScales: plain(),
  brapiMethods: plain(),
  brapiObservations: about('trial', ({ id }) => ({ query: { studyDbId: id } })),
  brapiObservationTable: about('trial', ({ id }) => ({ query: { studyDbId: id } })),
  brapiImages: about('trial', ({ id }) => ({ query: { studyDbId: id } })),
  brapiEvents: about('trial', ({ id }) => ({ query: { studyDbId: id } })),
  brapiLists: plain(),
  brapiTrial: about('trial', ({ id }) => ({ query: { trialDbId: id } })),
  brapiStudy: about('trial', ({ id }) => ({ query: { studyDbId: id } })),
  brapiLocation: about('trial', ({ id }) => ({ query: { locationDbId: id } })),
  brapiObservationUnit: about('trial', ({ id }) => ({ query: { observationUnitDbId: `${id}:101` } })),
  brapiObservation: about('trialColumn', ({ id }) => ({ query: { observationDbId: `${id}:${SCORE}:101` } })),
  brapiImage: about('trialFlight', ({ id }) => ({ query: { imageDbId: id } })),
  brapiProgram: about('account', ({ id }) => ({ query: { programDbId: id } })),
  brapiSeason: plain({ query: { seasonDbId: '2026' } }),
  brapiVariable: plain({ query: { observationVariableDbId: 'NGRDI_mean' } }),
  brapiTrait: plain({ query: { traitDbId: 'NGRDI' } }),
  brapiScale: plain({ query: { scaleDbId: '%' } }),
  brapiMethod: plain({ query: { methodDbId: 'NGRDI_mean' } }),
  brapiGermplasm: plain({ query: { germplasmDbId: 'of no plot' } }),
  brapiList: plain({ query: { listDbId: 'none' } }),
  brapiSearchPrograms: plain({ body: {} }),
  brapiFoundPrograms: plain({ query: { searchResultsDbId: 'of nobody' } }),
  brapiSearchTrials: plain({ body: {} }),
  brapiFoundTrials: plain({ query: { searchResultsDbId: 'of nobody' } }),
  brapiSearchStudies: plain({ body: {} }),
  brapiFoundStudies: plain({ query: { searchResultsDbId: 'of nobody' } }),
  brapiSearchLocations: plain({ body: {} }),
  brapiFoundLocations: plain({ query: { searchResultsDbId: 'of nobody' } }),
  brapiSearchGermplasm: plain({ body: {} }),
  brapiFoundGermplasm: plain({ query: { searchResultsDbId: 'of nobody' } }),
  brapiSearchObservationUnits: plain({ body: {} }),
  brapiFoundObservationUnits: plain({ query: { searchResultsDbId: 'of nobody' } }),
  brapiSearchVariables: plain({ body: {} }),
  brapiFoundVariables: plain({ query: { searchResultsDbId: 'of nobody' } }),
  brapiSearchObservations: plain({ body: {} }),
  brapiFoundObservations: plain({ query: { searchResultsDbId: 'of nobody' } }),
  brapiSearchImages: plain({ body: {} }),
  brapiFoundImages: plain({ query: { searchResultsDbId: 'of nobody' } }),
  brapiSearchLists: plain({ body: {} }),
  brapiFoundLists: plain({ query: { searchResultsDbId: 'of nobody' } }),

  listUsers: plain(),
  searchUsers: plain({ body: { searchReq: {} } }),
  exportUsers: plain({ body: { searchReq: {} } }),
  verifyUser: about('user', ({ id }) => ({ body: { userId: id, status: 2, projectTypes: [] } })),
  listUserSessions: about('user', ({ id }) => ({ query: { userId: id } })),
  listStaff: plain(),
  getUser: about('user', ({ id }) => ({ query: { userId: id } })),
  countOpenUploads: about('user', ({ id }) => ({ query: { userId: id } })),
  listProjectNames: plain({ query: {} }),
  getUserStorage: about('user', ({ id }) => ({ query: { userId: id } })),
  endUserSessions: about('user', ({ id }) => ({ body: { userId: id } })),
  listActivity: plain(),
  exportActivity: plain(),
  listUndeliveredEmails: plain(),
  retryEmail: about('email', ({ id }) => ({ body: { emailId: id } })),

  listNotices: plain(),
  markNoticesRead: about('notice', ({ id }) => ({ body: { noticeId: id } })),
  getCounts: plain(),
  getEmailSettings: plain(),
  // For customers: staff have other topics.
  changeEmailSetting: plain({ body: { topic: 'report-ready', choice: 'OFF' } }),

  listAllAnalyses: plain(),
  exportAnalyses: plain(),
  countAnalyses: plain(),
  assignAnalysis: about('request', (fixture, { id }) => ({ body: { ...requestOf(fixture), assigneeId: id } })),
  listMyAnalyses: plain(),
  getAnalysis: about('request', (fixture) => ({ query: requestOf(fixture) })),
  getMyAnalysis: about('request', (fixture) => ({ query: requestOf(fixture) })),
  getFileReceipt: about('reportFile', (fixture) => ({
    query: { ...requestOf(fixture), storedName: fixture.fileName || 'a.tif' },
  })),
  changeStatus: about('request', (fixture) => ({ body: { ...requestOf(fixture), fileStatus: 'UNDER_REVIEW' } })),
  getTimeline: about('request', (fixture) => ({ query: requestOf(fixture) })),
  getReport: about('reportFile', (fixture) => ({ query: requestOf(fixture) })),
  openReport: about('reportFile', (fixture) => ({
    body: { ...requestOf(fixture), updatedTime: '2026-07-01T00:00:00.000Z' },
  })),
  getReportTable: about('reportFile', (fixture) => ({
    query: { ...requestOf(fixture), storedName: fixture.fileName || 'a.tif' },
  })),

  getFlight: about('request', (fixture) => ({ query: requestOf(fixture) })),
  listFlightPhotos: about('request', (fixture) => ({ query: requestOf(fixture) })),
  answerFlight: about('request', (fixture) => ({ body: { ...requestOf(fixture), heightMetres: 40 } })),
  // Its archive says nothing, so there is nothing to acknowledge.
  acknowledgeFinding: about('request', (fixture) => ({
    body: { ...requestOf(fixture), check: 'overlap', message: 'Too little', acknowledged: true },
  })),
  listMaps: about('reportFile', (fixture) => ({ query: requestOf(fixture) })),
  startMapUpload: { send: () => ({ body: { ...map, fileName: `${randomUUID()}.tif` } }) },
  completeMapUpload: about('ownUpload', (fixture) => ({ query: ownUploadOf(fixture), body: fixture.parts })),
  resumeMapUpload: about('ownUpload', (fixture) => ({ query: ownUploadOf(fixture) })),
  cancelMapUpload: about('ownUpload', (fixture) => ({ query: ownUploadOf(fixture) })),
  confirmMapContent: about('ownUpload', (fixture) => ({ query: ownUploadOf(fixture), body: { digest } })),
  deleteMap: about('ownFile', ({ id }) => ({ query: { fileId: id } })),
  restoreMap: about('ownFile', ({ id }) => ({ body: { fileId: id } })),
  getBaseMap: plain(),
  describeMap: about('map', ({ id }) => ({ body: { mapId: id, takenOn: '2026-07-01' } })),

  listEngines: plain(),
  listEngineOptions: plain({ query: { engine: 'farm' } }),
  startRun: about('request', (fixture) => ({ body: { ...requestOf(fixture), engine: 'preview' } })),
  listRuns: about('request', (fixture) => ({ query: requestOf(fixture) })),
  getRunLog: about('run', ({ id }) => ({ query: { runId: id } })),
  // Its engine is not set up, and it has no products.
  restartRun: about('run', ({ id }) => ({ body: { runId: id } })),
  attachProducts: about('run', ({ id }) => ({ body: { runId: id } })),
  cancelRun: about('run', ({ id }) => ({ body: { runId: id } })),
  getAutomaticRuns: about('request', (fixture) => ({ query: requestOf(fixture) })),
  setAutomaticRuns: about('request', (fixture) => ({ body: { ...requestOf(fixture), startsPreview: true } })),
  getProcessingProgress: about('request', (fixture) => ({ query: requestOf(fixture) })),

  shareTrial: about('trial', ({ id }) => ({ body: { trialId: id, email: email(), role: 'viewer' } })),
  listTrialShares: about('trial', ({ id }) => ({ query: { trialId: id } })),
  endTrialShare: about('trialShare', ({ id }) => ({ query: { shareId: id } })),
  acceptTrialShare: about('offered', ({ id }) => ({ body: { code: id } })),
  makeLink: about('trial', ({ id }) => ({ body: { subject: { kind: 'trial', id }, endsOn: tomorrow() } })),
  listLinks: plain(),
  endLink: about('link', ({ id }) => ({ query: { linkId: id } })),
  createTrial: plain({ body: { name: 'Field 7, 2026' } }),
  listTrials: plain(),
  getTrial: about('trial', ({ id }) => ({ query: { trialId: id } })),
  changeTrial: about('trial', ({ id }) => ({ body: { trialId: id, crop: 'Soybean' } })),
  deleteTrial: about('trial', ({ id }) => ({ query: { trialId: id } })),
  addTrialFlight: about('trial', ({ id, mapId }) => ({
    body: { trialId: id, takenOn: '2026-07-02', orthomosaicMapId: mapId || 'none' },
  })),
  addTrialFlights: about('trial', ({ id, mapId }) => ({
    body: {
      trialId: id,
      flights: [{ takenOn: '2026-07-03', layers: [{ mapId: mapId || 'none', kind: 'rgb' }] }],
    },
  })),
  changeTrialFlight: about('trialFlight', ({ id }) => ({ body: { flightId: id, takenOn: '2026-07-04' } })),
  removeTrialFlight: about('trialFlight', ({ id }) => ({ query: { trialFlightId: id } })),
  findCrs: plain({ body: { wkt: 'GEOGCS["WGS 84"]' } }),
  suggestMaps: about('trial', ({ id }) => ({ query: { trialId: id } })),
  savePlots: about('trial', ({ id }) => ({ body: { trialId: id, geojson: EXAMPLE_PLOTS } })),
  getPlots: about('trial', ({ id }) => ({ query: { trialId: id } })),
  planMeasurement: about('trial', ({ id }) => ({ query: { trialId: id, mask: 'exg' } })),
  startMeasurement: about('trial', ({ id }) => ({
    body: { trialId: id, bufferMetres: 0, mask: { method: 'exgr' } },
  })),
  getMeasurement: about('measurement', ({ id }) => ({ query: { measurementId: id } })),
  cancelMeasurement: about('measurementWaiting', ({ id }) => ({ body: { measurementId: id } })),
  deleteMeasurement: about('measurement', ({ id }) => ({ query: { measurementId: id } })),
  getTraitValues: about('measurement', ({ id }) => ({
    query: { measurementId: id, flightId: id, trait: 'ExG', stat: 'mean', scope: 'all' },
  })),
  excludePlots: about('trial', ({ id }) => ({ body: { trialId: id, plotIds: ['101'], reason: 'Flooded' } })),
  listExclusions: about('trial', ({ id }) => ({ query: { trialId: id } })),
  saveTemperatures: about('trial', ({ id }) => ({
    body: { trialId: id, temperatures: { base: 10, upper: 30, days: [{ date: '2026-05-01', mean: 14 }] } },
  })),
  saveOwnColumn: about('trial', ({ id }) => ({
    body: { trialId: id, name: 'Yield', unit: 'kg/ha', values: [{ plotId: '101', value: 3200 }] },
  })),
  deleteOwnColumn: about('trialColumn', ({ id }) => ({ query: { columnId: id } })),
  listOwnColumns: about('trial', ({ id }) => ({ query: { trialId: id } })),
  saveFormula: about('trial', ({ id }) => ({
    body: { trialId: id, trait: 'MyIndex', name: 'My index', formula: 'G / R' },
  })),
  deleteFormula: about('trialFormula', ({ id }) => ({ query: { formulaId: id } })),
  listFormulas: about('trial', ({ id }) => ({ query: { trialId: id } })),
  measureShifts: about('trial', ({ id }) => ({ body: { trialId: id } })),
  listShifts: about('trial', ({ id }) => ({ query: { trialId: id } })),
  cancelShifts: about('trial', ({ id }) => ({ body: { trialId: id } })),
  applyShift: about('trialFlight', ({ id }) => ({ body: { trialFlightId: id } })),
  takeBackShift: about('trialFlight', ({ id }) => ({ body: { trialFlightId: id } })),
  getExchange: about('trial', ({ id }) => ({ query: { trialId: id } })),
  findStudies: about('trial', ({ id }) => ({ body: { trialId: id, url: 'http://127.0.0.1/brapi/v2' } })),
  connectStudy: about('trial', ({ id }) => ({
    body: { trialId: id, url: 'http://127.0.0.1/brapi/v2', studyDbId: '1', sendsAfterMeasuring: false },
  })),
  disconnectStudy: about('trial', ({ id }) => ({ query: { trialId: id } })),
  startExchange: about('trial', ({ id }) => ({ body: { trialId: id, direction: 'pull', step: 'compare' } })),
  cancelExchange: about('trial', ({ id }) => ({ body: { trialId: id, direction: 'pull' } })),
  listTraitNames: plain(),
  saveTraitNames: plain({ body: { names: [{ variableId: 'canopyCover_mean', name: 'CO_321:0001' }] } }),
  getAllValues: about('measurement', ({ id }) => ({ query: { measurementId: id } })),
  getTraitTable: about('measurement', ({ id }) => ({ query: { measurementId: id } })),
  makeFlightFile: about('measurement', ({ id }) => ({ body: maskOf(id) })),
  listPlotPhotos: about('trialFlight', ({ id }) => ({ query: { trialFlightId: id, plotId: '1' } })),
  getPlotPhoto: about('trialFlight', ({ id }) => ({
    query: { trialFlightId: id, plotId: '1', photo: 'DJI_0001.JPG' },
  })),
  getFlightFile: about('measurement', ({ id }) => ({ query: maskOf(id) })),
  cancelFlightFile: about('measurement', ({ id }) => ({ body: maskOf(id) })),

  startUpload: about('archive', ({ id, fileName }) => ({
    body: { ...archive, id, fileName: fileName || 'a.zip' },
  })),
  completeUpload: about('archive', (fixture) => ({ query: uploadOf(fixture), body: fixture.parts })),
  resumeUpload: about('archive', (fixture) => ({ query: uploadOf(fixture) })),
  listOpenUploads: plain(),
  getMyStorage: plain(),
  getStorageByProject: plain(),
  cancelUpload: about('archive', (fixture) => ({ query: uploadOf(fixture) })),
  confirmContent: about('archive', (fixture) => ({ query: uploadOf(fixture), body: { digest } })),

  startReportUpload: about('request', ({ id }) => ({ body: { ...archive, id, fileName: 'ortho.tif' } })),
  completeReportUpload: about('reportUpload', (fixture) => ({ query: uploadOf(fixture), body: fixture.parts })),
  resumeReportUpload: about('reportUpload', (fixture) => ({ query: uploadOf(fixture) })),
  cancelReportUpload: about('reportUpload', (fixture) => ({ query: uploadOf(fixture) })),
  confirmReportContent: about('reportUpload', (fixture) => ({ query: uploadOf(fixture), body: { digest } })),
  uploadReportByForm: about('request', (fixture) => ({
    query: requestOf(fixture),
    form: { projectType: 'Soybean_Trial', file: new Blob(['x']) },
  })),
  publishReport: about('reportFile', (fixture) => ({ body: requestOf(fixture) })),
  removeReportFile: about('reportFile', (fixture) => ({
    query: { ...requestOf(fixture), storedName: fixture.fileName || 'a.tif' },
  })),
} satisfies Record<EndpointName, ExampleCall>
