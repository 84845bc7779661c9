import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { TrialAddresses } from '#contract/trial-addresses.ts'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { LAYER_NAMES } from '#domain/trial-words.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { copyText } from '#web/ui/overlay/copy-text.ts'
import { problemOf } from '../messages.ts'
import { useReadTokens, useTrialAddresses } from './program-queries.ts'
import { snippetsOf } from './snippets.ts'

/** A trial by its addresses, for programs that read it where it lies. */
export function ProgramsSection({ trialId }: { trialId: string }) {
  const { user } = useSession()
  const tokens = useReadTokens(user?.fullName ?? '')
  const [chosen, setChosen] = useState<string>()
  const tokenId = chosen ?? tokens.data?.[0]?.tokenId
  const addresses = useTrialAddresses(trialId, tokenId)
  const problem = tokens.error ?? addresses.error
  return (
    <section aria-labelledby="other-programs" className="max-w-3xl">
      <h3 id="other-programs" className="text-lg font-semibold">
        In QGIS, R and Python
      </h3>
      <p className="mt-1 max-w-prose text-sm text-muted">
        These addresses need no login: they work for an API token of yours that may read, until you revoke it. Photos
        come as a copy for viewing; elevation and bands keep their numbers.
      </p>
      {problem && (
        <Alert tone="danger" className="mt-4">
          {problemOf(problem)}
        </Alert>
      )}
      {tokens.data?.length === 0 && (
        <p className="mt-4 text-sm">
          <Link to={paths.account()} className="font-semibold underline underline-offset-4">
            Make an API token
          </Link>{' '}
          that may read, and come back.
        </p>
      )}
      {tokens.data && tokens.data.length > 1 && (
        <Select
          label="API token"
          className="mt-4 max-w-xs"
          value={tokenId}
          options={tokens.data.map((token) => ({ value: token.tokenId, label: displayName(token.name) }))}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
      {addresses.data && <Addresses addresses={addresses.data} />}
    </section>
  )
}

function Addresses({ addresses }: { addresses: TrialAddresses }) {
  const { r, python } = snippetsOf(addresses)
  const newest = addresses.layers.findLast(({ kind }) => kind !== 'bareGround')
  return (
    <>
      <ul aria-label="Addresses" className="mt-4 divide-y divide-line border-y border-line">
        <AddressRow
          name="All layers (QLR)"
          about="QGIS: save it, and drag it into a project."
          text={addresses.qgis}
          isFile
        />
        <AddressRow
          name="Means of genotypes (CSV)"
          about="Also adjusted for the places of plots."
          text={addresses.means}
        />
        <AddressRow name="Plots (GeoJSON)" about="With the values of all dates." text={addresses.plots} />
        {newest?.tiles != null && (
          <AddressRow name="Web maps (TileJSON)" about={aboutTiles(newest)} text={newest.tiles} />
        )}
        <AddressRow name="Flights (STAC 1.0)" about="Dates, places and maps, for catalogues." text={addresses.stac} />
        <AddressRow name="Script for R" about="sf and terra." text={r} isScript />
        <AddressRow name="Script for Python" about="geopandas and rasterio." text={python} isScript />
      </ul>
      {addresses.layers.length > 0 && (
        <details className="border-b border-line py-3">
          <summary className="cursor-pointer font-semibold">Maps of the flights</summary>
          <p className="mt-1 text-sm text-muted">
            Cloud-optimised GeoTIFFs, which GDAL opens as /vsicurl/ and the address. Tiles are for web maps.
          </p>
          <ul aria-label="Maps" className="mt-2 divide-y divide-line">
            {addresses.layers.map(({ fileId, kind, moment, name, url, tiles }) => (
              <AddressRow
                key={fileId}
                name={`${LAYER_NAMES[kind]} on ${dateText(moment)}`}
                about={name}
                text={url}
                tiles={tiles}
              />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

type AddressRowProps = {
  name: string
  about: string
  text: string
  tiles?: string | null
  isFile?: boolean
  isScript?: boolean
}

const AddressRow = ({ name, about, text, tiles = null, isFile = false, isScript = false }: AddressRowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
    <div className="min-w-0 max-w-prose grow basis-80">
      <h4 className="font-semibold">{name}</h4>
      <p className="text-sm text-muted">{about}</p>
      {isScript && (
        <pre className="mt-2 rounded border border-line bg-sunken p-3 text-xs break-all whitespace-pre-wrap">
          <code>{text}</code>
        </pre>
      )}
    </div>
    {isFile && (
      <a href={text} download className="text-sm font-semibold underline underline-offset-4">
        Open
      </a>
    )}
    <div className="flex gap-2">
      {tiles !== null && <CopyButton name={`Copy tiles of ${name}`} label="Tiles" text={tiles} said="Address copied" />}
      <CopyButton name={`Copy ${name}`} label="Copy" text={text} said={isScript ? 'Script copied' : 'Address copied'} />
    </div>
  </li>
)

const CopyButton = ({ name, label, text, said }: { name: string; label: string; text: string; said: string }) => (
  <Button size="small" variant="secondary" aria-label={name} onClick={() => copyText(text, said)}>
    <Copy aria-hidden className="size-4" />
    {label}
  </Button>
)

/** An index has an address of its own. */
const aboutTiles = ({ indices: [index] }: TrialAddresses['layers'][number]): string =>
  `For MapLibre, OpenLayers and Leaflet: the newest map.${index === undefined ? '' : ` For an index, write its name before tiles.json: ${index}/tiles.json.`}`
