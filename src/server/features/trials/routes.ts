import type { Handlers } from '../../handler.ts'
import { changeTrial } from './change-trial.ts'
import { createTrial } from './create-trial.ts'
import { excludePlots } from './exclusions/exclude-plots.ts'
import { listExclusions } from './exclusions/list-exclusions.ts'
import { cancelFlightFile } from './flight-files/cancel-flight-file.ts'
import { getFlightFile } from './flight-files/get-flight-file.ts'
import { makeFlightFile } from './flight-files/make-flight-file.ts'
import { addTrialFlight, addTrialFlights } from './flights/add-flights.ts'
import { changeTrialFlight } from './flights/change-flight.ts'
import { removeTrialFlight } from './flights/remove-flight.ts'
import { suggestMaps } from './flights/suggest-maps.ts'
import { deleteFormula } from './formulas/delete-formula.ts'
import { listFormulas } from './formulas/list-formulas.ts'
import { saveFormula } from './formulas/save-formula.ts'
import { getTrial } from './get-trial.ts'
import { listTrials } from './list-trials.ts'
import { cancelMeasurement } from './measuring/cancel-measurement.ts'
import { deleteMeasurement } from './measuring/delete-measurement.ts'
import { getMeasurement } from './measuring/get-measurement.ts'
import { planMeasurement } from './measuring/plan-measurement.ts'
import { startMeasurement } from './measuring/start-measurement.ts'
import { deleteOwnColumn } from './own-columns/delete-own-column.ts'
import { listOwnColumns } from './own-columns/list-own-columns.ts'
import { saveOwnColumn } from './own-columns/save-own-column.ts'
import { getPlotPhoto } from './plot-photos/get-plot-photo.ts'
import { listPlotPhotos } from './plot-photos/list-plot-photos.ts'
import { findCrs } from './plots/find-crs.ts'
import { getPlots } from './plots/get-plots.ts'
import { savePlots } from './plots/save-plots.ts'
import { getAllValues } from './results/get-all-values.ts'
import { getTraitTable } from './results/get-trait-table.ts'
import { getTraitValues } from './results/get-trait-values.ts'
import { acceptTrialShare } from './sharing/accept-share.ts'
import { endTrialShare } from './sharing/end-share.ts'
import { getOfferedTrial } from './sharing/get-offer.ts'
import { listTrialShares } from './sharing/list-shares.ts'
import { shareTrial } from './sharing/share-trial.ts'
import { cancelShifts } from './shifts/cancel-shifts.ts'
import { applyShift, takeBackShift } from './shifts/change-shift.ts'
import { listShifts } from './shifts/list-shifts.ts'
import { startShifts } from './shifts/start-shifts.ts'
import { saveTemperatures } from './temperatures/save-temperatures.ts'

export const trialHandlers = {
  shareTrial: async ({ deps, caller, body }) => ({ data: await shareTrial(deps, caller, body) }),
  listTrialShares: async ({ deps, caller, query }) => ({ data: await listTrialShares(deps, caller, query) }),
  endTrialShare: ({ deps, caller, query }) => endTrialShare(deps, caller, query),
  getOfferedTrial: async ({ deps, query }) => ({ data: await getOfferedTrial(deps, query) }),
  acceptTrialShare: async ({ deps, caller, body }) => ({ data: await acceptTrialShare(deps, caller, body) }),
  createTrial: async ({ deps, caller, body }) => ({ data: await createTrial(deps, caller, body) }),
  listTrials: ({ deps, caller, query }) => listTrials(deps, caller, query),
  getTrial: async ({ deps, caller, query }) => ({ data: await getTrial(deps, caller, query) }),
  changeTrial: ({ deps, caller, body }) => changeTrial(deps, caller, body),
  saveTemperatures: ({ deps, caller, body }) => saveTemperatures(deps, caller, body),
  addTrialFlight: async ({ deps, caller, body }) => ({ data: await addTrialFlight(deps, caller, body) }),
  addTrialFlights: async ({ deps, caller, body }) => ({ data: await addTrialFlights(deps, caller, body) }),
  changeTrialFlight: async ({ deps, caller, body }) => ({ data: await changeTrialFlight(deps, caller, body) }),
  removeTrialFlight: ({ deps, caller, query }) => removeTrialFlight(deps, caller, query),
  suggestMaps: async ({ deps, caller, query }) => ({ data: await suggestMaps(deps, caller, query) }),
  findCrs: async ({ deps, body, signal }) => ({ data: await findCrs(deps, { ...body, signal }) }),
  savePlots: async ({ deps, caller, bytes, signal }) => ({
    data: await savePlots(deps, caller, { body: bytes, signal }),
  }),
  getPlots: ({ deps, caller, query }) => getPlots(deps, caller, query),
  planMeasurement: async ({ deps, caller, query }) => ({ data: await planMeasurement(deps, caller, query) }),
  startMeasurement: async ({ deps, caller, body }) => ({ data: await startMeasurement(deps, caller, body) }),
  getMeasurement: async ({ deps, caller, query }) => ({ data: await getMeasurement(deps, caller, query) }),
  cancelMeasurement: ({ deps, caller, body }) => cancelMeasurement(deps, caller, body),
  deleteMeasurement: ({ deps, caller, query }) => deleteMeasurement(deps, caller, query),
  getTraitValues: async ({ deps, caller, query }) => ({ data: await getTraitValues(deps, caller, query) }),
  excludePlots: ({ deps, caller, body }) => excludePlots(deps, caller, body),
  listExclusions: async ({ deps, caller, query }) => ({ data: await listExclusions(deps, caller, query) }),
  saveOwnColumn: async ({ deps, caller, body }) => ({ data: await saveOwnColumn(deps, caller, body) }),
  deleteOwnColumn: ({ deps, caller, query }) => deleteOwnColumn(deps, caller, query),
  listOwnColumns: async ({ deps, caller, query }) => ({ data: await listOwnColumns(deps, caller, query) }),
  saveFormula: async ({ deps, caller, body }) => ({ data: await saveFormula(deps, caller, body) }),
  deleteFormula: ({ deps, caller, query }) => deleteFormula(deps, caller, query),
  listFormulas: async ({ deps, caller, query }) => ({ data: await listFormulas(deps, caller, query) }),
  measureShifts: ({ deps, caller, body }) => startShifts(deps, caller, body),
  listShifts: async ({ deps, caller, query }) => ({ data: await listShifts(deps, caller, query) }),
  cancelShifts: ({ deps, caller, body }) => cancelShifts(deps, caller, body),
  applyShift: ({ deps, caller, body }) => applyShift(deps, caller, body),
  takeBackShift: ({ deps, caller, body }) => takeBackShift(deps, caller, body),
  getAllValues: ({ deps, caller, query }) => getAllValues(deps, caller, query),
  makeFlightFile: ({ deps, caller, body }) => makeFlightFile(deps, caller, body),
  getFlightFile: async ({ deps, caller, query }) => ({ data: await getFlightFile(deps, caller, query) }),
  cancelFlightFile: ({ deps, caller, body }) => cancelFlightFile(deps, caller, body),
  listPlotPhotos: async ({ deps, caller, query }) => ({ data: await listPlotPhotos(deps, caller, query) }),
  getPlotPhoto: ({ deps, caller, query, signal }) => getPlotPhoto(deps, caller, { query, signal }),
  getTraitTable: ({ deps, caller, query }) => getTraitTable(deps, caller, query),
} satisfies Partial<Handlers>
