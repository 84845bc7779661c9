/** What calls on trials share, where they say nothing else: customers and staff may make them, as often as usual. */
export const onTrials = { tag: 'trials', access: 'customer-or-admin', limit: 'general' } as const
