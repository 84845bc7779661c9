export type Login = { email: string; password: string }

/** From the environment of the server. */
export const STAFF = { email: 'staff@skyfurrow.example', password: 'Paddock-2026!' }
/** Created by the CLI before the start. */
export const OTHER_STAFF = { email: 'robin@skyfurrow.example', password: 'Paddock-2026!', name: 'Robin Drill' }
/** Created in the same way, and revoked by tests. */
export const FORMER_STAFF = { email: 'kim@skyfurrow.example', password: 'Paddock-2026!', name: 'Kim Former' }
/** The password of everyone who signs up. */
export const PASSWORD = 'Furrow-2026!'
