/** The person the header speaks to; `dashboardPath` is null while the account may not open one. */
export type SignedInPerson = { email: string; dashboardPath: string | null }

/** Where the visitor is, and who. */
export type SiteSession = { path: string; person: SignedInPerson | null; onSignOut: () => void }
