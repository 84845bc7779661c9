import { useQuery } from '@tanstack/react-query'
import type { BodyIn } from '#contract/api.ts'
import { type LinkItem, links } from '#contract/links.ts'
import { trialShares } from '#contract/trial-shares.ts'
import { callsOf } from '../api.ts'
import { useChange } from '../use-change.ts'

const { call } = callsOf({ ...links, ...trialShares })

export type Subject = LinkItem['subject']

const LINKS = ['links'] as const
const SHARES = ['trial-shares'] as const

/** Those to one thing, or all of the account. */
export const useLinks = (subject: Subject | null) =>
  useQuery({
    queryKey: [...LINKS, subject],
    queryFn: async ({ signal }) => (await call('listLinks', { query: subject ?? {}, signal })).data,
  })

export const useChangeLinks = () =>
  useChange(
    LINKS,
    (change: BodyIn<'makeLink'> | { linkId: string }): Promise<unknown> =>
      'linkId' in change ? call('endLink', { query: change }) : call('makeLink', { body: change }),
  )

export const useShares = (trialId: string) =>
  useQuery({
    queryKey: [...SHARES, trialId],
    queryFn: async ({ signal }) => (await call('listTrialShares', { query: { trialId }, signal })).data,
  })

export const useChangeShares = () =>
  useChange(
    SHARES,
    (change: BodyIn<'shareTrial'> | { shareId: string }): Promise<unknown> =>
      'shareId' in change ? call('endTrialShare', { query: change }) : call('shareTrial', { body: change }),
  )
