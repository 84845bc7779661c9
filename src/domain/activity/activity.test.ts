import { describe, expect, it } from 'vitest'
import { changesBetween, changeText, furtherChanges } from './changes.ts'
import { type ActivityEntry, sentenceOf, sentenceText } from './sentences.ts'

const entry = (change: Partial<ActivityEntry>): ActivityEntry => ({
  actor: { fullName: 'Sam Furrow' },
  action: 'user.verified',
  subject: 'user:u1',
  about: 'Ada Meyer',
  before: null,
  after: null,
  ...change,
})
const told = (change: Partial<ActivityEntry>) => sentenceText(entry(change))

describe('the sentence of an entry', () => {
  it('describes decisions of staff about a person', () => {
    const pending = { status: 'PENDING' }
    expect(told({ before: pending, after: { status: 'APPROVED' } })).toBe('Sam Furrow approved Ada Meyer')
    expect(told({ before: pending, after: { status: 'ON_HOLD' } })).toBe('Sam Furrow put Ada Meyer on hold')
    expect(told({ before: { status: 'APPROVED' }, after: { status: 'APPROVED' } })).toBe(
      'Sam Furrow changed the account of Ada Meyer',
    )
  })

  it('describes what happened to a request', () => {
    const request = { action: 'analysis.status-changed', subject: 'analysis:a1', about: 'Soybean Trial' }
    const [pending, review] = [{ status: 'PENDING', message: null }, { status: 'UNDER_REVIEW' }]
    expect(told({ ...request, before: pending, after: review })).toBe('Sam Furrow set Soybean Trial to Under Review')
    expect(told({ ...request, before: review, after: review })).toBe('Sam Furrow wrote a message about Soybean Trial')
    expect(told({ ...request, action: 'report.file-removed', before: { fileName: 'plots.csv' } })).toBe(
      'Sam Furrow removed plots.csv from the report of Soybean Trial',
    )
  })

  it('distinguishes a logout from an ended session, and an expired upload from a cancelled one', () => {
    expect(told({ action: 'session.ended', actor: null })).toBe('Ada Meyer logged out')
    expect(told({ action: 'session.ended' })).toBe('Ada Meyer ended one of their sessions')
    expect(told({ action: 'upload.expired', actor: null })).toBe('An upload to Ada Meyer expired and was removed')
    expect(told({ action: 'upload.cancelled', about: 'Soybean Trial of Ada Meyer' })).toBe(
      'Sam Furrow cancelled an upload to Soybean Trial of Ada Meyer',
    )
  })

  it('does not name a customer twice', () => {
    const actor = { fullName: 'Ada Meyer' }
    expect(told({ action: 'upload.cancelled', about: 'Soybean Trial of Ada Meyer', actor })).toBe(
      'Ada Meyer cancelled an upload to Soybean Trial',
    )
  })

  it('shows hidden characters of a name', () => {
    const [actor, about] = [{ fullName: 'Sam\u202EFurrow' }, 'Soybean\u200BTrial']
    const told202E = told({ action: 'report.file-removed', actor, about, before: { fileName: 'photo\u202Egpj.exe' } })
    expect(told202E).toBe(
      String.raw`Sam\u{202E}Furrow removed photo\u{202E}gpj.exe from the report of Soybean\u{200B}Trial`,
    )
    expect(words({ fullName: 'Ann\u202E' }, { fullName: 'Ann' })).toEqual([String.raw`Full name: Ann\u{202E} → Ann`])
    expect(words(null, { files: ['a\u202E.zip', 'b.zip'] })).toEqual([String.raw`Files: a\u{202E}.zip, b.zip`])
  })

  it('shows the server name of an unknown action', () => {
    expect(told({ action: 'trial.plots-merged' })).toBe('Sam Furrow: trial plots merged, Ada Meyer')
    expect(told({ action: 'trial.closed', actor: null, about: '' })).toBe('The system: trial closed, user:u1')
  })

  it('marks the subject, also when a name contains braces', () => {
    const pieces = sentenceOf(entry({ action: 'session.opened', about: '{who} Meyer' }))
    expect(pieces).toEqual([
      { kind: 'subject', text: '{who} Meyer' },
      { kind: 'text', text: ' logged in' },
    ])
  })
})

const words = (before: unknown, after: unknown) => changesBetween(before, after).map(changeText)

describe('what an entry changed', () => {
  it('is listed field by field, without unchanged fields', () => {
    expect(
      words(
        { status: 'PENDING', projectTypes: [], message: null },
        { status: 'APPROVED', projectTypes: ['Soy_Trial', 'Wheat'], message: null },
      ),
    ).toEqual(['Status: Pending → Approved', 'Projects: Soy Trial, Wheat'])
  })

  it('shows removed values', () => {
    expect(words({ fileName: 'plots.csv', bytes: 2048 }, null)).toEqual([
      'File: plots.csv → none',
      'Size: 2.00 KB → none',
    ])
  })

  it('is not repeated below a sentence that contains it', () => {
    const sent = entry({ action: 'analysis.submitted', after: { fileName: 'a.zip', bytes: 1024 } })
    expect(furtherChanges(sent, sentenceText(sent)).map(changeText)).toEqual(['Size: 1.00 KB'])
    const set = entry({
      action: 'analysis.status-changed',
      before: { status: 'PENDING' },
      after: { status: 'REJECTED' },
    })
    expect(furtherChanges(set, sentenceText(set)).map(changeText)).toEqual(['Status: Pending → Rejected'])
  })

  it('shows unknown fields', () => {
    expect(words(null, { rows: 4, tags: ['a', 'b'], deep: { x: 1 } })).toEqual([
      'rows: 4',
      'tags: a, b',
      'deep: {"x":1}',
    ])
  })
})
