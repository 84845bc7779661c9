import { lateExtra } from '#web/lib/late-code.tsx'

/** The maps of a report, loaded once the page is shown. Without their code its files are still there to be downloaded. */
export const MapCards = lateExtra(async () => (await import('#web/features/maps/list/map-cards.tsx')).MapCards)
