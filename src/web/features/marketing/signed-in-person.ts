/** The person the header speaks to; `dashboardPath` is null while the account may not open one. */
export type SignedInPerson = { email: string; dashboardPath: string | null }

export type SiteSession = { person: SignedInPerson | null; onSignOut: () => void }
