import { describe, expect, it } from 'vitest'
import type { TimelineEvent } from '#contract/analyses.ts'
import { statusSteps } from './status-steps.ts'

const event = (kind: TimelineEvent['event'], status: TimelineEvent['status'], message: string | null = null) => ({
  time: '2026-08-15T09:12:00.000Z',
  event: kind,
  status,
  message,
})
const titles = (...events: TimelineEvent[]) =>
  statusSteps(events).map(({ title, time }) => (time ? title : `(${title})`))

describe('the timeline of a request', () => {
  it('shows what happened and what is still ahead', () => {
    expect(titles(event('received', 'PENDING'))).toEqual(['Received', '(Under Review)', '(Processed)'])
    expect(titles(event('received', 'PENDING'), event('status', 'UNDER_REVIEW'))).toEqual([
      'Received',
      'Under Review',
      '(Processed)',
    ])
  })

  it('says what is being done, between what happened and what is ahead', () => {
    const processing = { isProcessing: true, since: '2026-08-15T09:20:00.000Z', stage: 'Making maps of the photos' }
    const steps = statusSteps([event('received', 'PENDING'), event('status', 'UNDER_REVIEW')], processing)
    expect(steps.map(({ title, time, stage }) => [title, time !== null, stage])).toEqual([
      ['Received', true, undefined],
      ['Under Review', true, undefined],
      ['Processing', true, 'Making maps of the photos'],
      ['Processed', false, undefined],
    ])
    expect(statusSteps([event('received', 'PENDING')], { ...processing, isProcessing: false })).toHaveLength(3)
  })

  it('ends with the report or the rejection', () => {
    expect(titles(event('received', 'PENDING'), event('report', 'PROCESSED'))).toEqual(['Received', 'Processed'])
    expect(titles(event('received', 'PENDING'), event('status', 'REJECTED'))).toEqual(['Received', 'Rejected'])
  })

  it('distinguishes the first report from later ones', () => {
    const [report] = [event('report', 'PROCESSED')]
    expect(titles(event('received', 'PENDING'), report, report)).toEqual(['Received', 'Processed', 'Report updated'])
  })

  it('keeps the messages of staff in their order', () => {
    const steps = statusSteps([
      event('received', 'PENDING'),
      event('message', 'PENDING', 'Which GCP file?'),
      event('status', 'REJECTED', 'Out of focus.'),
    ])
    expect(steps.map(({ title, message }) => [title, message])).toEqual([
      ['Received', null],
      ['Message', 'Which GCP file?'],
      ['Rejected', 'Out of focus.'],
    ])
  })

  it('has no steps while nothing is known', () => {
    expect(statusSteps([])).toEqual([])
  })
})
