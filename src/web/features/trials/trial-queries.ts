import { queryOptions, useInfiniteQuery, useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { BodyIn, QueryIn } from '#contract/api.ts'
import { fieldBook } from '#contract/field-book.ts'
import { measurements } from '#contract/measurements.ts'
import { type TrialItem, trials } from '#contract/trials.ts'
import { seconds } from '#domain/units.ts'
import { callsOf } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { receiveCsv } from '#web/lib/receive-csv.ts'
import { useChange } from '#web/lib/use-change.ts'

const { call, callForFile } = callsOf({ ...trials, ...measurements, ...fieldBook })

/** Of what a change of a trial may have changed. */
export const TRIALS = ['trials'] as const
export const trialKey = (trialId: string) => [...TRIALS, 'trial', trialId] as const

/** Own ones, for staff those of all customers; or those that other accounts share. */
export const useTrials = ({ shared = false } = {}) =>
  useInfiniteQuery({
    queryKey: [...TRIALS, 'list', shared],
    queryFn: ({ pageParam, signal }) =>
      call('listTrials', {
        query: { ...(shared && { shared: 'true' as const }), ...(pageParam !== '' && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

export const useTrial = (trialId: string) =>
  useQuery({
    queryKey: trialKey(trialId),
    queryFn: async ({ signal }) => (await call('getTrial', { query: { trialId }, signal })).data,
  })

/** A version of the plots never changes. */
export const usePlots = (trialId: string, version: number | null) =>
  useQuery({
    queryKey: ['plots', trialId, version],
    queryFn: async ({ signal }) =>
      (await call('getPlots', { query: { trialId, version: String(version) }, signal })).data,
    enabled: version !== null,
    staleTime: Infinity,
  })

/** What the server makes in its turn: a measurement, an exchange, shifts, a file. */
export const isUnderWay = (state: string | undefined): boolean => state === 'QUEUED' || state === 'RUNNING'

/** Asked for again each second while it is under way. */
export const useMeasurement = (measurementId: string | null) =>
  useQuery({
    queryKey: ['measurement', measurementId],
    queryFn: async ({ signal }) =>
      (await call('getMeasurement', { query: { measurementId: measurementId ?? '' }, signal })).data,
    enabled: measurementId !== null,
    refetchInterval: ({ state: { data } }) => (isUnderWay(data?.state) ? seconds(1) : false),
  })

type Wanted = Pick<QueryIn<'getTraitValues'>, 'measurementId' | 'trait' | 'stat' | 'scope'>

/** One trait on each flight. Values of a measurement that is done never change. */
export const useTraitValues = (wanted: Wanted, flightIds: readonly string[]) =>
  useQueries({
    queries: flightIds.map((flightId) => traitValues(wanted, flightId)),
  })

/** Any traits on any flights. */
export const useValuesOf = (wanted: readonly (Wanted & { flightId: string })[]) =>
  useQueries({ queries: wanted.map(({ flightId, ...one }) => traitValues(one, flightId)) })

/** Lists of them, each loaded as one. */
export const useListsOfValues = (lists: readonly (readonly (Wanted & { flightId: string })[])[]) =>
  useQueries({
    queries: lists.map((list) => ({
      queryKey: ['lists-of-values', list],
      queryFn: () =>
        Promise.all(list.map(({ flightId, ...wanted }) => queryClient.ensureQueryData(traitValues(wanted, flightId)))),
      staleTime: Infinity,
      structuralSharing: false,
    })),
  })

/** So that they are there when they are shown. */
export const loadTraitValues = (wanted: Wanted, flightIds: readonly string[]) =>
  Promise.all(flightIds.map((flightId) => queryClient.ensureQueryData(traitValues(wanted, flightId))))

const traitValues = (wanted: Wanted, flightId: string) =>
  queryOptions({
    queryKey: ['trait-values', wanted, flightId],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await call('getTraitValues', { query: { ...wanted, flightId }, signal })).data,
    staleTime: Infinity,
  })

/** One trait on one flight, a value for each plot; NaN is none. With the stat 'flags' its warnings, as bits. */
export type TraitColumn = { trait: string; flightId: string; stat: string; scope: string; values: Float32Array }

/** All traits on all flights in one call. */
export async function traitColumns(query: QueryIn<'getAllValues'>, signal: AbortSignal): Promise<TraitColumn[]> {
  const bytes = await (await callForFile('getAllValues', { query, signal })).arrayBuffer()
  const length = new DataView(bytes).getUint32(0, true)
  const head = z.array(columnHead).parse(JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))))
  const all = new Float32Array(bytes.slice(4 + length))
  const plots = all.length / Math.max(1, head.length)
  return head.map((column, at) => ({ ...column, values: all.subarray(at * plots, (at + 1) * plots) }))
}

const columnHead = z.object({ trait: z.string(), flightId: z.string(), stat: z.string(), scope: z.string() })

/** Of a measurement with what people have recorded, or only that. */
type TableOf = { measurementId: string } | { trialId: string }

/** The whole long table as a CSV file. */
export const exportTable =
  (of: TableOf) =>
  async (signal: AbortSignal, onRows: (rows: number) => void): Promise<Blob> =>
    receiveCsv(await callForFile('getTraitTable', { query: { ...of, format: 'csv' }, signal }), onRows)

type FileFormat = Exclude<QueryIn<'getTraitTable'>['format'], 'json' | 'csv' | undefined>

type FileChoice = Omit<QueryIn<'getTraitTable'>, 'measurementId' | 'trialId' | 'format'>

/** What people have recorded and one statistic of each trait, as a file of another kind. */
export const downloadTable =
  (of: TableOf & FileChoice, format: FileFormat) =>
  async (signal: AbortSignal): Promise<Blob> =>
    (await callForFile('getTraitTable', { query: { ...of, format }, signal })).blob()

export const useCreateTrial = () => useChange(TRIALS, (body: BodyIn<'createTrial'>) => call('createTrial', { body }))

export const useChangeTrial = () => useChange(TRIALS, (body: BodyIn<'changeTrial'>) => call('changeTrial', { body }))

export const useSavePlots = () => useChange(TRIALS, (body: BodyIn<'savePlots'>) => call('savePlots', { body }))

/** Saves what `change` makes of a version of the plots, in the coordinates in which they came, so that none moves. */
export const useChangePlots = () =>
  useChange(TRIALS, async ({ trialId, version, seen = version, change, keepsLayout }: PlotsChange) => {
    const query = { trialId, version: String(version), coordinates: 'saved' } as const
    const { data } = await call('getPlots', { query })
    const body = { trialId, geojson: change(data.geojson), seen }
    return call('savePlots', { body: keepsLayout && data.layout ? { ...body, layout: data.layout } : body })
  })

type PlotsChange = {
  trialId: string
  version: number
  /** The newest version, of which a person knows; this one, where nothing else is said. */
  seen?: number | undefined
  change: (geojson: object) => BodyIn<'savePlots'>['geojson']
  /** Plots keep their ids and places, so that their layout can be edited on. */
  keepsLayout: boolean
}

export const useSaveTemperatures = () =>
  useChange(TRIALS, (body: BodyIn<'saveTemperatures'>) => call('saveTemperatures', { body }))

export const useStartMeasurement = () =>
  useChange(TRIALS, (body: BodyIn<'startMeasurement'>) => call('startMeasurement', { body }))

export const useCancelMeasurement = () =>
  useMutation({
    mutationFn: (measurementId: string) => call('cancelMeasurement', { body: { measurementId } }),
    onSettled: (_reply, _error, measurementId) =>
      Promise.all(
        [['measurement', measurementId], TRIALS].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  })

export const useDeleteMeasurement = () =>
  useMutation({
    mutationFn: (measurementId: string) => call('deleteMeasurement', { query: { measurementId } }),
    // Not waited for: what asked is gone once the trial is loaded without it.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: TRIALS }),
  })

export type Trial = TrialItem
