import { describe, expect, it } from 'vitest'
import type { TimelineEvent } from '#contract/analyses.ts'
import { stationsOf } from './stations.ts'

const event = (kind: TimelineEvent['event'], status: TimelineEvent['status'], message: string | null = null) => ({
  time: '2026-08-15T09:12:00.000Z',
  event: kind,
  status,
  message,
})
const told = (...events: TimelineEvent[]) => stationsOf(events).map(({ title, time }) => (time ? title : `(${title})`))

describe('the timeline of a request', () => {
  it('shows what happened and what still lies ahead', () => {
    expect(told(event('received', 'PENDING'))).toEqual(['Received', '(Under Review)', '(Processed)'])
    expect(told(event('received', 'PENDING'), event('status', 'UNDER_REVIEW'))).toEqual([
      'Received',
      'Under Review',
      '(Processed)',
    ])
  })

  it('ends with the report or the refusal', () => {
    expect(told(event('received', 'PENDING'), event('report', 'PROCESSED'))).toEqual(['Received', 'Processed'])
    expect(told(event('received', 'PENDING'), event('status', 'REJECTED'))).toEqual(['Received', 'Rejected'])
  })

  it('tells a first report from a later one', () => {
    const [report] = [event('report', 'PROCESSED')]
    expect(told(event('received', 'PENDING'), report, report)).toEqual(['Received', 'Processed', 'Report updated'])
  })

  it('keeps what staff wrote at the place where they wrote it', () => {
    const stations = stationsOf([
      event('received', 'PENDING'),
      event('message', 'PENDING', 'Which GCP file?'),
      event('status', 'REJECTED', 'Out of focus.'),
    ])
    expect(stations.map(({ title, message }) => [title, message])).toEqual([
      ['Received', null],
      ['Message', 'Which GCP file?'],
      ['Rejected', 'Out of focus.'],
    ])
  })

  it('has no stations while nothing is known', () => {
    expect(stationsOf([])).toEqual([])
  })
})
